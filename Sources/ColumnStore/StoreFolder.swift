import Foundation
import SystemFiles

/// A store's folder, as those see it who write something else.
public enum StoreFolder {
  /// The names in the folder that are the store's own.
  public static let ownNames: Set = [
    Manifest.fileName, Manifest.fileName + DurableFile.draftEnding, StoreLock.fileName,
    NameAliases.fileName, NameAliases.fileName + DurableFile.draftEnding, KeptFile.folder,
    StoreWriter.fetchFolder, "segments", "dictionaries", "archive",
  ]

  /// Finds the store among whose own files a path leads: nothing but the store may write there.
  ///
  /// Links, `.` and `..` are followed up to the last part, which is a name: who renames a file to it
  /// takes a link's place, not that of the file it leads to.
  ///
  /// - Parameter path: The path of a file that need not be there.
  /// - Returns: The store's folder; nil where the path leads elsewhere, be it beside those files.
  /// - Throws: ``StoreError`` `.io` when the system does not tell.
  public static func owner(of path: String) throws(StoreError) -> String? {
    try owner(of: (path as NSString).lastPathComponent, in: FileSystem.folder(of: path))
  }

  /// Finds the store among whose own files a folder lies.
  ///
  /// - Parameter folder: The folder, which need not be there.
  /// - Returns: The store's folder; nil where the folder lies elsewhere, be it a store itself.
  /// - Throws: ``StoreError`` `.io` when the system does not tell.
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
