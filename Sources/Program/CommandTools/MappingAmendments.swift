import ArgumentParser
import Foundation
import TextEncodings
import YAMLText

/// The options that add to a mapping for one call.
package struct MappingAmendments: ParsableArguments {
  @Option(
    name: .customLong("default"),
    help: ArgumentHelp(
      "A field's value where the files give none, such as date=2024-05-01.",
      valueName: "field=value"))
  package var defaults: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The time zone of times without one, and of a club's seasons, such as America/Chicago.",
      valueName: "zone"))
  package var zone: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The files' encoding, such as shift_jis; without it, UTF-8 or the one that the bytes show.",
      valueName: "name"), completion: .list(TextEncoding.allCases.map(\.rawValue)))
  package var encoding: String?

  package init() {}

  /// Whether no option is given.
  package var isEmpty: Bool { defaults.isEmpty && zone == nil && encoding == nil }

  /// The files' encoding; nil to find it.
  package var fileEncoding: TextEncoding? { encoding.flatMap(TextEncoding.init(name:)) }

  package func validate() throws {
    if let encoding, TextEncoding(name: encoding) == nil {
      throw ValidationError(
        "--encoding: found \(encoding); expected one of "
          + TextEncoding.allCases.map(\.rawValue).joined(separator: ", "))
    }
    if let zone, TimeZone(identifier: zone) == nil {
      throw ValidationError(
        "--zone: found \(zone); expected a time zone such as America/New_York")
    }
    for text in defaults { _ = try Self.pair(text) }
  }

  /// Returns the defaults, the time zone and the encoding as YAML to add to a mapping, so that an
  /// archived mapping is complete.
  ///
  /// A mapping may be invalid without them, so they are added before it is parsed.
  ///
  /// - Parameter mapping: The mapping's text.
  /// - Returns: The YAML, which ends in a line end; empty without options.
  /// - Throws: `ValidationError` if the mapping states them too.
  package func text(of mapping: String) throws -> String {
    try defaultsText(of: mapping) + zoneText(of: mapping) + encodingText(of: mapping)
  }

  /// Returns the defaults by field.
  package func defaultValues() throws -> [String: String] {
    Dictionary(try defaults.map(Self.pair)) { $1 }
  }

  // MARK: - Implementation

  private func defaultsText(of mapping: String) throws -> String {
    guard !defaults.isEmpty else { return "" }
    guard !Self.hasMember("defaults", mapping) else {
      throw ValidationError(
        "--default: found defaults in the mapping too; expected them in one place")
    }
    let lines = try defaults.map { text in
      let (field, value) = try Self.pair(text)
      return "  \(field): \(value.yamlSingleQuoted)"
    }
    return "\ndefaults:\n" + lines.joined(separator: "\n") + "\n"
  }

  /// Whether some line of a mapping, with any line end, begins with a top-level member's name.
  private static func hasMember(_ name: String, _ mapping: String) -> Bool {
    mapping.split(whereSeparator: \.isNewline).contains { $0.hasPrefix(name + ":") }
  }

  private func zoneText(of mapping: String) throws -> String {
    guard let zone else { return "" }
    guard !Self.hasMember("zone", mapping) else {
      throw ValidationError("--zone: found a zone in the mapping too; expected it in one place")
    }
    return "\nzone: \(zone)\n"
  }

  private func encodingText(of mapping: String) throws -> String {
    guard let encoding = fileEncoding else { return "" }
    guard !mapping.split(whereSeparator: \.isNewline).contains(where: Self.isEncoding) else {
      throw ValidationError(
        "--encoding: found an encoding in the mapping too; expected it in one place")
    }
    return "\nencoding: \(encoding.rawValue)\n"
  }

  /// Whether a line of a mapping states an encoding, of all tables or of one.
  private static func isEncoding(_ line: Substring) -> Bool {
    line.drop { $0 == " " }.hasPrefix("encoding:")
  }

  private static func pair(_ text: String) throws -> (String, String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy({ $0.isLetter || $0 == "_" })
    else {
      throw ValidationError("--default: found \(text); expected FIELD=VALUE")
    }
    return (String(parts[0]), String(parts[1]))
  }
}
