import ArgumentParser
import CommandTools
import Mappings

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

  @OptionGroup var amendments: MappingAmendments

  func validate() throws {
    guard format == nil || mapping == nil else {
      throw ValidationError("--mapping: found --format too; expected one of them")
    }
    if let format { _ = try Self.builtIn(format, option: "--format") }
  }

  /// The option that gives a mapping, or nil.
  var given: String? { format != nil ? "--format" : mapping != nil ? "--mapping" : nil }

  /// The option that adds to a mapping, or nil.
  var amending: String? {
    !amendments.defaults.isEmpty
      ? "--default"
      : amendments.zone != nil ? "--zone" : amendments.encoding != nil ? "--encoding" : nil
  }

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
    text += try amendments.text(of: text)
    return (try Mapping(yaml: text, file: name), text)
  }
}
