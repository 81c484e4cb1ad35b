import Columns
import Foundation
import SystemFiles
import TabularFiles

/// One table's rows of one month, mapped from its file.
public struct Segment: Sendable {
  /// The month its rows lie in.
  public let month: Month
  /// The rows; columns without any value are left out.
  public let rows: Table
  /// The checksum of its file, as the manifest has it.
  package let checksum: String
  fileprivate let pages: MappedPages

  /// Whether values lie in its file, and so in pages that may be let go.
  package func holds(_ values: UnsafeRawPointer) -> Bool { pages.hold(values) }

  /// How many bytes its file has.
  package var byteCount: Int { pages.byteCount }

  /// Takes the rows' pages out of this process's memory; they come back when they are read again.
  package func letGo() { pages.letGo() }
}

/// A store as it was at one moment; what is committed later does not change it.
///
/// All files are mapped when the snapshot opens, so a writer may remove dead ones at once.
public final class Snapshot: Sendable {
  /// The store's folder.
  public let store: String
  /// Counts the commits that led here.
  public let generation: Int

  private typealias Mapped = (table: Table, pages: MappedPages)

  /// What is mapped, by file.
  private let tables: [String: Mapped]
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
    var mapped: [String: Mapped] = [:]
    func map(_ file: String, rows: Int) throws(StoreError) -> Mapped {
      if let known = earlier?.tables[file] {
        mapped[file] = known
        return known
      }
      let table = try Self.map(store, file, rows: rows)
      mapped[file] = table
      return table
    }
    var segments: [String: [Segment]] = [:]
    for entry in manifest.segments.sorted(by: { $0.month < $1.month })
    where tables?.contains(entry.table) ?? true {
      let found = try map(entry.file, rows: entry.rows)
      segments[entry.table, default: []].append(
        Segment(
          month: entry.month, rows: found.table, checksum: entry.checksum, pages: found.pages))
    }
    var dictionaries: [String: NameDictionary] = [:]
    for (name, parts) in manifest.dictionaries {
      var texts: [TextBuffer] = []
      for part in parts {
        let names = try map(part.file, rows: part.count).table["name"]
        guard let names, names.type == .text else {
          throw .corrupt(
            file: store + "/" + part.file, found: "no column of names", expected: "a dictionary")
        }
        texts.append(names.texts)
      }
      dictionaries[name] = NameDictionary(parts: texts)
    }
    segmentsByTable = segments
    self.dictionaries = dictionaries
    self.tables = mapped
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

  // MARK: - Implementation

  private static func map(_ store: String, _ file: String, rows: Int) throws(StoreError) -> Mapped {
    let path = store + "/" + file
    let mapped: Mapped
    do {
      mapped = try ArrowFile.mapped(path)
    } catch {
      let expected = "an Arrow file of \(rows) rows"
      switch error {
      case .malformed(_, let found, _):
        throw .corrupt(file: path, found: found, expected: expected)
      case .cannotOpen(_, let reason):
        let isThere = try onDisk { () throws(SystemError) in try FileSystem.exists(path) }
        guard isThere else { throw .corrupt(file: path, found: "no file", expected: expected) }
        throw .io(file: path, reason: reason)
      default: throw .io(file: path, reason: "\(error)")
      }
    }
    guard mapped.table.rowCount == rows else {
      throw .corrupt(
        file: path, found: "\(mapped.table.rowCount) rows", expected: "\(rows) rows")
    }
    return mapped
  }
}
