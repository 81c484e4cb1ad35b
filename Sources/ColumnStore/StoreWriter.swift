import Columns
import Foundation
import TabularFiles

/// The one writer of a store: collects changes and commits them together.
///
/// New files are written beside the old ones and synced; then the manifest is replaced by atomic
/// rename. A crash at any point leaves the state before or after the commit, never a mix.
public final class StoreWriter {
  /// The folder inside a store that fetches keep their own files in; a writer leaves it alone.
  public static let fetchFolder = "fetch"

  /// The file by which a store's folder is known before its first commit has ended.
  public static let lockFile = StoreLock.fileName

  /// The store's folder.
  public let store: String
  /// The state that the changes start from.
  public private(set) var before: Snapshot

  private let lock: StoreLock
  /// The state after the changes.
  var manifest: Manifest
  /// The archive's log, new notes included.
  public internal(set) var log: ArchiveLog
  /// The log's lines that are not yet committed.
  var newLines: [String] = []
  private var encoders: [String: DictionaryEncoder] = [:]
  private let encodersLock = NSLock()
  var newFiles: Set<String> = []
  /// Rows of new files, where they are at hand: imports of one commit look at the same months again.
  var newRows: [String: Table] = [:]
  /// New files that are not written yet, and how many rows they have.
  var waiting: [String: Int] = [:]
  /// Files of the raw archive that are not synced yet.
  var newArchiveFiles: [String] = []
  /// Checksums of new files, where they are known already.
  var newSums: [String: (hex: String, bytes: Int)] = [:]
  private var writeCount = 0

  /// Opens a store for writing and makes it if there is none.
  ///
  /// - Parameter store: The store's folder.
  /// - Throws: ``StoreError`` `.locked` while another process writes, `.notAStore` when the
  ///   folder holds something else, or what ``Snapshot`` throws.
  public init(store: String) throws(StoreError) {
    self.store = store
    try Self.prepare(store)
    lock = try StoreLock(store: store)
    if FileManager.default.fileExists(atPath: store + "/" + Manifest.fileName) {
      manifest = try Manifest.read(store: store)
      if lock.isFirstCommit { try lock.note(firstCommit: false) }
    } else {
      manifest = Manifest()
      try Self.checkNothingIsLost(store, lock)
      try lock.note(firstCommit: true)
    }
    try Self.removeDeadFiles(store, keeping: manifest)
    before = try Snapshot(store: store, manifest: manifest, tables: nil)
    log = try Self.openLog(store, manifest)
  }

  /// Opens a store to write some of its tables anew, from a state that lacks them.
  ///
  /// Only the raw archive and the other tables have to be whole. Where the manifest is lost, all
  /// that lies in the archive belongs to the new state. Until the commit the old state stays as it
  /// is.
  ///
  /// - Parameters:
  ///   - tables: The names of the tables.
  ///   - store: The store's folder.
  /// - Throws: ``StoreError`` `.notFound` where there is neither a store nor an archive with a log,
  ///   `.locked` while another process writes, `.corrupt` when other tables or the log are damaged.
  public init(rebuilding tables: Set<String>, store: String) throws(StoreError) {
    self.store = store
    // No lock file is made where there is nothing to rebuild.
    _ = try ArchiveLog(store: store)
    lock = try StoreLock(store: store)
    (manifest, log) = try Self.archivedState(store, without: tables)
    before = try Snapshot(store: store, manifest: manifest, tables: nil)
  }

  /// Opens a store for writing that is there already.
  ///
  /// - Parameter store: The store's folder.
  /// - Throws: ``StoreError`` `.notFound` when there is none, or what ``init(store:)`` throws.
  public convenience init(existing store: String) throws(StoreError) {
    guard FileManager.default.fileExists(atPath: store + "/" + Manifest.fileName) else {
      throw .notFound(store: store)
    }
    try self.init(store: store)
  }

  /// The encoder of a dictionary; names it gives codes to are stored with the next commit.
  ///
  /// Rows may be read, which asks for encoders, while others are written.
  public func dictionary(_ name: String) -> DictionaryEncoder {
    encodersLock.withLock {
      if let encoder = encoders[name] { return encoder }
      let encoder = DictionaryEncoder(before.dictionary(name))
      encoders[name] = encoder
      return encoder
    }
  }

