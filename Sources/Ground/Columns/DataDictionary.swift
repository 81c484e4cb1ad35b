/// The meaning of a table's columns, which its file keeps in its metadata.
public struct DataDictionary: Equatable, Sendable {
  /// The use of a column in a model.
  public enum Role: String, Sendable {
    /// Part of the row's key.
    case key
    /// Known before the race.
    case input
    /// Known at the off or later.
    case target
  }

  /// A column and its meaning.
  public struct Entry: Equatable, Sendable {
    /// The column.
    public let field: Field
    /// The meaning of its values.
    public let meaning: ColumnMeaning
    /// Its use.
    public let role: Role

    /// Makes an entry.
    public init(_ field: Field, _ meaning: ColumnMeaning, _ role: Role) {
      (self.field, self.meaning, self.role) = (field, meaning, role)
    }
  }

  /// The columns, in the order of the table.
  public let entries: [Entry]

  /// Makes a dictionary.
  public init(_ entries: [Entry]) { self.entries = entries }

  /// A JSON array with an object of six texts per column; an absent unit is null.
  public var json: String {
    let rows = entries.map { entry in
      let members: [(name: String, value: String?)] = [
        ("name", entry.field.name), ("type", entry.field.type.name), ("role", entry.role.rawValue),
        ("source", entry.meaning.source), ("unit", entry.meaning.unit),
        ("description", entry.meaning.text),
      ]
      let texts = members.map { name, value in
        "\"\(name)\": " + (value.map { JSONText.string($0) } ?? "null")
      }
      return "  {" + texts.joined(separator: ", ") + "}"
    }
    return "[\n" + rows.joined(separator: ",\n") + "\n]\n"
  }
}

/// The description of a column's values.
public struct ColumnMeaning: Equatable, Sendable {
  /// A phrase.
  public let text: String
  /// The unit; nil for names, flags, and numbers without one.
  public let unit: String?
  /// The table or the rule that the values come from.
  public let source: String

  /// Makes a meaning.
  public init(_ text: String, unit: String? = nil, source: String) {
    (self.text, self.unit, self.source) = (text, unit, source)
  }
}
