import Columns
import Foundation
import Synchronization
import TabularFiles

/// One table's rows in one month, mapped from its file.
public struct Segment: Sendable {
  /// The month of its rows.
  public let month: Month
  /// The rows; columns without any value are left out.
  public let rows: Table
  /// The checksum of its file, from the manifest.
  package let checksum: String
  fileprivate let file: StoredFile

  /// Whether the values lie in its file, whose pages may be dropped.
  // Safety: the pointer is compared, never read.
  package func holds(_ values: UnsafeRawPointer) -> Bool { file.pages.hold(values) }

  /// The number of bytes of its file.
  package var byteCount: Int { file.pages.byteCount }

  /// Drops the rows' pages from this process's memory; they return when read again.
  package func releasePages() { file.pages.releasePages() }

  /// Checks that columns have the layout of the table's types.
  ///
  /// - Parameter typeOf: Gives the type of a known column; nil for any other.
  /// - Throws: ``StoreError`` `.corrupt` if a column has another layout.
  package func checkColumns(_ typeOf: (String) -> ColumnType?) throws(StoreError) {
    // Cached: each report checks hundreds of files.
    if file.hasKnownColumns.load(ordering: .relaxed) { return }
    for (field, column) in zip(rows.fields, rows.uncheckedColumns) {
      guard let type = typeOf(field.name) else {
        // A column of a later version, or a damaged name, whose column would read as null.
        try checkSum()
        continue
      }
      guard column.fits(type) else {
        throw damage(found: "\(field.name) as \(field.type.name)", expected: type.name)
      }
    }
    file.hasKnownColumns.store(true, ordering: .relaxed)
  }

  /// Throws the damage that a reader of its columns has met, if any.
  ///
  /// - Throws: ``StoreError`` `.corrupt` with the file.
  package func confirm() throws(StoreError) { try file.confirm() }

  /// Verifies the checksum of its file.
  ///
  /// - Throws: ``StoreError`` `.corrupt` if it does not match.
  package func checkSum() throws(StoreError) { try file.checkSum() }

  /// Returns the error for rows that no writer writes: the file's damage, or the content found if
  /// its checksum matches.
  package func damage(found: String, expected: String) -> StoreError {
    do throws(StoreError) {
      try checkSum()
      return .corrupt(file: file.path, found: found, expected: expected)
    } catch {
      return error
    }
  }
}

/// A store's state at one moment; later commits do not change it.
///
/// All files are mapped when the snapshot opens, so a writer may remove old ones at once. Opening
/// also checks that all values lie within their files, and verifies dictionaries and descriptions
/// by checksum. A column's checksum is verified when it is first used; a damaged one reads as
/// nulls, and ``confirm()`` throws. ``checkedSegments(of:threads:)`` verifies whole files.
public final class Snapshot: Sendable {
  /// The store's folder.
  public let store: String
  /// The number of commits up to this state.
  public let generation: Int

  /// The mapped files, by name.
  private let files: [String: StoredFile]
  private let segmentsByTable: [String: [Segment]]
  private let dictionaries: [String: NameDictionary]

  /// Opens the latest state of a store.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - tables: The required tables; nil for all.
  /// - Throws: ``StoreError`` if there is no store, or one of its files is missing or damaged.
  public convenience init(store: String, tables: Set<String>? = nil) throws(StoreError) {
    var manifest = try Manifest.read(store: store)
    while true {
      do {
        try self.init(store: store, manifest: manifest, tables: tables)
        return
      } catch {
        // A writer may have replaced the files since the manifest was read.
        let newer = try Manifest.read(store: store)
        guard newer.generation != manifest.generation else { throw error }
        manifest = newer
      }
    }
  }

  /// Returns the store's latest state.
  ///
  /// - Parameter tables: The required tables, as before.
  /// - Returns: This state if nothing was committed since; otherwise another that shares its files.
  /// - Throws: ``StoreError`` as ``init(store:tables:)``.
  public func newest(tables: Set<String>? = nil) throws(StoreError) -> Snapshot {
    while true {
      let manifest = try Manifest.read(store: store)
      guard manifest.generation != generation else { return self }
      do {
        return try Snapshot(store: store, manifest: manifest, tables: tables, after: self)
      } catch {
        // A writer may have replaced the files since the manifest was read.
        guard try Manifest.read(store: store).generation != manifest.generation else {
          throw error
        }
      }
    }
  }

  /// Returns the number of commits to a store so far.
  ///
  /// - Parameter store: The store's folder.
  /// - Returns: The number, without opening any table.
  /// - Throws: ``StoreError`` if there is no store.
  public static func generation(store: String) throws(StoreError) -> Int {
    try Manifest.read(store: store).generation
  }

