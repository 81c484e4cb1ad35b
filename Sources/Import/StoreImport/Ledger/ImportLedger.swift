import ColumnStore
import Columns
import Foundation
import Mappings
import Racing
import RowReading

/// The `imports` table, and through it the `rejects` table.
///
/// Keeps changes in memory until they are written, so that a rebuild writes each month once.
public struct ImportLedger {
  /// The imports so far, oldest first, undone ones included.
  public private(set) var imports: [ImportedFile] = []
  /// Imports that differ from the stored table.
  private var changed: Set<Int> = []
  private var isRewritten = false
  private var rejects = RejectLedger()
  /// Whether stored runners may have changed.
  private var changesRunners = false

  /// Reads a snapshot's imports.
  ///
  /// - Parameter snapshot: The store's state.
  /// - Throws: `StoreError` `.corrupt` when the table of imports is damaged.
  public init(_ snapshot: Snapshot) throws(StoreError) {
    let segments = try snapshot.checkedSegments(of: RacingTables.imports)
    imports = segments.flatMap { Self.files($0.rows) }.sorted { $0.id < $1.id }
  }

  package init(_ writer: StoreWriter) throws(StoreError) {
    for month in writer.months(of: RacingTables.imports) {
      if let rows = try writer.rows(of: RacingTables.imports, month) { imports += Self.files(rows) }
    }
    imports.sort { $0.id < $1.id }
  }

  /// Reads the imports that an archive's log notes.
  package init(_ log: ArchiveLog, store: String) throws(ImportError) {
    imports = try ImportedFile.noted(in: log, store: store)
  }

  /// Finds signs that the log lost its end, together with a manifest that recorded its length.
  package func signsOfLostEnd(in store: String) throws(StoreError) -> [String] {
    try ArchiveLog.signsOfLostEnd(
      in: store, table: RacingTables.imports, column: "import_id", last: imports.last?.id ?? 0)
  }

  /// The imports that are not undone.
  public var standing: [ImportedFile] { imports.filter { !$0.isUndone } }

  /// Returns an import that is not undone, by its number.
  ///
  /// - Parameters:
  ///   - id: The number.
  ///   - store: The store's folder, for messages.
  /// - Returns: The import.
  /// - Throws: `ImportError` `.noImport`.
  public func standing(_ id: Int, store: String) throws(ImportError) -> ImportedFile {
    guard let file = imports.first(where: { $0.id == id }) else {
      throw .noImport(store: store, id: id, isUndone: false)
    }
    guard !file.isUndone else { throw .noImport(store: store, id: id, isUndone: true) }
    return file
  }

  /// Finds the imports that an undo takes back: the named one, the files that were read together
  /// with it, and the retries of their refused rows.
  ///
  /// - Parameters:
  ///   - id: The import's number.
  ///   - store: The store's folder, for messages.
  /// - Returns: The imports, oldest first.
  /// - Throws: `ImportError` `.noImport`.
  public func takenBack(byUndoing id: Int, store: String) throws(ImportError) -> [ImportedFile] {
    let named = try standing(id, store: store)
    let together = standing.filter {
      $0.id == id || (named.callID != nil && $0.callID == named.callID)
    }
    let ids = Set(together.map(\.id))
    return standing.filter { file in
      ids.contains(file.id) || file.retryOf.map(ids.contains) ?? false
    }
  }

  /// The number of the next import.
  package var nextID: Int { (imports.map(\.id).max() ?? 0) + 1 }

  /// Finds the earlier import of the same bytes for the same table by the same mapping: then all
  /// rows are known.
  func earlier(than new: ImportedFile) -> ImportedFile? {
    let found = standing.last {
      // A retry has read only some of the rows.
      new.identity.isSame(as: $0) && $0.table == new.table
        && $0.mappingSHA256 == new.mappingSHA256 && $0.retryOf == nil
    }
    return found?.repeated
  }

  // MARK: - Changes

  /// Bytes of refused rows in memory; beyond that they go to disk.
  package var refusedBound: Int {
    get { rejects.bound }
    set { rejects.bound = newValue }
  }

  /// Returns the lines of an import's rows that are still refused, ascending.
  package func refusedLines(of id: Int, _ writer: StoreWriter) throws(StoreError) -> Buffer<Int64> {
    guard let file = imports.first(where: { $0.id == id }) else { return Buffer([]) }
    return try rejects.rows(of: file, writer).lines
  }

  /// Adds an import with the rows that it refused.
  ///
  /// - Parameters:
  ///   - file: The import.
  ///   - refused: The refused rows; those of a retry stay with the import whose rows it read again.
  ///   - retried: For a retry, the earlier refused rows that it read.
  ///   - isOfRacing: Whether stored runners may have changed.
  ///   - writer: The store's writer.
  /// - Throws: ``StoreError`` when the table of rejects cannot be read.
  mutating func append(
    _ file: ImportedFile, refused: RefusedColumns, retried: RowSet = RowSet(), isOfRacing: Bool,
    _ writer: StoreWriter
  ) throws(StoreError) {
    imports.append(file)
    changed.insert(file.id)
    changesRunners = changesRunners || isOfRacing
    guard let first = imports.first(where: { $0.id == file.retryOf }) else {
      rejects.set(refused, of: file)
      return
    }
    let before = try rejects.rows(of: first, writer)
    let draft = RefusedDraft(writer, bound: refusedBound)
    func add(_ row: RefusedRow) {
      var row = row
      (row.importID, row.file) = (first.id, first.name)
      draft.append(row)
    }
    var next = 0
    for place in before.indices where !retried.contains(place) {
      while next < refused.count, refused.line(next) < before.line(place) {
        add(refused[next])
        next += 1
      }
      add(before[place])
    }
    for row in refused[next...] { add(row) }
    rejects.set(RefusedColumns(try draft.rows()), of: first)
  }

