import Foundation
import SystemFiles

/// Changes to a damaged store's files, under its lock: every damaged file is kept.
///
/// A damaged file stays in a folder of the store until its owner removes it. A crash at any point
/// leaves each file in its old or its new state.
public final class StoreSalvage {
  /// The beginning of the name of a folder of damaged files.
  public static let folderPrefix = "damaged-"

  /// The folder of the damaged files, relative to the store.
  public let folder: String
  private let store: String
  private let lock: StoreLock
  private var hasFolder = false

  /// Locks a store.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - now: The time that names the folder, in seconds since 1970 UTC.
  /// - Throws: ``StoreError`` `.locked` while another process writes.
  public init(store: String, now: Int) throws(StoreError) {
    self.store = store
    lock = try StoreLock(store: store)
    let (path, name) = (store + "/" + Self.folderPrefix, String(now))
    var count = 1
    while try Self.status(of: path + name + (count > 1 ? "-\(count)" : "")) != nil { count += 1 }
    folder = Self.folderPrefix + name + (count > 1 ? "-\(count)" : "")
  }

  /// Keeps a damaged file in the folder, under its own path there.
  ///
  /// An ordinary file also stays in place, until a commit replaces it. Anything else under its
  /// name, such as a folder or a link, would block a commit and is moved.
  ///
  /// - Parameter file: The file, relative to the store; nothing happens if it is missing, or kept
  ///   already.
  /// - Throws: ``StoreError`` `.io` if the system refuses.
  public func keep(_ file: String) throws(StoreError) {
    try clearWay(to: file)
    let (path, kept) = (store + "/" + file, store + "/" + folder + "/" + file)
    guard let status = try Self.status(of: path), try Self.status(of: kept) == nil else { return }
    try DurableFile.makeFolder(FileSystem.folder(of: kept))
    try onDisk { () throws(SystemError) in
      guard status.kind == .file else { return try FileSystem.rename(path, to: kept) }
      // The log is written in place, and so under all of its names.
      if file != ArchiveLog.fileName, (try? FileSystem.link(path, to: kept)) != nil { return }
      do throws(SystemError) {
        try FileSystem.copy(path, to: kept)
        try OpenFile(kept, for: .reading).sync()
      } catch {
        removeDraft(kept)
        throw error
      }
    }
    try DurableFile.sync(FileSystem.folder(of: kept))
    if status.kind != .file { try DurableFile.sync(FileSystem.folder(of: path)) }
    hasFolder = true
  }

  /// Keeps the content of a lost manifest: the tables' files and the archive's log as they are.
  ///
  /// The log may lack its end, and the tables may have rows that exist nowhere else.
  ///
  /// - Throws: ``StoreError`` `.io` if the system refuses.
  public func keepTables() throws(StoreError) {
    try keep(ArchiveLog.fileName)
    for folder in ["segments", "dictionaries"] { try keepFiles(of: folder) }
  }

  /// Puts an original in the place of an archived file, if it has the archived file's checksum.
  ///
  /// - Parameters:
  ///   - sha256: The archived file's checksum.
  ///   - original: The original's path.
  /// - Throws: ``StoreError`` `.corrupt` for another file, `.io` if the system refuses.
  public func restore(_ sha256: String, from original: String) throws(StoreError) {
    try keep("archive/" + sha256)
    try Self.restore(sha256, from: original, in: store)
  }

  /// Finds the archived file whose original is a given file.
  ///
  /// A mapping's text may have one more line break at its end, as when it is printed.
  ///
  /// - Parameters:
  ///   - original: The file.
  ///   - sums: The checksums of archived files.
  /// - Returns: The archived file's checksum, if it is one of `sums`; otherwise the file's own.
  /// - Throws: ``StoreError`` `.io` if it cannot be read.
  public static func sum(of original: String, among sums: Set<String>) throws(StoreError) -> String
  {
    let status = try onDisk { () throws(SystemError) in try FileSystem.status(of: original) }
    // A pipe or a device may have no end.
    guard status == nil || status?.kind == .file else {
      throw .corrupt(file: original, found: "no file with an end", expected: "an ordinary file")
    }
    let own = try Checksum.ofFile(original).hex
    guard !sums.contains(own), try DurableFile.size(of: original) <= Limits.originalMappingBytes
    else {
      return own
    }
    let text = try onDisk { () throws(SystemError) in try FileSystem.contents(of: original) }
    guard let text, text.last == UInt8(ascii: "\n") else { return own }
    let shorter = Checksum.hex(of: text.dropLast())
    return sums.contains(shorter) ? shorter : own
  }