  /// Maps a state's files, except those that an earlier state has mapped: files never change.
  init(
    store: String, manifest: Manifest, tables: Set<String>?, after earlier: Snapshot? = nil
  ) throws(StoreError) {
    self.store = store
    generation = manifest.generation
    var files: [String: StoredFile] = [:]
    func file(_ entry: some SummedFile, rows: Int) throws(StoreError) -> StoredFile {
      if let known = earlier?.files[entry.file] {
        files[entry.file] = known
        return known
      }
      let file = try StoredFile(entry, rows: rows, in: store)
      files[entry.file] = file
      return file
    }
    try OwnFile.checkFolders(of: manifest.files, in: store)
    var segments: [String: [Segment]] = [:]
    for entry in manifest.segments.sorted(by: { $0.month < $1.month })
    where tables?.contains(entry.table) ?? true {
      let found = try file(entry, rows: entry.rows)
      segments[entry.table, default: []].append(
        Segment(month: entry.month, rows: found.table, checksum: entry.checksum, file: found))
    }
    var dictionaries: [String: NameDictionary] = [:]
    for (name, parts) in manifest.dictionaries {
      var texts: [TextBuffer] = []
      for part in parts {
        let found = try file(part, rows: part.count)
        guard found.table.fields.contains(Field("name", .text)) else {
          throw .corrupt(
            file: found.path, found: "no column of names", expected: "a dictionary")
        }
        try found.check([:])
        let names = found.table.column(Field("name", .text))
        // A report reads only a few of the names.
        found.pages.releasePages()
        texts.append(names.texts)
      }
      dictionaries[name] = NameDictionary(parts: texts)
    }
    segmentsByTable = segments
    self.dictionaries = dictionaries
    self.files = files
  }

  /// The names of the tables with rows.
  public var tableNames: [String] { segmentsByTable.keys.sorted() }

  /// Returns a table's segments in time order.
  public func segments(of table: String) -> [Segment] { segmentsByTable[table] ?? [] }

  /// Returns a table's segment of one month.
  public func segment(of table: String, month: Month) -> Segment? {
    segments(of: table).first { $0.month == month }
  }

  /// Returns the number of a table's rows.
  public func rowCount(of table: String) -> Int {
    segments(of: table).reduce(0) { $0 + $1.rows.rowCount }
  }

  /// The names of the dictionaries.
  public var dictionaryNames: [String] { dictionaries.keys.sorted() }

  /// Returns a dictionary; empty if the store has none of that name.
  public func dictionary(_ name: String) -> NameDictionary {
    dictionaries[name] ?? NameDictionary(parts: [])
  }

  /// Throws the damage that readers of this state have met, if any: results computed so far are
  /// then void.
  ///
  /// - Throws: ``StoreError`` `.corrupt` with the first damaged file.
  public func confirm() throws(StoreError) {
    for (_, file) in files.sorted(by: { $0.key < $1.key }) { try file.confirm() }
  }

  /// The first damage that any reader of this process has met; nil if none has.
  public static var damage: StoreError? { firstDamage.withLock { $0 } }

  /// Records a damage that a reader met.
  static func record(_ damage: StoreError) { firstDamage.withLock { $0 = $0 ?? damage } }

  private static let firstDamage = Mutex<StoreError?>(nil)

  /// Returns a table's segments in time order, after verifying them.
  ///
  /// - Parameters:
  ///   - table: The table's name.
  ///   - threads: The maximum number of threads; each file is read once.
  /// - Returns: The segments.
  /// - Throws: ``StoreError`` `.corrupt` if a file does not match its checksum, or holds codes that
  ///   its dictionary lacks.
  public func checkedSegments(of table: String, threads: Int = 1) throws(StoreError) -> [Segment] {
    let segments = segments(of: table)
    try check(segments, threads: threads)
    return segments
  }

  /// Verifies segments.
  package func check(_ segments: [Segment], threads: Int = 1) throws(StoreError) {
    let counts = dictionaries.mapValues(\.count)
    let outcomes = ParallelTasks.map(count: segments.count, threads: threads) { index in
      Result { () throws(StoreError) in try segments[index].file.check(counts) }
    }
    for outcome in outcomes { try outcome.get() }
  }

  /// Returns the error for tables in which a reader found rows that no writer writes.
  package func damage(in tables: Set<String>, threads: Int = 1) -> StoreError {
    do throws(StoreError) {
      for table in tables.sorted() { try check(segments(of: table), threads: threads) }
      return .corrupt(
        file: store,
        found: "values that make no sense in " + tables.sorted().joined(separator: ", "),
        expected: "those of an import; `railbird repair` rebuilds the tables")
    } catch {
      return error
    }
  }
}
