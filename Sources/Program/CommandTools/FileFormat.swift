import ArgumentParser
import Foundation

/// A format of files with rows.
package enum FileFormat: String {
  case csv
  case json
  /// A page for browsers, which few commands write.
  case html

  /// Parses the comma-separated formats of `--format`.
  ///
  /// - Parameters:
  ///   - text: The list, such as `csv,json`.
  ///   - hasPages: Whether the command writes pages too.
  /// - Returns: The formats, in that order.
  /// - Throws: `ValidationError` for an unknown or repeated format.
  package static func list(_ text: String, hasPages: Bool = false) throws -> [FileFormat] {
    let formats = try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      let name = name.trimmingCharacters(in: .whitespaces)
      guard let format = FileFormat(rawValue: name), hasPages || format != .html else {
        let expected = hasPages ? "csv, json, html or several of them" : "csv, json or both"
        throw ValidationError("--format: found \(name); expected \(expected)")
      }
      return format
    }
    guard Set(formats).count == formats.count else {
      throw ValidationError("--format: found \(text); expected different ones")
    }
    return formats
  }
}
