import Foundation
import TabularFiles

/// A folder that result files are written to, each whole or not at all.
struct OutputFolder {
  private let path: String

  init(_ path: String) { self.path = path }

  func write(_ text: String, to name: String) throws {
    let file = try prepared(name)
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    } catch {
      throw FileError.cannotWrite(file: file, reason: error.localizedDescription)
    }
  }

  /// The path of a file in the folder, which then exists.
  func prepared(_ name: String) throws -> String {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw FileError.cannotWrite(file: path, reason: error.localizedDescription)
    }
    return path + "/" + name
  }
}