  /// Finds the rows that the imports of a source still refuse; undone imports do not count.
  ///
  /// - Parameters:
  ///   - source: The mapping's name.
  ///   - writer: The store's writer.
  ///   - keys: Reads the keys of records with another number of fields, as ``OpenRefusals`` takes
  ///     them.
  /// - Returns: The rows; nil for none.
  /// - Throws: ``StoreError`` when the table of rejects cannot be read.
  func open(
    of source: String, _ writer: StoreWriter, otherWidths keys: OpenRefusals.KeyReading
  ) throws(StoreError) -> OpenRefusals? {
    let files = standing.filter {
      $0.mapping == source && $0.listed > 0 && $0.retryOf == nil
    }
    let found = zip(files, try rejects.rows(of: files, writer)).map { (file: $0, rows: $1) }
    return try OpenRefusals(found, writer, bound: refusedBound, otherWidths: keys)
  }

  /// Removes rows from the lists of the imports that refused them.
  ///
  /// - Parameters:
  ///   - imported: The later import; if it has the same bytes and table as an earlier one, it has
  ///     read all of its rows again.
  ///   - brought: The refused rows that it contains and accepts.
  ///   - open: The rows that were refused before it.
  ///   - writer: The store's writer.
  /// - Throws: ``StoreError`` `.io` when the disk is full.
  mutating func close(
    by imported: ImportedFile, _ brought: RowSet, of open: OpenRefusals?, _ writer: StoreWriter
  ) throws(StoreError) {
    for file in standing where file.id < imported.id && file.retryOf == nil && file.listed > 0 {
      let isSame = imported.identity.isSame(as: file) && imported.table == file.table
      if isSame { rejects.set(nil, of: file) }
    }
    guard let open else { return }
    let draft = { [refusedBound] in RefusedDraft(writer, bound: refusedBound) }
    for (file, rows) in try open.left(without: brought, draft)
    where !(imported.identity.isSame(as: file) && imported.table == file.table) {
      rejects.set(rows, of: file)
    }
  }

  /// Whether some imports may have taken rows from the lists of older ones that refused them.
  ///
  /// - Parameters:
  ///   - imports: The imports.
  ///   - writer: The store's writer.
  /// - Returns: Whether an older import within their reach lists fewer rows than it refused;
  ///   another import may be the cause.
  /// - Throws: ``StoreError`` when the table of rejects cannot be read.
  package func hasSettledRows(by imports: [ImportedFile], _ writer: StoreWriter) throws(StoreError)
    -> Bool
  {
    let ids = Set(imports.map(\.id))
    let reached = standing.filter { file in
      file.listed > 0 && file.retryOf == nil && !ids.contains(file.id)
        && imports.contains {
          $0.id > file.id && ($0.mapping == file.mapping || $0.identity.isSame(as: file))
        }
    }
    return zip(reached, try rejects.rows(of: reached, writer)).contains { $1.count < $0.listed }
  }

  /// Sets the archived file of an import; nil where the archive has none.
  package mutating func set(sha256: String?, of id: Int) {
    guard let index = imports.firstIndex(where: { $0.id == id }) else { return }
    imports[index].sha256 = sha256
    changed.insert(id)
  }

  /// Marks an import as undone; removes its refused rows.
  package mutating func undo(_ id: Int, at now: Int64, isOfRacing: Bool = true) {
    guard let index = imports.firstIndex(where: { $0.id == id }) else { return }
    imports[index].undoneAt = now
    changed.insert(id)
    changesRunners = changesRunners || isOfRacing
    rejects.set(nil, of: imports[index])
  }

  /// Marks imports as undone and returns the others, which it forgets: they are to be imported
  /// again.
  package mutating func rewind(undoing undone: Set<Int>, at now: Int64) -> [ImportedFile] {
    for index in imports.indices where undone.contains(imports[index].id) {
      imports[index].undoneAt = now
    }
    let again = standing
    imports.removeAll { !$0.isUndone }
    changed = Set(imports.map(\.id))
    isRewritten = true
    changesRunners = true
    rejects.clear()
    return again
  }

  /// Passes all changes to the writer, for its next commit.
  ///
  /// Removes figures computed from runners if the runners have changed; the caller that computes
  /// them must write them again.
  package mutating func write(to writer: StoreWriter) throws(StoreError) {
    if changesRunners { writer.removeRows(of: RacingTables.connectionStats) }
    imports.sort { $0.id < $1.id }
    if isRewritten { writer.removeRows(of: RacingTables.imports) }
    let files = imports.filter { changed.contains($0.id) }
    for (month, files) in Dictionary(grouping: files, by: \.month) {
      let stored = try writer.rows(of: RacingTables.imports, month)
      let parts = stored.map { [$0.leavingOut(imports: Set(files.map(\.id)))] } ?? []
      try writer.replace(
        RacingTables.imports, month, with: .concatenated(parts + [Self.rows(files)]))
    }
    try rejects.write(to: writer)
    // A log that is new or was damaged lacks older imports too.
    for file in imports where changed.contains(file.id) || writer.log.newest[file.key] == nil {
      writer.note(file.logText, as: file.key)
    }
    changed = []
    isRewritten = false
    changesRunners = false
  }
}

extension ImportedFile {
  /// The month of the import; that month's segments hold the import and its rejects.
  var month: Month { Month(of: Day(Int32(importedAt / 86_400_000_000))) }
}
