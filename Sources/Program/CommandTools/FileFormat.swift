import ArgumentParser
import Foundation
import ReportWriters

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

extension [FileFormat] {
  /// The formats in words, such as `csv and json`.
  package var names: String { map(\.rawValue).joined(separator: " and ") }
}

extension [CellTable] {
  /// Returns the files of the tables: their names with an extension, and their texts.
  package func files(as formats: [FileFormat]) -> [(name: String, text: String)] {
    formats.flatMap { format in
      map { table in
        (name: "\(table.name).\(format.rawValue)", text: format == .csv ? table.csv : table.json)
      }
    }
  }
}
