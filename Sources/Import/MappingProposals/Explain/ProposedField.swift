import Columns
import Mappings
import Racing
import YAMLText

/// The proposed source of a field's value.
struct ProposedField {
  let name: String
  /// The columns that it takes.
  var columns: [String]
  /// The mapping's members, such as `column: place` and `format: finish`.
  var members: [String]
  /// Comments for the user.
  var comments: [String] = []

  /// Takes one column, or a piece of it.
  init(_ name: String, _ profile: ColumnProfile, _ members: [String] = []) {
    self.name = name
    columns = [profile.column]
    self.members = profile.members + members
  }

  init(_ name: String, columns: [String], members: [String]) {
    self.name = name
    self.columns = columns
    self.members = members
  }

  /// Returns a copy of the source for another field.
  func named(_ name: String) -> ProposedField {
    var other = ProposedField(name, columns: columns, members: members)
    other.comments = comments
    return other
  }

  /// Whether a cell that cannot be read leaves the field empty.
  var isLenient: Bool { members.contains(Self.leniency) }

  /// Lets a cell that cannot be read leave the field empty.
  mutating func beLenient() {
    if !isLenient { members.append(Self.leniency) }
  }

  private static let leniency = "bad: \"null\""

  /// The source as the mapping writes it.
  var source: String { "{" + members.joined(separator: ", ") + "}" }

  /// The field's line in the mapping.
  var line: String {
    let text = "      \(name): " + source
    let notes = comments.joined(separator: "; ").oneLineWhole
    return notes.isEmpty ? text : text + "  # " + notes
  }
}

extension ColumnProfile {
  /// A mapping's members that take the column, or the piece of it.
  var members: [String] {
    let name = "column: " + column.yamlScalar
    guard let piece else { return [name] }
    return [name, "split: {by: \(piece.by.yamlWord), part: \(piece.part)}"]
  }

  /// The source as an element of a YAML list.
  var listed: String {
    piece == nil ? column.yamlScalar : "{" + members.joined(separator: ", ") + "}"
  }

  /// The column's name, for messages.
  var label: String { piece.map { "\(column), piece \($0.part)" } ?? column }
}

extension FieldMapping {
  /// Reads a field's mapping that is known to be valid.
  static func parsed(_ yaml: String, of field: Field) -> FieldMapping {
    do throws(YAMLError) {
      return try FieldMapping(YAMLValue(text: yaml, file: "a proposal"), of: field)
    } catch {
      preconditionFailure("\(error.place): found \(error.found); expected \(error.expected)")
    }
  }
}

extension String {
  /// The text on one line.
  var oneLineWhole: String {
    String(
      unicodeScalars.map { scalar -> Character in
        scalar.properties.generalCategory == .control
          || [0x2028, 0x2029, 0xFEFF].contains(scalar.value)
          ? " " : Character(scalar)
      })
  }
}
