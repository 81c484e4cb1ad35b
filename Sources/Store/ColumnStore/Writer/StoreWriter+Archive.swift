import Foundation
import SystemFiles

/// The raw archive: files by checksum, and the log that describes them.
extension StoreWriter {
  /// Returns the archived file with a checksum; nil if there is none.
  public func archivedPath(sha256: String?) -> String? {
    guard let sha256, manifest.archive.contains(where: { $0.sha256 == sha256 }) else { return nil }
    return store + "/archive/" + sha256
  }

  /// Archives a file that never changes, such as another archive's, under its checksum.
  ///
  /// Both share the bytes on disk if the file system allows it. Files that may change are archived
  /// as an ``ArchiveDraft``.
  ///
  /// - Parameters:
  ///   - path: The file to keep.
  ///   - sha256: Its checksum.
  /// - Throws: ``StoreError`` if it cannot be copied.
  public func archive(unchangingFileAt path: String, sha256: String) throws(StoreError) {
    guard archivedPath(sha256: sha256) == nil else { return }
    let folder = store + "/archive"
    try DurableFile.makeUnsyncedFolder(folder)
    hasDrafts = true
    let kept = folder + "/" + sha256
    try onDisk { () throws(SystemError) in
      try FileSystem.remove(kept)
      if (try? FileSystem.link(path, to: kept)) != nil { return }
      try FileSystem.copy(path, to: kept)
    }
    // The commit syncs it, together with the other new files.
    DurableFile.startWriting(kept)
    newArchiveFiles.append("archive/" + sha256)
    manifest.archive.append(.init(sha256: sha256, bytes: try DurableFile.size(of: kept)))
  }

  /// Restores an archived file that the archive has lost or cut; on disk when the call returns.
  ///
  /// - Parameters:
  ///   - sha256: The archived file's checksum.
  ///   - original: A file of the same bytes.
  /// - Returns: Whether it was restored.
  /// - Throws: ``StoreError`` if the original has other bytes, or cannot be copied.
  public func restore(archived sha256: String, from original: String) throws(StoreError) -> Bool {
    // The whole file is not read: most files of a daily import are known.
    guard let entry = manifest.archive.first(where: { $0.sha256 == sha256 }) else { return false }
    let path = store + "/archive/" + sha256
    if try OwnFile.isThere(path), try DurableFile.size(of: path) == entry.bytes { return false }
    try StoreSalvage.restore(sha256, from: original, in: store)
    return true
  }

  /// Drops a lost file from the list of archived files, with the next commit.
  ///
  /// - Parameters:
  ///   - sha256: The file's checksum.
  ///   - text: A note of the loss, without line breaks.
  public func forget(archived sha256: String, noting text: String) {
    manifest.archive.removeAll { $0.sha256 == sha256 }
    note(text, as: Self.lossPrefix + sha256)
  }

  /// Restores an archived text that the archive has lost or changed; on disk when the call returns.
  ///
  /// - Parameter text: The text.
  /// - Returns: Whether it was restored.
  /// - Throws: ``StoreError`` if it cannot be written.
  public func restore(archivedText text: String) throws(StoreError) -> Bool {
    let data = Data(text.utf8)
    guard let path = archivedPath(sha256: Checksum.hex(of: data)),
      try OwnFile.contents(of: path) != data
    else { return false }
    try DurableFile.makeFolder(store + "/archive")
    try DurableFile.exchange(path, with: data)
    try DurableFile.sync(store + "/archive")
    return true
  }

  /// Archives a text under its checksum.
  ///
  /// - Parameter text: The text, such as a mapping.
  /// - Returns: Its checksum.
  /// - Throws: ``StoreError`` if it cannot be written.
  public func archive(text: String) throws(StoreError) -> String {
    let data = Data(text.utf8)
    let sha256 = Checksum.hex(of: data)
    guard archivedPath(sha256: sha256) == nil else {
      _ = try restore(archivedText: text)
      return sha256
    }
    try DurableFile.makeUnsyncedFolder(store + "/archive")
    hasDrafts = true
    try DurableFile.write(data, to: store + "/archive/" + sha256)
    manifest.archive.append(.init(sha256: sha256, bytes: data.count))
    return sha256
  }

  /// Adds a note to the archive's log, with the next commit, unless the newest note is the same.
  ///
  /// - Parameters:
  ///   - text: The text, without line breaks.
  ///   - key: The key, without spaces and line breaks.
  public func note(_ text: String, as key: String) {
    precondition(!text.contains("\n") && !key.contains { $0.isWhitespace }, "one line: \(key)")
    guard log.newest[key] != text else { return }
    newLines.append(log.add(.init(generation: manifest.generation + 1, key: key, text: text)))
  }

  // MARK: - Implementation