  /// Removes damaged kept sums; the next report computes them.
  ///
  /// - Parameter names: Their names.
  /// - Throws: ``StoreError`` `.io` if the system refuses.
  public func drop(keptSums names: [String]) throws(StoreError) {
    if !names.isEmpty { try OwnFile.checkFolders(of: [KeptFile.folder + "/x"], in: store) }
    for name in names {
      let path = store + "/" + KeptFile.folder + "/" + name
      if try Self.status(of: path)?.kind == .folder {
        try keep(KeptFile.folder + "/" + name)
      } else {
        _ = try onDisk { () throws(SystemError) in try FileSystem.remove(path) }
      }
    }
  }

  /// The folder of the damaged files, if any was kept.
  public var usedFolder: String? { hasFolder ? folder : nil }

  /// Writes an archived file again; a writer or a salvage holds the store's lock.
  static func restore(_ sha256: String, from original: String, in store: String) throws(StoreError)
  {
    try DurableFile.makeFolder(store + "/archive")
    let draft = store + "/archive/draft-" + UUID().uuidString
    do throws(StoreError) {
      try onDisk { () throws(SystemError) in try FileSystem.copy(original, to: draft) }
      let sum = try Self.sum(of: draft, among: [sha256])
      guard sum == sha256 else {
        throw .corrupt(file: original, found: "SHA-256 \(sum)", expected: "SHA-256 \(sha256)")
      }
      if try Checksum.ofFile(draft).hex != sha256 {
        try DurableFile.cut(draft, to: DurableFile.size(of: draft) - 1)
      }
      try DurableFile.sync(draft)
      try onDisk { () throws(SystemError) in
        try FileSystem.rename(draft, to: store + "/archive/" + sha256)
      }
      try DurableFile.sync(store + "/archive")
    } catch {
      _ = try? FileSystem.remove(draft)
      throw error
    }
  }

  // MARK: - Implementation

  /// Moves anything that has the name of a folder on the way to a file, but is no folder.
  private func clearWay(to file: String) throws(StoreError) {
    var folder = ""
    for part in file.split(separator: "/").dropLast() {
      folder += (folder.isEmpty ? "" : "/") + part
      let path = store + "/" + folder
      guard let status = try Self.status(of: path) else { return }
      if status.kind == .folder { continue }
      let kept = store + "/" + self.folder + "/" + folder
      try DurableFile.makeFolder(FileSystem.folder(of: kept))
      try onDisk { () throws(SystemError) in try FileSystem.rename(path, to: kept) }
      try DurableFile.sync(FileSystem.folder(of: kept))
      try DurableFile.sync(FileSystem.folder(of: path))
      hasFolder = true
      return
    }
  }

  private func keepFiles(of folder: String) throws(StoreError) {
    try clearWay(to: folder + "/x")
    let names = try onDisk { () throws(SystemError) in
      try FileSystem.names(in: store + "/" + folder)
    }
    for name in names ?? [] {
      let file = folder + "/" + name
      if try Self.status(of: store + "/" + file)?.kind == .folder {
        try keepFiles(of: file)
      } else {
        try keep(file)
      }
    }
  }

  /// Removes a copy that was not finished, and the folders that were made for it.
  private func removeDraft(_ kept: String) {
    _ = try? FileSystem.remove(kept)
    var folder = FileSystem.folder(of: kept)
    while folder.utf8.count > store.utf8.count {
      _ = try? FileSystem.removeEmptyFolder(folder)
      folder = FileSystem.folder(of: folder)
    }
  }

  private static func status(of path: String) throws(StoreError) -> FileStatus? {
    try onDisk { () throws(SystemError) in
      try FileSystem.status(of: path, followsLinks: false)
    }
  }
}