  /// A table's rows of one month as they stand, changes not yet committed included.
  ///
  /// - Parameters:
  ///   - table: The table's name.
  ///   - month: The month.
  /// - Returns: The rows, or nil where there are none.
  /// - Throws: ``StoreError`` when a segment cannot be read.
  public func rows(of table: String, _ month: Month) throws(StoreError) -> Table? {
    guard let entry = manifest.segments.first(where: { $0.table == table && $0.month == month })
    else { return nil }
    return try rows(of: entry)
  }

  /// A table's rows of all months as they stand, changes not yet committed included.
  ///
  /// - Parameter table: The table's name.
  /// - Returns: The months that have rows, in order, with these.
  /// - Throws: ``StoreError`` when a segment cannot be read.
  public func monthlyRows(of table: String) throws(StoreError) -> [(month: Month, rows: Table)] {
    var months: [(month: Month, rows: Table)] = []
    for entry in manifest.segments where entry.table == table {
      if let rows = try rows(of: entry) { months.append((entry.month, rows)) }
    }
    return months.sorted { $0.month < $1.month }
  }

  private func rows(of entry: Manifest.SegmentEntry) throws(StoreError) -> Table? {
    guard newFiles.contains(entry.file) else {
      return before.segment(of: entry.table, month: entry.month)?.rows
    }
    if let known = newRows[entry.file] { return known }
    do {
      let rows = try ArrowFile.map(store + "/" + entry.file)
      newRows[entry.file] = rows
      return rows
    } catch {
      throw .corrupt(file: entry.file, found: "\(error)", expected: "the segment just written")
    }
  }

  /// The months for which a table has rows, changes not yet committed included.
  public func months(of table: String) -> [Month] {
    manifest.segments.filter { $0.table == table }.map(\.month).sorted()
  }

  /// Replaces a table's rows of one month; none removes them.
  ///
  /// - Parameters:
  ///   - table: The table's name.
  ///   - month: The month all rows lie in.
  ///   - rows: The month's rows.
  /// - Throws: ``StoreError`` when the segment cannot be written.
  public func replace(_ table: String, _ month: Month, with rows: Table) throws(StoreError) {
    removeSegments { $0.table == table && $0.month == month }
    guard rows.rowCount > 0 else { return }
    let file = "segments/\(table)/\(month.iso).\(nextVersion()).arrow"
    try hold(rows.droppingEmptyColumns(), for: file)
    manifest.segments.append(
      .init(
        table: table, month: month, file: file, rows: rows.rowCount, bytes: 0, sha256: ""))
  }

  /// Removes a table's rows of all months.
  public func removeRows(of table: String) {
    removeSegments { $0.table == table }
  }

  /// Makes all changes visible at once, durably.
  ///
  /// - Parameter threads: How many threads may compute checksums.
  /// - Throws: ``StoreError`` when the disk refuses; the store then is as before.
  public func commit(threads: Int = 1) throws(StoreError) {
    for (name, encoder) in encoders.sorted(by: { $0.key < $1.key }) {
      try append(encoder, to: name)
    }
    try writeWaiting(threads: threads)
    try seal(threads: threads)
    try writeLog()
    manifest.generation += 1
    try manifest.write(store: store)
    if manifest.generation == 1 { try lock.note(firstCommit: false) }
    newFiles = []
    newRows = [:]
    newSums = [:]
    newArchiveFiles = []
    encoders = [:]
    before = try Snapshot(store: store, manifest: manifest, tables: nil, after: before)
    // The old state's files are dead now; snapshots that map them keep what they need.
    try Self.removeDeadFiles(store, keeping: manifest)
  }

  /// Makes a store's folder if there is none.
  ///
  /// - Parameter store: The folder.
  /// - Throws: ``StoreError`` `.notAStore` when it holds something else.
  public static func prepare(_ store: String) throws(StoreError) {
    // These may be there before anything is stored.
    let guests: Set = [NameAliases.fileName, fetchFolder]
    let found = ((try? FileManager.default.contentsOfDirectory(atPath: store)) ?? [])
      .filter { !guests.contains($0) }
    // A first commit that was cut short leaves the lock file and files without a manifest.
    let isOurs = found.contains(Manifest.fileName) || found.contains(StoreLock.fileName)
    if !isOurs, let stranger = found.sorted().first {
      throw .notAStore(store: store, found: "a folder that holds \(stranger)")
    }
    try DurableFile.makeFolder(store)
  }

