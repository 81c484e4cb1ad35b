import Columns
import Foundation
import TabularFiles

/// One table's rows of one month, mapped from its file.
public struct Segment: Sendable {
  /// The month its rows lie in.
  public let month: Month
  /// The rows; columns without any value are left out.
  public let rows: Table
  /// The checksum of its file, as the manifest has it.
  package let checksum: String
  fileprivate let file: StoredFile

  /// Whether values lie in its file, and so in pages that may be let go.
  package func holds(_ values: UnsafeRawPointer) -> Bool { file.pages.hold(values) }

  /// How many bytes its file has.
  package var byteCount: Int { file.pages.byteCount }

  /// Takes the rows' pages out of this process's memory; they come back when they are read again.
  package func letGo() { file.pages.letGo() }

  /// Makes sure that columns are laid out as the table says.
  ///
  /// - Parameter types: The types by name.
  /// - Throws: ``StoreError`` `.corrupt` when one is not.
  package func checkColumns(_ types: [String: ColumnType]) throws(StoreError) {
    // A report asks it of hundreds of files each time.
    if file.hasKnownColumns.load(ordering: .relaxed) { return }
    for (field, column) in zip(rows.fields, rows.columns) {
      guard let type = types[field.name] else {
        // A later version's, or a name that is damaged: its column would read as null.
        try checkSum()
        continue
      }
      guard column.fits(type) else {
        throw damage(found: "\(field.name) as \(field.type.name)", expected: type.name)
      }
    }
    file.hasKnownColumns.store(true, ordering: .relaxed)
  }

  /// Holds its file against its checksum.
  ///
  /// - Throws: ``StoreError`` `.corrupt` when it is not as it was written.
  package func checkSum() throws(StoreError) { try file.checkSum() }

  /// The error that tells of rows which no writer writes: that the file is damaged, or what was found
  /// in it where it is as it was written.
  package func damage(found: String, expected: String) -> StoreError {
    do throws(StoreError) {
      try checkSum()
      return .corrupt(file: file.path, found: found, expected: expected)
    } catch {
      return error
    }
  }
}

/// A store as it was at one moment; what is committed later does not change it.
///
/// All files are mapped when the snapshot opens, so a writer may remove dead ones at once. That their
/// values lie in them is made sure of then; dictionaries are held against their checksums too. Rows are
/// so only where a reader asks for ``checkedSegments(of:threads:)``: whoever reads few columns of many rows
/// looks out for codes and indices that lead nowhere, and asks for the damage behind them.
public final class Snapshot: Sendable {
  /// The store's folder.
  public let store: String
  /// Counts the commits that led here.
  public let generation: Int

  /// What is mapped, by file.
  private let files: [String: StoredFile]
  private let segmentsByTable: [String: [Segment]]
  private let dictionaries: [String: NameDictionary]

  /// Opens the newest state of a store.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - tables: The tables wanted; nil for all.
  /// - Throws: ``StoreError`` when there is no store, or a file of it is missing or damaged.
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

  /// Maps a state's files, those that an earlier state has mapped left out: files never change.
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
        guard let names = found.table["name"], names.type == .text else {
          throw .corrupt(
            file: found.path, found: "no column of names", expected: "a dictionary")
        }
        try found.check([:])
        // A report reads few of the names.
        found.pages.letGo()
        texts.append(names.texts)
      }
      dictionaries[name] = NameDictionary(parts: texts)
    }
    segmentsByTable = segments
    self.dictionaries = dictionaries
    self.files = files
  }

  /// The names of the tables that hold rows.
  public var tableNames: [String] { segmentsByTable.keys.sorted() }

  /// A table's segments in time order.
  public func segments(of table: String) -> [Segment] { segmentsByTable[table] ?? [] }

  /// A table's segment of one month.
  public func segment(of table: String, month: Month) -> Segment? {
    segments(of: table).first { $0.month == month }
  }

  /// The number of a table's rows.
  public func rowCount(of table: String) -> Int {
    segments(of: table).reduce(0) { $0 + $1.rows.rowCount }
  }

  /// The names of the dictionaries.
  public var dictionaryNames: [String] { dictionaries.keys.sorted() }

  /// A dictionary; empty where the store has none of that name.
  public func dictionary(_ name: String) -> NameDictionary {
    dictionaries[name] ?? NameDictionary(parts: [])
  }

  /// A table's segments in time order, once they are sure to be as they were written.
  ///
  /// - Parameters:
  ///   - table: The table's name.
  ///   - threads: How many threads may read their files, each of which is read once.
  /// - Returns: The segments.
  /// - Throws: ``StoreError`` `.corrupt` when a file does not have its checksum, or holds codes that
  ///   its dictionary lacks.
  public func checkedSegments(of table: String, threads: Int = 1) throws(StoreError) -> [Segment] {
    let segments = segments(of: table)
    try check(segments, threads: threads)
    return segments
  }

  /// Makes sure that segments are as they were written.
  package func check(_ segments: [Segment], threads: Int = 1) throws(StoreError) {
    let counts = dictionaries.mapValues(\.count)
    let outcomes = ParallelTasks.map(count: segments.count, threads: threads) { index in
      Result { () throws(StoreError) in try segments[index].file.check(counts) }
    }
    for outcome in outcomes { try outcome.get() }
  }

  /// The error that tells of tables in which a reader met what no writer writes.
  package func damage(in tables: Set<String>, threads: Int = 1) -> StoreError {
    do throws(StoreError) {
      for table in tables.sorted() { try check(segments(of: table), threads: threads) }
      return .corrupt(
        file: store,
        found: "values that make no sense in " + tables.sorted().joined(separator: ", "),
        expected: "those of an import; `railbird replay` makes the tables anew")
    } catch {
      return error
    }
  }
}
