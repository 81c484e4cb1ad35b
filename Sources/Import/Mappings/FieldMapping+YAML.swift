import Columns
import Foundation
import Racing
import YAMLText

extension FieldMapping {
  private static let memberNames = [
    "first_of", "optional", "default", "bad", "format", "zone", "in_zone", "earliest", "thousands",
    "decimal", "times", "stake", "at_least", "exact", "language", "unplaced",
  ]

  package init(_ value: YAMLValue, of field: Field) throws(YAMLError) {
    // The short form is only a column's name.
    guard value.hasMembers else {
      self.init(column: try value.text("a column"))
      return
    }
    let members = try value.members("a field")
    try members.allow(Self.memberNames + CellSource.memberNames, as: "member")
    if let choices = members["first_of"] {
      // Members for a piece of text belong to the piece, not beside `first_of`.
      try members.allow(Self.memberNames, as: "member beside first_of,")
      var sources: [CellSource] = []
      for choice in choices.values { sources.append(try CellSource(choice)) }
      self.init(sources: sources)
    } else if members["default"] != nil, members["column"] == nil, members["join"] == nil {
      self.init(sources: [])
    } else {
      self.init(sources: [try CellSource(members, of: value)])
    }
    guard field == RacingTables.raceID || !readsDay else {
      throw value.mistake(
        found: "field: date for \(field.name)", expected: "it as a piece of race_id only")
    }
    optional = try members["optional"]?.flag() ?? false
    fallback = try members["default"]?.text()
    bad = try members["bad"]?.word(Bad.self)
    for word in members["format"]?.values ?? [] { formats.append(try .init(word, of: field)) }
    if let value = members["language"] { language = try value.language(of: formats, field) }
    if let value = members["unplaced"] { unplaced = try value.unplaced(of: field) }
    zone = try members["zone"]?.zone()
    if let value = members["in_zone"] {
      guard field.type == .date else {
        throw value.mistake(found: "in_zone for \(field.name)", expected: "in_zone for days only")
      }
      dayZone = try value.zone()
    }
    if let value = members["earliest"] {
      if try value.text("a time of day, or country") == "country" {
        guard field.name == "off_time" else {
          throw value.mistake(
            found: "earliest: country for \(field.name)", expected: "it only for off_time")
        }
        followsCountry = true
      } else {
        earliestMicros = try value.clock()
      }
    }
    if let value = members["exact"] {
      isExact = try value.flag()
      guard !isExact || field.isIdentifier else {
        throw value.mistake(
          found: "exact for \(field.name)",
          expected: "it for keys such as race_id and horse_id only")
      }
    }
    thousands = try members["thousands"]?.mark()
    decimalMark = try members["decimal"]?.mark()
    if let value = members["thousands"], let thousands, thousands == decimalMark {
      throw value.mistake(
        found: "\(thousands) between thousands and before decimals", expected: "two marks")
    }
    timesMicros = try members["times"]?.factor(of: field)
    stake = Int64(try members["stake"]?.number(in: 1...1_000_000) ?? 1)
    if let value = members["at_least"] {
      guard let least = Decimal6(try value.text())?.micros else {
        throw value.mistake(found: try value.text(), expected: "a decimal number")
      }
      atLeastMicros = least
    }
  }
}

extension CellSource {
  static let memberNames = ["join", "separator"] + ColumnMapping.memberNames

  init(_ value: YAMLValue) throws(YAMLError) {
    guard value.hasMembers else {
      self.init(parts: [ColumnMapping(column: try value.text("a column"))])
      return
    }
    let members = try value.members("a column")
    try members.allow(Self.memberNames, as: "member")
    try self.init(members, of: value)
  }

  init(_ members: YAMLMembers, of value: YAMLValue) throws(YAMLError) {
    guard let join = members["join"] else {
      self.init(parts: [try ColumnMapping(members, of: value)])
      return
    }
    var parts: [ColumnMapping] = []
    for part in join.values { parts.append(try ColumnMapping(part)) }
    guard !parts.isEmpty else {
      throw join.mistake(found: "an empty join", expected: "at least one column")
    }
    self.init(parts: parts, separator: try members["separator"]?.text() ?? "")
  }
}

extension FieldFormat {
  fileprivate init(_ value: YAMLValue, of field: Field) throws(YAMLError) {
    let words = Self.words(of: field)
    let text = try value.text("a format")
    if let format = words[text] {
      self = format
    } else if Self.takesPatterns(field), let pattern = DatePattern(text) {
      self = .pattern(pattern)
    } else {
      let known =
        words.keys.sorted() + (Self.takesPatterns(field) ? ["a pattern such as D/MM/YYYY"] : [])
      throw value.mistake(
        found: "the format \(text) for \(field.name)",
        expected: known.isEmpty ? "none" : known.joined(separator: ", "))
    }
  }
}

extension YAMLValue {
  func zone() throws(YAMLError) -> String {
    let name = try text("a time zone")
    guard TimeZone(identifier: name) != nil else {
      throw mistake(found: "the time zone \(name)", expected: "one such as Europe/London")
    }
    return name
  }

  /// Reads a language of finish words.
  fileprivate func language(
    of formats: [FieldFormat], _ field: Field
  ) throws(YAMLError) -> String {
    guard formats.contains(.finish) else {
      throw mistake(found: "language for \(field.name)", expected: "it beside format: finish only")
    }
    let code = try text("a language")
    let known = FinishWords.standard.languages
    guard known.contains(code) else {
      throw mistake(
        found: "the language \(code)", expected: "one of " + known.joined(separator: ", "))
    }
    return code
  }

  /// Reads the outcome of runners that a result leaves out.
  fileprivate func unplaced(of field: Field) throws(YAMLError) -> Outcome {
    guard ["position", "outcome"].contains(field.name) else {
      throw mistake(
        found: "unplaced for \(field.name)", expected: "it for position or outcome only")
    }
    let outcome = Outcome(name: try text("an outcome"))
    guard let outcome, ![.finished, .unresolved].contains(outcome) else {
      throw mistake(
        found: try text(), expected: "an outcome without a position, such as lost")
    }
    return outcome
  }

  fileprivate func clock() throws(YAMLError) -> Int64 {
    let text = try text("a time of day")
    var copy = text
    guard let time = copy.withUTF8({ DatePattern("H:mm")!.read($0) })?.microsOfDay else {
      throw mistake(found: text, expected: "a time of day such as 10:00, or country")
    }
    return time
  }

  /// Reads a factor; only numbers may have one.
  fileprivate func factor(of field: Field) throws(YAMLError) -> Int64 {
    let text = try text("a factor")
    guard [.micros, .int16, .int32, .int64].contains(field.type) else {
      throw mistake(found: "times for \(field.name)", expected: "it only for numbers")
    }
    guard let micros = Decimal6(text)?.micros, (1...1_000_000_000_000).contains(micros) else {
      throw mistake(found: text, expected: "a factor such as 0.01")
    }
    return micros
  }

  fileprivate func mark() throws(YAMLError) -> String {
    let text = try text("a mark")
    guard text.utf8.count == 1 else { throw mistake(found: text, expected: "one ASCII mark") }
    return text
  }
}
