import ExchangeStream
import TabularFiles
import TextEncodings
import YAMLText

extension TextForm {
  private static let words: [String: UInt8] = [
    "comma": UInt8(ascii: ","), "semicolon": UInt8(ascii: ";"), "tab": UInt8(ascii: "\t"),
    "bar": UInt8(ascii: "|"),
  ]

  /// The delimiter, as a mapping writes it.
  package var delimiterWord: String { Self.words.first { $0.value == delimiter }?.key ?? "comma" }

  /// Returns the form with the members that a mapping or a table states.
  func stated(_ members: YAMLMembers) throws(YAMLError) -> TextForm {
    var form = self
    if let value = members["delimiter"] {
      let text = try value.text("a mark between cells")
      let mark = text.utf8.count == 1 ? text.utf8.first : nil
      guard let found = Self.words[text] ?? mark, Self.words.values.contains(found) else {
        throw value.mistake(found: text, expected: "comma, semicolon, tab or bar")
      }
      form.delimiter = found
    }
    if let value = members["encoding"] {
      form.encodings = []
      for choice in value.values { form.encodings.append(try choice.encoding()) }
    }
    if let value = members["capital_names"] { form.hasCapitalNames = try value.flag() }
    if let value = members["market_types"] {
      let types = try value.texts("types of markets, such as 7/WIN")
      form.lines = types.isEmpty ? nil : .markets(types)
    }
    if let value = members["widths"] {
      guard members["columns"] == nil else {
        throw value.mistake(found: "widths and columns", expected: "one of the two")
      }
      let columns = try value.members("the columns' widths by name").all
      form.columns = columns.map(\.0)
      form.widths = try columns.map { _, width throws(YAMLError) in
        try width.number(in: 1...Limits.cellWidth)
      }
    }
    // A file of many columns has no names for them.
    if let value = members["columns"], let count = try? value.number(in: 1...Limits.columns) {
      form.columns = (1...count).map { "column_\($0)" }
    } else if let value = members["columns"] {
      let names = try value.texts("the columns' names")
      var seen: Set<String> = []
      if let twice = names.first(where: { !seen.insert($0).inserted }) {
        throw value.mistake(found: "the column \(twice) twice", expected: "each name once")
      }
      guard !names.isEmpty, !seen.contains("") else {
        throw value.mistake(found: "no name", expected: "a name for each column of the file")
      }
      form.columns = names
    }
    return form
  }
}

extension YAMLValue {
  fileprivate func encoding() throws(YAMLError) -> TextEncoding {
    let name = try text("an encoding")
    if let found = TextEncoding(name: name) { return found }
    // The error of a word lists the names.
    return try word(TextEncoding.self)
  }
}

extension Mapping {
  /// Returns the possible forms of a file of a table; without a table, the forms of all tables,
  /// those with a header line first.
  package func forms(of table: String?) -> [TextForm] {
    if let table { return [tables[table]?.form ?? .standard] }
    var forms: [TextForm] = []
    for (_, table) in tables.sorted(by: { $0.key < $1.key }) where !forms.contains(table.form) {
      forms.append(table.form)
    }
    return forms.filter { $0.columns == nil } + forms.filter { $0.columns != nil }
  }
}
