import ArgumentParser
import Foundation
import Mappings
import TextEncodings

/// The mapping for reading files.
struct MappingOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "A layout that is built in: \(Mapping.builtInNames.joined(separator: ", ")).",
      valueName: "name"), completion: .list(Mapping.builtInNames))
  var format: String?

  @Option(
    name: .long,
    help: ArgumentHelp("A mapping of your own; docs/mapping.md.", valueName: "file.yaml"),
    completion: .file(extensions: ["yaml", "yml"]))
  var mapping: String?

  @Option(
    name: .customLong("default"),
    help: ArgumentHelp(
      "A field's value where the files give none, such as date=2024-05-01.",
      valueName: "field=value"))
  var defaults: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The time zone of times without one, and of a club's seasons, such as America/Chicago.",
      valueName: "zone"))
  var zone: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The files' encoding, such as shift_jis; without it, UTF-8 or the one that the bytes show.",
      valueName: "name"), completion: .list(TextEncoding.allCases.map(\.rawValue)))
  var encoding: String?

  func validate() throws {
    if let encoding, TextEncoding(name: encoding) == nil {
      throw ValidationError(
        "--encoding: found \(encoding); expected one of "
          + TextEncoding.allCases.map(\.rawValue).joined(separator: ", "))
    }
    if let zone, TimeZone(identifier: zone) == nil {
      throw ValidationError(
        "--zone: found \(zone); expected a time zone such as America/New_York")
    }
    guard format == nil || mapping == nil else {
      throw ValidationError("--mapping: found --format too; expected one of them")
    }
    if let format { _ = try Self.builtIn(format, option: "--format") }
    for text in defaults { _ = try Self.pair(text) }
  }

  /// The option that gives a mapping, or nil.
  var given: String? { format != nil ? "--format" : mapping != nil ? "--mapping" : nil }

  /// The option that adds to a mapping, or nil.
  var amending: String? {
    !defaults.isEmpty
      ? "--default" : zone != nil ? "--zone" : encoding != nil ? "--encoding" : nil
  }

  /// The files' encoding; nil to find it.
  var fileEncoding: TextEncoding? { encoding.flatMap(TextEncoding.init(name:)) }

  /// The mapping's name in messages.
  var name: String { mapping ?? format ?? "" }

  /// Returns a built-in mapping's text.
  static func builtIn(_ name: String, option: String) throws -> String {
    guard let text = Mapping.builtInText(name) else {
      throw ValidationError(
        "\(option): found \(name); expected one of \(Mapping.builtInNames.joined(separator: ", "))")
    }
    return text
  }

  /// Loads the mapping, and its text with defaults, time zone and encoding.
  func load() throws -> (mapping: Mapping, text: String) {
    var text = try mapping.map(Mapping.text) ?? Mapping.builtInText(format!)!
    text += try defaultsText(of: text) + zoneText(of: text) + encodingText(of: text)
    return (try Mapping(yaml: text, file: name), text)
  }

  /// Returns the defaults as YAML, so that the archived mapping is complete.
  ///
  /// A mapping may be invalid without them, so they are added before it is parsed.
  private func defaultsText(of mapping: String) throws -> String {
    guard !defaults.isEmpty else { return "" }
    guard !Self.hasMember("defaults", mapping) else {
      throw ValidationError(
        "--default: found defaults in the mapping too; expected them in one place")
    }
    let lines = try defaults.map { text in
      let (field, value) = try Self.pair(text)
      let quoted = value.unicodeScalars.replacing("'".unicodeScalars, with: "''".unicodeScalars)
      return "  \(field): '\(String(quoted))'"
    }
    return "\ndefaults:\n" + lines.joined(separator: "\n") + "\n"
  }

  /// Whether some line of a mapping, with any line end, begins with a top-level member's name.
  private static func hasMember(_ name: String, _ mapping: String) -> Bool {
    mapping.split(whereSeparator: \.isNewline).contains { $0.hasPrefix(name + ":") }
  }

  /// Returns the time zone as YAML, so that the archived mapping is complete.
  private func zoneText(of mapping: String) throws -> String {
    guard let zone else { return "" }
    guard !Self.hasMember("zone", mapping) else {
      throw ValidationError("--zone: found a zone in the mapping too; expected it in one place")
    }
    return "\nzone: \(zone)\n"
  }

  /// Returns the encoding as YAML, so that the archived mapping is complete.
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

  /// Returns the defaults by field.
  func defaultValues() throws -> [String: String] {
    Dictionary(try defaults.map(Self.pair)) { $1 }
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
