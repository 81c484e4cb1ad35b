import ArgumentParser
import Foundation

/// A format of files with rows.
enum FileFormat: String {
  case csv
  case json

  /// Parses the comma-separated formats of `--format`.
  ///
  /// - Parameter text: The list, such as `csv,json`.
  /// - Returns: The formats, in that order.
  /// - Throws: `ValidationError` for an unknown or repeated format.
  static func list(_ text: String) throws -> [FileFormat] {
    let formats = try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      let name = name.trimmingCharacters(in: .whitespaces)
      guard let format = FileFormat(rawValue: name) else {
        throw ValidationError("--format: found \(name); expected csv, json or both")
      }
      return format
    }
    guard Set(formats).count == formats.count else {
      throw ValidationError("--format: found \(text); expected different ones")
    }
    return formats
  }
}
