import Columns
import Foundation
import Synchronization
import TabularFiles

/// The only writer of a store: collects changes and commits them together.
///
/// New files are written beside the old ones and synced; then the manifest is replaced by atomic
/// rename. A crash at any point leaves the state before or after the commit, never a mix.
public final class StoreWriter {
  /// The file that marks a store's folder before its first commit has finished.
  public static let lockFile = StoreLock.fileName

  /// The store's folder.
  public let store: String
  /// The state before the changes.
  public internal(set) var before: Snapshot

  let lock: StoreLock
  /// The state after the changes.
  var manifest: Manifest
  /// The archive's log, new notes included.
  public internal(set) var log: ArchiveLog
  /// The log's uncommitted lines.
  var newLines: [String] = []
  var encoders: [String: DictionaryEncoder] = [:]
  private let encodersLock = NSLock()
  /// The maximum number of bytes of a dictionary's names: they may be merged into one part, an
  /// Arrow column with offsets of 32 bits.
  var namesLimit = Limits.nameBytes
  var newFiles: Set<String> = []
  /// Rows of new files in memory: imports of one commit read the same months again.
  var newRows: [String: Table] = [:]
  /// The values that callers computed from a file's rows, by file and type.
  var made: [String: [ObjectIdentifier: any Sendable]] = [:]
  /// New files that are not written yet, with their numbers of rows.
  var waiting: [String: Int] = [:]
  /// Files of the raw archive that are not synced yet.
  var newArchiveFiles: [String] = []
  /// Checksums of the new files already written.
  var newSums: [String: FileSum] = [:]
  /// Checksums of the parts of the new segments already written.
  var newParts: [String: String] = [:]
  private var writeCount = 0
  /// Whether this writer has begun the store's first commit and not finished it.
  var isFirstCommit = false
  /// Whether there may be files of changes that are not committed.
  var hasDrafts: Bool {
    get { drafts.load(ordering: .relaxed) }
    set { drafts.store(newValue, ordering: .relaxed) }
  }
  private let drafts = Atomic<Bool>(false)
  /// Whether the last commit is done, or the writer is closed.
  var isDone = false

  /// Opens a store for writing; creates it if missing.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - replacesDamagedLog: Whether the first commit replaces a damaged log of the archive.
  /// - Throws: ``StoreError`` `.locked` while another process writes, `.notAStore` if the folder
  ///   holds something else, `.corrupt` if the archive's log is damaged, or any error of
  ///   ``Snapshot``.
  public init(store: String, replacesDamagedLog: Bool = false) throws(StoreError) {
    self.store = store
    try Self.prepare(store)
    lock = try StoreLock(store: store)
    if try Self.hasManifest(store) {
      manifest = try Manifest.readNewest(store: store)
      try Self.secureName(of: store, lock)
    } else {
      manifest = Manifest()
      // The rest of a store that lost its manifest must not be removed.
      if let loss = try Manifest.loss(in: store) { throw loss }
      try lock.note(.begun)
      // After a power failure, files without the lock file's name would look like a stranger's.
      try DurableFile.sync(store)
      isFirstCommit = true
    }
    // Before anything is removed: a link could lead to other programs' files.
    try OwnFile.checkNoLinks(in: store)
    try OwnFile.checkFolders(of: manifest.files, in: store)
    try Self.removeDeadFiles(store, keeping: manifest)
    before = try Snapshot(store: store, manifest: manifest, tables: nil)
    log = try Self.openLog(store, manifest, replacesDamaged: replacesDamagedLog)
  }

  /// Opens a store to rebuild some of its tables, from a state without them.
  ///
  /// Only the raw archive and the other tables must be intact. If the manifest is lost, all files
  /// in the archive belong to the new state. The old state stays until the commit.
  ///
  /// - Parameters:
  ///   - tables: The names of the tables; nil for all.
  ///   - store: The store's folder.
  /// - Throws: ``StoreError`` `.notFound` if there is neither a store nor an archive with a log,
  ///   `.locked` while another process writes, `.corrupt` if other tables or the log are damaged.
  public init(rebuilding tables: Set<String>?, store: String) throws(StoreError) {
    self.store = store
    // Without anything to rebuild, create no lock file.
    _ = try ArchiveLog(store: store)
    lock = try StoreLock(store: store)
    try OwnFile.checkNoLinks(in: store, tables: true)
    // If the rebuild fails, files are removed that a killed writer's old state may still need on
    // disk.
    try DurableFile.sync(store)
    // A rebuild keeps all files, even those that an unfinished first commit left.
    if try StoreLock.firstCommit(of: store) != nil { try lock.note(nil) }
    (manifest, log) = try Self.archivedState(store, without: tables)
    before = try Snapshot(store: store, manifest: manifest, tables: nil)
  }

  /// Opens an existing store to change only its aliases, even if tables are damaged: a repair uses
  /// the aliases.
  ///
  /// - Parameter store: The store's folder.
  /// - Throws: ``StoreError`` `.notFound` if there is none, `.locked` while another process writes,
  ///   `.corrupt` if the manifest is damaged.
  public init(ofAliasesIn store: String) throws(StoreError) {
    guard try Self.hasManifest(store) else {
      throw try Manifest.loss(in: store) ?? .notFound(store: store)
    }
    self.store = store
    lock = try StoreLock(store: store)
    manifest = try Manifest.readNewest(store: store)
    try Self.secureName(of: store, lock)
    try OwnFile.checkNoLinks(in: store)
    before = try Snapshot(store: store, manifest: Manifest(), tables: nil)
    log = ArchiveLog()
    isDone = true
  }

  /// Opens an existing store for writing.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - replacesDamagedLog: Whether the first commit replaces a damaged log of the archive.
  /// - Throws: ``StoreError`` `.notFound` if there is none, or any error of
  ///   ``init(store:replacesDamagedLog:)``.
  public convenience init(
    existing store: String, replacesDamagedLog: Bool = false
  ) throws(StoreError) {
    guard try Self.hasManifest(store) else {
      throw try Manifest.loss(in: store) ?? .notFound(store: store)
    }
    try self.init(store: store, replacesDamagedLog: replacesDamagedLog)
  }

  deinit { close() }

  /// Ends the writer: removes the files of uncommitted changes, and allows other writers.
  ///
  /// Call this if other threads worked with the writer: such a thread may still hold the last
  /// reference when its work has ended. No thread may use the writer afterwards.
  public func close() {
    if hasDrafts { discardDrafts() }
    hasDrafts = false
    isDone = true
    lock.release()
  }

  /// Returns the encoder of a dictionary; its new names are stored with the next commit.
  ///
  /// One thread may read rows, which requests encoders, while others write.
  public func dictionary(_ name: String) -> DictionaryEncoder {
    encodersLock.withLock {
      if let encoder = encoders[name] { return encoder }
      let encoder = DictionaryEncoder(before.dictionary(name), limit: namesLimit)
      encoders[name] = encoder
      return encoder
    }
  }

  /// Returns a file name's version: the commit, and the write within it.
  func nextVersion() -> String {
    writeCount += 1
    hasDrafts = true
    return "\(manifest.generation + 1)-\(writeCount)"
  }
}