  /// The beginning of the key that notes a file's loss.
  private static let lossPrefix = "lost-"

  /// Appends the new lines; they count once the manifest records them.
  func writeLog() throws(StoreError) {
    guard !newLines.isEmpty else { return }
    let lines = Data(newLines.joined().utf8)
    try DurableFile.makeUnsyncedFolder(store + "/archive")
    hasDrafts = true
    try DurableFile.write(
      lines, to: store + "/" + ArchiveLog.fileName, at: log.end.bytes - lines.count)
    manifest.log = log.end
    newLines = []
  }

  /// Reads the log of a state, and cuts off the lines of an unfinished commit.
  ///
  /// A log that replaces a damaged one is empty: the tables list the same imports, but not the
  /// archived files that were given up.
  static func openLog(
    _ store: String, _ manifest: Manifest, replacesDamaged: Bool
  ) throws(StoreError) -> ArchiveLog {
    guard let end = manifest.log else { return ArchiveLog() }
    // Nothing is written through a link.
    try OwnFile.isThere(store + "/" + ArchiveLog.fileName)
    let log: ArchiveLog
    do {
      log = try ArchiveLog(store: store, end: end)
    } catch {
      guard case .corrupt(let file, let found, _) = error else { throw error }
      if replacesDamaged { return ArchiveLog() }
      throw .corrupt(file: file, found: found, expected: "the archive's log " + StoreError.remedy)
    }
    try DurableFile.cut(store + "/" + ArchiveLog.fileName, to: end.bytes)
    return log
  }

  /// Returns the state from which some tables are rebuilt, and the log.
  static func archivedState(_ store: String, without tables: Set<String>?) throws(StoreError)
    -> (Manifest, ArchiveLog)
  {
    let log = try ArchiveLog(store: store)
    if log.end.bytes > 0 {
      try DurableFile.cut(store + "/" + ArchiveLog.fileName, to: log.end.bytes)
    }
    guard var manifest = try Manifest.readIfWhole(store: store) else {
      return (try lostManifest(store, log), log)
    }
    // A repair may just have restored files that were given up before and that imports name.
    let listed = Set(manifest.archive.map(\.sha256))
    let names = try onDisk { () throws(SystemError) in
      try FileSystem.names(in: store + "/archive")
    }
    for name in names?.sorted() ?? [] where Checksum.isOne(name) && !listed.contains(name) {
      let path = store + "/archive/" + name
      let isNamed =
        log.newest[lossPrefix + name] != nil || log.newest.values.contains { $0.contains(name) }
      guard isNamed, try OwnFile.isThere(path)
      else { continue }
      manifest.archive.append(.init(sha256: name, bytes: try DurableFile.size(of: path)))
    }
    manifest.segments.removeAll { tables?.contains($0.table) ?? true }
    // Without tables, no codes need names.
    if manifest.segments.isEmpty { manifest.dictionaries = [:] }
    return (manifest, log)
  }

  /// Makes a manifest of only the archive.
  private static func lostManifest(_ store: String, _ log: ArchiveLog) throws(StoreError)
    -> Manifest
  {
    var manifest = Manifest()
    // Files of the lost state keep their names: there may be more to save from them.
    manifest.generation = max(
      log.notes.map(\.generation).max() ?? 0, try newestGeneration(of: store))
    manifest.log = log.end
    let names = try onDisk { () throws(SystemError) in
      try FileSystem.names(in: store + "/archive")
    }
    for name in names ?? [] where Checksum.isOne(name) {
      // A link or a folder is no file of the archive.
      guard (try? OwnFile.isThere(store + "/archive/" + name)) == true else { continue }
      let bytes = try DurableFile.size(of: store + "/archive/" + name)
      manifest.archive.append(.init(sha256: name, bytes: bytes))
    }
    return manifest
  }

  /// Returns the highest generation in the names of the tables' files; 0 without any.
  private static func newestGeneration(of store: String) throws(StoreError) -> Int {
    max(
      try newestGeneration(of: store, "segments"), try newestGeneration(of: store, "dictionaries"))
  }

  /// Returns the highest generation in the names of a folder's files; 0 without any.
  private static func newestGeneration(of store: String, _ folder: String) throws(StoreError) -> Int
  {
    let path = store + "/" + folder
    var newest = 0
    let names = try onDisk { () throws(SystemError) in try FileSystem.names(in: path) }
    for name in names ?? [] {
      let parts = name.split(separator: ".")
      if parts.count == 3, let number = Int(parts[1].prefix { $0 != "-" }) {
        newest = max(newest, min(number, 1 << 40))
      } else if parts.count == 1 {
        newest = max(newest, try newestGeneration(of: store, folder + "/" + name))
      }
    }
    return newest
  }
}
