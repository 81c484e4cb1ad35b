import YAMLText

extension ColumnMapping {
  static let memberNames = [
    "column", "field", "text", "empty", "words", "strip_prefix", "strip_suffix", "between", "split",
    "match", "case",
  ]

  /// Reads a piece of a joined text: a column's name, or a column with members.
  init(_ value: YAMLValue) throws(YAMLError) {
    guard value.hasMembers else {
      self.init(column: try value.text("a column"))
      return
    }
    let members = try value.members("a column")
    try members.allow(Self.memberNames, as: "member")
    try self.init(members, of: value)
  }

  init(_ members: YAMLMembers, of value: YAMLValue) throws(YAMLError) {
    if let text = members["text"] {
      self.init(column: "")
      literal = try text.text()
      return
    }
    if let field = members["field"] {
      guard try field.text("a field") == "date" else {
        throw field.mistake(found: try field.text(), expected: "field: date, the row's day")
      }
      self.init(column: "")
      isDay = true
    } else if let column = members["column"] {
      self.init(column: try column.text("a column's name"))
    } else {
      throw value.mistake(found: "no column", expected: "column, join, first_of or default")
    }
    empty = try members["empty"]?.texts() ?? []
    if let value = members["words"] {
      for (word, meaning) in try value.members("texts by word").all {
        words[word] = try meaning.text()
      }
    }
    stripPrefix = try members["strip_prefix"]?.text()
    stripSuffix = try members["strip_suffix"]?.text()
    between = try members["between"]?.marks()
    split = try members["split"].map { value throws(YAMLError) in try Split(value) }
    match = try members["match"]?.expression()
    letters = try members["case"]?.word(LetterCase.self)
  }
}

extension ColumnMapping.Split {
  init(_ value: YAMLValue) throws(YAMLError) {
    let members = try value.members("by and part")
    try members.allow(["by", "part"], as: "member")
    by = try members.required("by").text()
    part = try members.required("part").number(in: -1000...1000)
    guard !by.isEmpty, part != 0 else {
      throw value.mistake(found: "by “\(by)”, part \(part)", expected: "a mark, and a part from 1")
    }
  }
}

extension YAMLValue {
  fileprivate func marks() throws(YAMLError) -> [String] {
    let marks = try texts("two marks")
    guard marks.count == 2, marks.allSatisfy({ $0.utf8.count == 1 }) else {
      throw mistake(
        found: "between \(marks.joined(separator: " "))", expected: "two ASCII marks")
    }
    return marks
  }

  fileprivate func expression() throws(YAMLError) -> String {
    let text = try text("a regular expression")
    do throws(PatternError) {
      _ = try CellPattern(text)
      return text
    } catch {
      guard case .unbounded(let part) = error else {
        throw mistake(found: text, expected: "a regular expression")
      }
      throw mistake(
        found: "\(text), with \(part)",
        expected: "an expression whose match takes a bounded time (docs/mapping.md, §3)")
    }
  }
}
