import Foundation
import SystemFiles

/// The raw archive: files under their checksums, and the log that tells what they are.
extension StoreWriter {
  /// Where the raw archive keeps the bytes of a checksum; nil where it does not.
  public func archivedPath(sha256: String?) -> String? {
    guard let sha256, manifest.archive.contains(where: { $0.sha256 == sha256 }) else { return nil }
    return store + "/archive/" + sha256
  }

  /// Keeps the bytes of a file that never changes, such as another archive's, under their checksum.
  ///
  /// Both share the bytes on disk where the file system allows it. Bytes of a file that others may
  /// change come in as an ``ArchiveDraft``.
  ///
  /// - Parameters:
  ///   - path: The file to keep.
  ///   - sha256: Its checksum.
  /// - Throws: ``StoreError`` when it cannot be copied.
  public func archive(unchangingFileAt path: String, sha256: String) throws(StoreError) {
    guard archivedPath(sha256: sha256) == nil else { return }
    let folder = store + "/archive"
    try DurableFile.makeUnsyncedFolder(folder)
    let kept = folder + "/" + sha256
    try onDisk { () throws(SystemError) in
      try FileSystem.remove(kept)
      if (try? FileSystem.link(path, to: kept)) != nil { return }
      try FileSystem.copy(path, to: kept)
    }
    // The commit syncs it, with whatever else is new.
    DurableFile.startWriting(kept)
    newArchiveFiles.append("archive/" + sha256)
    manifest.archive.append(.init(sha256: sha256, bytes: try DurableFile.size(of: kept)))
  }

  /// Keeps a text under its checksum in the raw archive.
  ///
  /// - Parameter text: The text, such as a mapping.
  /// - Returns: Its checksum.
  /// - Throws: ``StoreError`` when it cannot be written.
  public func archive(text: String) throws(StoreError) -> String {
    let data = Data(text.utf8)
    let sha256 = Checksum.hex(of: data)
    guard archivedPath(sha256: sha256) == nil else { return sha256 }
    try DurableFile.makeUnsyncedFolder(store + "/archive")
    try DurableFile.write(data, to: store + "/archive/" + sha256)
    manifest.archive.append(.init(sha256: sha256, bytes: data.count))
    return sha256
  }

  /// Adds a note to the archive's log, with the next commit; nothing where it says the same already.
  ///
  /// - Parameters:
  ///   - text: What it says; without line breaks.
  ///   - key: What it is about; without blanks and line breaks.
  public func note(_ text: String, as key: String) {
    precondition(!text.contains("\n") && !key.contains { $0.isWhitespace }, "one line: \(key)")
    guard log.newest[key] != text else { return }
    newLines.append(log.add(.init(generation: manifest.generation + 1, key: key, text: text)))
  }

  // MARK: - Implementation

  /// Writes the new lines behind the old ones; they count once the manifest says so.
  func writeLog() throws(StoreError) {
    guard !newLines.isEmpty else { return }
    let lines = Data(newLines.joined().utf8)
    try DurableFile.makeUnsyncedFolder(store + "/archive")
    try DurableFile.write(
      lines, to: store + "/" + ArchiveLog.fileName, at: log.end.bytes - lines.count)
    manifest.log = log.end
    newLines = []
  }

  /// Reads the log that belongs to a state, and cuts off what a commit wrote that never ended.
  ///
  /// A log that is damaged is begun anew: as long as there is a manifest, tables tell as much.
  static func openLog(_ store: String, _ manifest: Manifest) throws(StoreError) -> ArchiveLog {
    guard let end = manifest.log else { return ArchiveLog() }
    let log: ArchiveLog
    do {
      log = try ArchiveLog(store: store, end: end)
    } catch {
      guard case .corrupt = error else { throw error }
      return ArchiveLog()
    }
    try DurableFile.cut(store + "/" + ArchiveLog.fileName, to: end.bytes)
    return log
  }

  /// The state that rebuilding some tables starts from, and the log.
  static func archivedState(_ store: String, without tables: Set<String>) throws(StoreError)
    -> (Manifest, ArchiveLog)
  {
    let log = try ArchiveLog(store: store)
    if log.end.bytes > 0 {
      try DurableFile.cut(store + "/" + ArchiveLog.fileName, to: log.end.bytes)
    }
    guard var manifest = try Manifest.readIfWhole(store: store) else {
      return (try lostManifest(store, log), log)
    }
    manifest.segments.removeAll { tables.contains($0.table) }
    // Codes that no table uses need no names.
    if manifest.segments.isEmpty { manifest.dictionaries = [:] }
    return (manifest, log)
  }

  /// A manifest of nothing but the archive.
  private static func lostManifest(_ store: String, _ log: ArchiveLog) throws(StoreError)
    -> Manifest
  {
    var manifest = Manifest()
    manifest.generation = log.notes.map(\.generation).max() ?? 0
    manifest.log = log.end
    let names = try onDisk { () throws(SystemError) in
      try FileSystem.names(in: store + "/archive")
    }
    for name in names ?? [] where name.count == 64 {
      let bytes = try DurableFile.size(of: store + "/archive/" + name)
      manifest.archive.append(.init(sha256: name, bytes: bytes))
    }
    return manifest
  }
}
