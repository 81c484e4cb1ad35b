import ColumnStore
import SystemFiles
import TabularFiles

/// A folder for result files; each is written completely or not at all.
struct OutputFolder {
  let path: String

  /// Names the folder, which lies in no store, and can be made: long work is not done in vain.
  init(_ path: String) throws {
    self.path = path
    try WholeFile.refuse(path, of: StoreFolder.owner(around: path))
    var place = path
    var status: FileStatus?
    do throws(SystemError) {
      status = try FileSystem.status(of: place)
      while status == nil, place != ".", place != "/" {
        place = FileSystem.folder(of: place)
        status = try FileSystem.status(of: place)
      }
    } catch {
      throw FileError.cannotWrite(file: path, reason: error.reason)
    }
    guard status?.kind ?? .folder == .folder else {
      throw FileError.cannotWrite(file: path, reason: "Not a directory")
    }
  }

  func write(_ text: String, to name: String) throws {
    try write(to: name) { try $0(Array(text.utf8)) }
  }

  /// Writes a file block by block; it replaces an existing file at the end.
  func write(to name: String, _ body: (([UInt8]) throws -> Void) throws -> Void) throws {
    try WholeFile.write(try prepared(name), blocks: body)
  }

  /// Removes a file; tells whether there was one.
  ///
  /// A folder behind a link may be somebody else's: its files stay.
  func remove(_ name: String) throws -> Bool {
    let file = path + "/" + name
    try WholeFile.refuse(file, of: StoreFolder.owner(of: file))
    do {
      guard try FileSystem.status(of: path, followsLinks: false)?.kind == .folder else {
        return false
      }
      return try FileSystem.remove(file)
    } catch {
      throw FileError.cannotWrite(file: error.path, reason: error.reason)
    }
  }

  /// Returns the path of a file in the folder; creates the folder.
  func prepared(_ name: String) throws -> String {
    try WholeFile.refuse(path + "/" + name, of: StoreFolder.owner(of: path + "/" + name))
    do {
      try FileSystem.makeFolder(path)
    } catch {
      throw FileError.cannotWrite(file: error.path, reason: error.reason)
    }
    return path + "/" + name
  }
}
