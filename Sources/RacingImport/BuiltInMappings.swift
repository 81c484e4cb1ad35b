import Foundation
import Racing
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
      for name in ["race_id", "date"] {
        if let field = table.fields[name], field.optional != true { continue }
        throw .badMapping(
          file: file, found: "\(tableName): no field \(name) that every file has",
          expected: "race_id and date in every table")
      }
      for (name, field) in table.fields.sorted(by: { $0.key < $1.key }) {
        guard let (found, expected) = field.mistake else { continue }
        throw .badMapping(
          file: file, found: "\(tableName): the field \(name) with \(found)", expected: expected)
      }
    }
  }
}

extension FieldMapping {
  /// A setting that makes no sense: what was found and what was expected.
  fileprivate var mistake: (found: String, expected: String)? {
    if parts.isEmpty { return ("an empty join", "at least one column") }
    if let divideBy, divideBy <= 0 { return ("divide_by \(divideBy)", "a stake above 0") }
    if let atLeast, Decimal6(atLeast) == nil { return ("at_least \(atLeast)", "a decimal number") }
    for marks in parts.compactMap(\.between) {
      guard marks.count == 2, marks.allSatisfy({ $0.utf8.count == 1 }) else {
        return ("between \(marks.joined(separator: " "))", "two ASCII marks")
      }
    }
    return nil
  }
}
