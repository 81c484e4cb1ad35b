import Foundation
import SystemFiles

extension StoreWriter {
  /// Removes files of crashed or superseded commits.
  static func removeDeadFiles(_ store: String, keeping manifest: Manifest) throws(StoreError) {
    var living = manifest.files.union(manifest.archive.map { "archive/" + $0.sha256 })
    if manifest.log != nil { living.insert(ArchiveLog.fileName) }
    for folder in ["segments", "dictionaries", "archive"] {
      try removeFiles(below: folder, of: store, but: living)
    }
  }

  // MARK: - Implementation

  /// Removes a folder's files except the living ones.
  private static func removeFiles(below folder: String, of store: String, but living: Set<String>)
    throws(StoreError)
  {
    let names = try onDisk { () throws(SystemError) in
      try FileSystem.names(in: store + "/" + folder)
    }
    for name in names ?? [] where !living.contains(folder + "/" + name) {
      let path = store + "/" + folder + "/" + name
      let isFolder = try onDisk { () throws(SystemError) in
        let isFolder = try FileSystem.status(of: path, followsLinks: false)?.kind == .folder
        if !isFolder { try FileSystem.remove(path) }
        return isFolder
      }
      if isFolder { try removeFiles(below: folder + "/" + name, of: store, but: living) }
    }
  }
}