  // MARK: - Implementation

  /// A file name's version: the commit, and the writes within it.
  func nextVersion() -> String {
    writeCount += 1
    return "\(manifest.generation + 1)-\(writeCount)"
  }

  func removeSegments(where isGone: (Manifest.SegmentEntry) -> Bool) {
    for entry in manifest.segments where isGone(entry) && newFiles.remove(entry.file) != nil {
      // Many imports in one commit rewrite a month many times; readers of the old file map it.
      if waiting.removeValue(forKey: entry.file) == nil { unlink(store + "/" + entry.file) }
      newRows[entry.file] = nil
    }
    manifest.segments.removeAll(where: isGone)
  }

  private func write(_ table: Table, to file: String) throws(StoreError) {
    let path = store + "/" + file
    try DurableFile.makeFolder((path as NSString).deletingLastPathComponent)
    do {
      try ArrowFile.write(table, to: path)
    } catch {
      throw .io(file: path, reason: "\(error)")
    }
    newFiles.insert(file)
  }

  /// Writes a dictionary's new names as one more part.
  ///
  /// Trailing parts no larger than twice the addition are merged into it, so parts stay few and an
  /// append costs what it adds.
  private func append(_ encoder: DictionaryEncoder, to name: String) throws(StoreError) {
    guard encoder.count > encoder.storedCount else { return }
    var parts = manifest.dictionaries[name] ?? []
    var first = encoder.storedCount
    while let last = parts.last, last.count <= 2 * (encoder.count - first) {
      first = last.first
      parts.removeLast()
    }
    let names = encoder.names(from: first)
    let codes = (first..<encoder.count).map { Int32($0) }
    let file = "dictionaries/\(name).\(nextVersion()).arrow"
    try write(
      Table([
        ("code", Column(.int32, .int32(Buffer(codes)))), ("name", Column(.text, .text(names))),
      ]), to: file)
    parts.append(.init(file: file, first: first, count: codes.count, bytes: 0, sha256: ""))
    manifest.dictionaries[name] = parts
  }

  /// Syncs the new files and notes their checksums.
  private func seal(threads: Int) throws(StoreError) {
    newFiles.formIntersection(manifest.files)
    for file in newArchiveFiles { try DurableFile.sync(store + "/" + file) }
    let sums = try SealedFiles(
      store: store, files: newFiles.sorted(), known: newSums, threads: threads
    ).sums
    for index in manifest.segments.indices {
      guard let sum = sums[manifest.segments[index].file] else { continue }
      manifest.segments[index].sha256 = sum.hex
      manifest.segments[index].bytes = sum.bytes
    }
    for (name, parts) in manifest.dictionaries {
      for index in parts.indices {
        guard let sum = sums[parts[index].file] else { continue }
        manifest.dictionaries[name]![index].sha256 = sum.hex
        manifest.dictionaries[name]![index].bytes = sum.bytes
      }
    }
    // A file is found again after a power loss only when every folder above it is synced too.
    let own = Set(newFiles.map { ($0 as NSString).deletingLastPathComponent })
    let archive: Set<String> = manifest.archive.isEmpty ? [] : ["archive"]
    let parents = Set(own.map { ($0 as NSString).deletingLastPathComponent }).subtracting([""])
    for folder in own.union(archive).union(parents).sorted() {
      try DurableFile.sync(store + "/" + folder)
    }
  }

  /// Files without a manifest are those of a first commit that was cut short, or all that is left
  /// of a store that lost its manifest, and then not ours to remove.
  private static func checkNothingIsLost(_ store: String, _ lock: StoreLock) throws(StoreError) {
    guard !lock.isFirstCommit else { return }
    for folder in ["segments", "dictionaries", "archive"] {
      guard FileManager.default.fileExists(atPath: store + "/" + folder) else { continue }
      throw .corrupt(
        file: store + "/" + Manifest.fileName, found: "none beside the folder \(folder)",
        expected: "the manifest of the store that these files belong to; `railbird replay --store "
          + "\(store)` makes it anew from the archive")
    }
  }
}
