import Foundation
import SystemFiles

/// A store's folder, from the view of code that writes other files.
public enum StoreFolder {
  /// The file of questions that are registered before they are judged; its lines are their owner's.
  public static let ledgerName = "angles.ndjson"

  /// The names in the folder that belong to the store.
  public static let ownNames: Set = [
    Manifest.fileName, Manifest.fileName + DurableFile.draftEnding, StoreLock.fileName,
    NameAliases.fileName, NameAliases.fileName + DurableFile.draftEnding, KeptFile.folder,
    ledgerName, ledgerName + DurableFile.draftEnding, StoreWriter.fetchFolder, "segments",
    "dictionaries", "archive",
  ]

  /// Finds the store that owns the folder of a path: only the store may write there.
  ///
  /// Links, `.` and `..` are followed up to the last part, which is a name: renaming a file to it
  /// replaces a link, not the link's target.
  ///
  /// - Parameter path: The path of a file, which may be missing.
  /// - Returns: The store's folder; nil if the path leads elsewhere, including beside the store's
  ///   own files.
  /// - Throws: ``StoreError`` `.io` if the system refuses.
  public static func owner(of path: String) throws(StoreError) -> String? {
    try owner(of: (path as NSString).lastPathComponent, in: FileSystem.folder(of: path))
  }

  /// Finds the store whose own files surround a folder.
  ///
  /// - Parameter folder: The folder, which may be missing.
  /// - Returns: The store's folder; nil if the folder lies elsewhere, including a store itself.
  /// - Throws: ``StoreError`` `.io` if the system refuses.
  public static func owner(around folder: String) throws(StoreError) -> String? {
    try owner(of: nil, in: folder)
  }

  // MARK: - Implementation

  private static func owner(of name: String?, in folder: String) throws(StoreError) -> String? {
    try onDisk { () throws(SystemError) in
      let parts = try FileSystem.parts(of: folder) + (name.map { [$0] } ?? [])
      for index in parts.indices where ownNames.contains(parts[index]) {
        let above = "/" + parts[..<index].joined(separator: "/")
        for name in [Manifest.fileName, StoreLock.fileName] {
          if try FileSystem.status(of: above + "/" + name)?.kind == .file { return above }
        }
      }
      return nil
    }
  }
}
