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
    let guests: Set = [NameAliases.fileName, fetchFolder]
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

  /// Checks files without a manifest: they come from an interrupted first commit, or are the rest
  /// of a store that lost its manifest, and then must not be removed.
  static func checkNothingIsLost(_ store: String, _ lock: StoreLock) throws(StoreError) {
    switch try lock.firstCommit() {
    case .begun: return
    case .renaming:
      let draft = store + "/" + Manifest.fileName + DurableFile.draftEnding
      if try onDisk({ () throws(SystemError) in try FileSystem.exists(draft) }) { return }
    case nil: break
    }
    for folder in ["segments", "dictionaries", "archive"] {
      let isThere = try onDisk { () throws(SystemError) in
        try FileSystem.exists(store + "/" + folder)
      }
      guard isThere else { continue }
      throw .corrupt(
        file: store + "/" + Manifest.fileName, found: "none beside the folder \(folder)",
        expected: "the manifest of the store that these files belong to; `railbird repair --store "
          + "\(store)` rebuilds it from the archive")
    }
  }
}
