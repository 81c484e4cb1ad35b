import Foundation
import SystemFiles

extension StoreWriter {
  /// Removes files of crashed or superseded commits.
  ///
  /// The manifest's name must be on disk: without it, the files of the previous state are still
  /// needed.
  static func removeDeadFiles(_ store: String, keeping manifest: Manifest) throws(StoreError) {
    var living = manifest.files.union(manifest.archive.map { "archive/" + $0.sha256 })
    if manifest.log != nil { living.insert(ArchiveLog.fileName) }
    var dead: [String] = []
    for folder in OwnFile.folders {
      dead += try files(below: folder, of: store, except: living)
    }
    for file in dead {
      _ = try onDisk { () throws(SystemError) in try FileSystem.remove(store + "/" + file) }
    }
  }

  /// Removes the files of changes that were not committed, as the next writer would.
  func discardDrafts() {
    var state = try? Manifest.readIfWhole(store: store)
    if state == nil, isFirstCommit {
      // On a full disk nothing can be written, but mostly the lock file has the mark already.
      let isBegun = (try? StoreLock.firstCommit(of: store)) == .begun
      if isBegun || (try? lock.note(.begun)) != nil { state = Manifest() }
    }
    // Files beside a damaged or lost manifest may be all that is left of a store.
    guard let state else { return }
    // No sync here: a failed sync may have led here. If one is needed, opening the store made it.
    try? Self.removeDeadFiles(store, keeping: state)
    guard let end = state.log else { return }
    try? DurableFile.cut(store + "/" + ArchiveLog.fileName, to: end.bytes)
  }

  // MARK: - Implementation

  /// Returns the paths of the files below a folder of the store except some, relative to the store.
  ///
  /// The system is called for the other files only: an archive has a file for every import.
  private static func files(
    below folder: String, of store: String, except living: Set<String>
  ) throws(StoreError) -> [String] {
    let names = try onDisk { () throws(SystemError) in
      try FileSystem.names(in: store + "/" + folder)
    }
    var files: [String] = []
    for name in names ?? [] {
      let path = folder + "/" + name
      guard !living.contains(path) else { continue }
      let status = try onDisk { () throws(SystemError) in
        try FileSystem.status(of: store + "/" + path, followsLinks: false)
      }
      guard status?.kind == .folder else {
        files.append(path)
        continue
      }
      files += try Self.files(below: path, of: store, except: living)
    }
    return files
  }
}
