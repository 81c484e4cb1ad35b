import Foundation
import SystemFiles

/// A store's folder, from the view of code that writes other files.
public enum StoreFolder {
  /// The file of questions that are registered before they are judged; its owner defines its lines.
  public static let ledgerName = "angles.ndjson"

  /// Reads a store's ledger of angles, and checks its lines up to the recorded end.
  ///
  /// - Parameter store: The store's folder.
  /// - Returns: The file's bytes, nil if there is no such file; and the damage if lines are missing
  ///   or were changed.
  /// - Throws: ``StoreError`` if the file cannot be read.
  public static func ledger(of store: String) throws(StoreError) -> (
    bytes: Data?, damage: StoreError?
  ) {
    let path = store + "/" + ledgerName
    // Lines are only added: a manifest read first never records more of them than the file has.
    let noted = try Manifest.readIfWhole(store: store, isOfAnyAge: true)?.angles
    let data = try OwnFile.contents(of: path)
    guard let noted else { return (data, nil) }
    let sum = Checksum.hex(of: (data ?? Data()).prefix(noted.bytes))
    if sum == noted.sha256 { return (data, nil) }
    let damage = StoreError.corrupt(
      file: path, found: data.map { "\($0.count) bytes, SHA-256 \(sum)" } ?? "no file",
      expected: "\(noted.bytes) bytes or more, SHA-256 \(noted.sha256) of these, "
        + "as they were written")
    return (data, damage)
  }

  /// The names in the folder that belong to the store.
  public static let ownNames = Set(OwnFile.folders).union([
    Manifest.fileName, Manifest.fileName + DurableFile.draftEnding, StoreLock.fileName,
    NameAliases.fileName, NameAliases.fileName + DurableFile.draftEnding, KeptFile.folder,
    ledgerName, ledgerName + DurableFile.draftEnding, OwnFile.fetchFolder,
  ])

  /// Finds the store around a path: no result may be written there.
  ///
  /// Links, `.` and `..` are followed up to the last part, which is a name: renaming a file to it
  /// replaces a link, not the link's target.
  ///
  /// - Parameter path: The path of a file, which may be missing.
  /// - Returns: The store's folder; nil if the path leads elsewhere.
  /// - Throws: ``StoreError`` `.io` if the system refuses.
  public static func owner(of path: String) throws(StoreError) -> String? {
    try owner(of: (path as NSString).lastPathComponent, in: FileSystem.folder(of: path))
  }

  /// Finds the store that a folder lies in, or is.
  ///
  /// - Parameter folder: The folder, which may be missing.
  /// - Returns: The store's folder; nil if the folder lies elsewhere.
  /// - Throws: ``StoreError`` `.io` if the system refuses.
  public static func owner(around folder: String) throws(StoreError) -> String? {
    try owner(of: nil, in: folder)
  }

  /// Finds the store whose own files surround a folder.
  ///
  /// - Parameter folder: The folder, which may be missing.
  /// - Returns: The store's folder; nil if the folder lies elsewhere, including a store itself.
  /// - Throws: ``StoreError`` `.io` if the system refuses.
  static func ownFiles(around folder: String) throws(StoreError) -> String? {
    try onDisk { () throws(SystemError) in
      let parts = try FileSystem.parts(of: folder)
      for index in parts.indices where ownNames.contains(parts[index]) {
        let above = "/" + parts[..<index].joined(separator: "/")
        if try isMarked(above) { return above }
      }
      return nil
    }
  }

  /// Whether a file lies in a folder in which a store's writer removes all files but its own.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - store: The store's folder, which may be missing.
  /// - Returns: The answer; true also for the store's own files.
  /// - Throws: ``StoreError`` `.io` if the system refuses.
  public static func holds(_ path: String, in store: String) throws(StoreError) -> Bool {
    try onDisk { () throws(SystemError) in
      let parts = try FileSystem.parts(of: FileSystem.folder(of: path))
      let outer = try FileSystem.parts(of: store)
      guard parts.starts(with: outer), parts.count > outer.count else { return false }
      return OwnFile.folders.contains(parts[outer.count])
    }
  }

  // MARK: - Implementation

  private static func owner(of name: String?, in folder: String) throws(StoreError) -> String? {
    try onDisk { () throws(SystemError) in
      let parts = try FileSystem.parts(of: folder)
      for count in 1...max(parts.count, 1) {
        let above = "/" + parts.prefix(count).joined(separator: "/")
        let inner = parts.count > count ? parts[count] : name
        guard try isMarked(above) else { continue }
        if let inner, ownNames.contains(inner) { return above }
        // Other programs have files of these names too.
        for own in OwnFile.folders
        where try FileSystem.status(of: above + "/" + own)?.kind == .folder {
          return above
        }
      }
      return nil
    }
  }

  /// Whether a folder has a file that identifies a store.
  private static func isMarked(_ folder: String) throws(SystemError) -> Bool {
    for name in [Manifest.fileName, StoreLock.fileName] {
      if try FileSystem.status(of: folder + "/" + name)?.kind == .file { return true }
    }
    return false
  }
}
