import Foundation

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

  /// Removes a folder's files but the living ones, which are not looked at.
  private static func removeFiles(below folder: String, of store: String, but living: Set<String>)
    throws(StoreError)
  {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: store + "/" + folder)) ?? []
    for name in names where !living.contains(folder + "/" + name) {
      let path = store + "/" + folder + "/" + name
      if isFolder(path) {
        try removeFiles(below: folder + "/" + name, of: store, but: living)
      } else if unlink(path) != 0 && errno != ENOENT {
        throw .io(file: path, reason: String(cString: strerror(errno)))
      }
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
