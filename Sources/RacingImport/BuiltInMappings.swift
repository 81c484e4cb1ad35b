import Foundation
import Yams

extension Mapping {
  /// The names that `--format` takes.
  public static let builtInNames = ["hkjc", "railbird"]

  /// The YAML text of a built-in mapping, or nil.
  public static func builtInText(_ name: String) -> String? {
    switch name {
    case "hkjc": String(decoding: PackageResources.hkjc_yaml, as: UTF8.self)
    case "railbird": String(decoding: PackageResources.railbird_yaml, as: UTF8.self)
    default: nil
    }
  }

  /// Reads a mapping from YAML.
  ///
  /// - Parameters:
  ///   - text: The YAML text.
  ///   - file: Its name in messages.
  /// - Throws: ``ImportError`` `.badMapping` when it is not a mapping of known fields.
  public init(yaml text: String, file: String) throws(ImportError) {
    do {
      self = try YAMLDecoder().decode(Mapping.self, from: text)
    } catch {
      throw .badMapping(file: file, found: "\(error)", expected: "a mapping")
    }
    try checkFields(file: file)
  }

  private func checkFields(file: String) throws(ImportError) {
    for (tableName, table) in tables.sorted(by: { $0.key < $1.key }) {
      let known = table.knownFields
      let named = Array(table.fields.keys) + Array((table.constants ?? [:]).keys)
      for name in (named + (table.key ?? [])).sorted() where !known.contains(name) {
        throw .badMapping(
          file: file, found: "\(tableName): the field \(name)",
          expected: "one of " + known.sorted().joined(separator: ", "))
      }
    }
  }
}
