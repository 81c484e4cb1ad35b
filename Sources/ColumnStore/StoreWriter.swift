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
  public internal(set) var before: Snapshot

  let lock: StoreLock
  /// The state after the changes.
  var manifest: Manifest
  /// The archive's log, new notes included.
  public internal(set) var log: ArchiveLog
  /// The log's lines that are not yet committed.
  var newLines: [String] = []
  var encoders: [String: DictionaryEncoder] = [:]
  private let encodersLock = NSLock()
  var newFiles: Set<String> = []
  /// Rows of new files, where they are at hand: imports of one commit look at the same months again.
  var newRows: [String: Table] = [:]
  /// New files that are not written yet, and how many rows they have.
  var waiting: [String: Int] = [:]
  /// Files of the raw archive that are not synced yet.
  var newArchiveFiles: [String] = []
  /// Checksums of the new files that are written.
  var newSums: [String: FileSum] = [:]
  private var writeCount = 0
  /// Whether the last commit is made.
  var isDone = false

  /// Opens a store for writing and makes it if there is none.
  ///
  /// - Parameter store: The store's folder.
  /// - Throws: ``StoreError`` `.locked` while another process writes, `.notAStore` when the
  ///   folder holds something else, or what ``Snapshot`` throws.
  public init(store: String) throws(StoreError) {
    self.store = store
    try Self.prepare(store)
    lock = try StoreLock(store: store)
    if try Self.hasManifest(store) {
      manifest = try Manifest.read(store: store)
      if try lock.isFirstCommit() { try lock.note(firstCommit: false) }
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
    guard try Self.hasManifest(store) else { throw .notFound(store: store) }
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

  /// A file name's version: the commit, and the writes within it.
  func nextVersion() -> String {
    writeCount += 1
    return "\(manifest.generation + 1)-\(writeCount)"
  }
}
