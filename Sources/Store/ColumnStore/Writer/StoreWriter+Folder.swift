import Foundation
import SystemFiles

extension StoreWriter {
  /// Creates a store's folder if missing.
  ///
  /// - Parameter store: The folder.
  /// - Throws: ``StoreError`` `.notAStore` if it holds something else, or lies among another
  ///   store's own files, which that store would remove.
  public static func prepare(_ store: String) throws(StoreError) {
    if let outer = try StoreFolder.ownFiles(around: store) {
      throw .notAStore(store: store, found: "a folder among the own files of the store \(outer)")
    }
    // These may exist before anything is stored.
    let guests: Set = [NameAliases.fileName, OwnFile.fetchFolder]
    let names = try onDisk { () throws(SystemError) in try FileSystem.names(in: store) }
    let found = (names ?? []).filter { !guests.contains($0) }
    // An interrupted first commit leaves the lock file and files without a manifest.
    let isOurs = found.contains(Manifest.fileName) || found.contains(StoreLock.fileName)
    if !isOurs, let stranger = found.first {
      throw .notAStore(store: store, found: "a folder that holds \(stranger)")
    }
    try DurableFile.makeFolder(store)
  }

  /// Whether a folder has a manifest, even a damaged one.
  static func hasManifest(_ store: String) throws(StoreError) -> Bool {
    try onDisk { () throws(SystemError) in
      try FileSystem.exists(store + "/" + Manifest.fileName)
    }
  }

  /// Ensures that the manifest's name is on disk, because an earlier writer may have been killed.
  ///
  /// Until then no file of the previous state may be removed, the log may not be two commits ahead,
  /// and the mark of a first commit stays: without the manifest it shows that there is no store.
  static func secureName(of store: String, _ lock: StoreLock) throws(StoreError) {
    try DurableFile.sync(store)
    if try StoreLock.firstCommit(of: store) != nil { try lock.note(nil) }
  }
}
