import Foundation
import SystemFiles

/// A store's own files, opened for reading: ordinary files in the store's own folders.
///
/// A link could lead to any file of the reader's, and a pipe would wait for its writer.
public enum OwnFile {
  /// The folder inside a store for the files of fetches; a writer does not touch it.
  public static let fetchFolder = "fetch"

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - most: The maximum number of bytes, if not 1 GiB: a sparse file may claim any size.
  /// - Returns: Its bytes; nil if there is no such file.
  /// - Throws: ``StoreError`` `.corrupt` if something else has its name or it has more bytes, `.io`
  ///   if it cannot be read.
  public static func contents(of path: String, most: Int? = nil) throws(StoreError) -> Data? {
    let most = most ?? Limits.ownFileBytes
    guard try isThere(path) else { return nil }
    let size = try DurableFile.size(of: path)
    guard size <= most else {
      throw .corrupt(file: path, found: "\(size) bytes", expected: "at most \(most) bytes")
    }
    return try onDisk { () throws(SystemError) in try FileSystem.contents(of: path, most: most) }
  }

  /// Checks that an ordinary file, or nothing, has a name.
  ///
  /// - Parameter path: The file.
  /// - Returns: Whether there is such a file.
  /// - Throws: ``StoreError`` `.corrupt` if something else has its name, `.io` if the system
  ///   refuses.
  @discardableResult
  public static func isThere(_ path: String) throws(StoreError) -> Bool {
    let status = try onDisk { () throws(SystemError) in
      try FileSystem.status(of: path, followsLinks: false)
    }
    guard let status else { return false }
    let found: String
    switch status.kind {
    case .file: return true
    case .folder: found = "a folder"
    case .link: found = "a link"
    case .other: found = "a pipe or a device"
    }
    throw .corrupt(file: path, found: found, expected: "an ordinary file")
  }

  /// The folders of the files that a commit writes; a writer removes all others in them.
  static let folders = ["segments", "dictionaries", "archive"]

  /// Checks that no folder whose files a writer removes or writes is a link.
  ///
  /// - Parameters:
  ///   - store: The store's folder, which may be a link.
  ///   - tables: Whether the tables' folders are checked too.
  /// - Throws: ``StoreError`` `.corrupt` for a link.
  static func checkNoLinks(in store: String, tables: Bool = false) throws(StoreError) {
    let link = try onDisk { () throws(SystemError) -> String? in
      var names = folders
      if tables {
        names += try FileSystem.names(in: store + "/segments")?.map { "segments/" + $0 } ?? []
      }
      for path in names.map({ store + "/" + $0 }) {
        if try FileSystem.status(of: path, followsLinks: false)?.kind == .link { return path }
      }
      return nil
    }
    guard let link else { return }
    throw .corrupt(file: link, found: "a link", expected: "a folder of the store")
  }

  /// Checks that folders lie in the store itself, so that no link leads a reader elsewhere.
  ///
  /// - Parameters:
  ///   - files: Files in these folders, relative to the store.
  ///   - store: The store's folder, which may be a link.
  /// - Throws: ``StoreError`` `.corrupt` for a folder elsewhere.
  public static func checkFolders(
    of files: some Sequence<String>, in store: String
  ) throws(StoreError) {
    let folders = Set(files.map { FileSystem.folder(of: $0) })
    let outer = try onDisk { () throws(SystemError) in try FileSystem.parts(of: store) }
    for folder in folders.sorted() {
      let path = store + "/" + folder
      let real = try onDisk { () throws(SystemError) in try FileSystem.parts(of: path) }
      guard real == outer + folder.split(separator: "/").map(String.init) else {
        throw .corrupt(
          file: path, found: "a link to /" + real.joined(separator: "/"),
          expected: "a folder of the store")
      }
    }
  }
}
