import Columns
import Racing

/// A row of a file of bets, withdrawn runners or prices: its cells, and the race and runner that it
/// names.
public struct BetRow: Sendable {
  /// The line in a CSV file, the row from 1 in a JSON file.
  public let line: Int
  /// The race day, local to the course.
  public private(set) var day = Day(0)
  /// The stored key of the race.
  public private(set) var raceID: String?
  /// The racecourse, in any spelling.
  public private(set) var course: String?
  /// The off time, µs since 1970 UTC.
  public private(set) var off: Int64?
  /// Whether ``off`` is a time of the day without a zone, taken for UTC.
  private(set) var isBareTime = false
  /// The number on the day's card.
  public private(set) var raceNumber: Int?
  /// The horse, in any spelling.
  public private(set) var selection: String?
  /// Its saddlecloth number.
  public private(set) var number: Int?
  /// The mistakes found, with file, line and column.
  private(set) var mistakes: [String] = []
  private let path: String
  private let cells: [String?]
  /// The place of each column in ``cells``.
  private let places: [String: Int]

  init(_ path: String, line: Int, _ cells: [String?], _ places: [String: Int]) {
    self.path = path
    self.line = line
    self.cells = cells
    self.places = places
  }

  /// Returns a cell; nil if it is empty or the column is missing.
  public func text(_ column: String) -> String? { places[column].flatMap { cells[$0] } }

  /// Records a mistake.
  mutating func expect(_ column: String, found: String?, _ expected: String) {
    mistakes.append(mistake(column, found: found, expected))
  }

  /// Returns the message of a mistake.
  func mistake(_ column: String, found: String?, _ expected: String) -> String {
    let found = found.map { "\"\($0)\"" } ?? "nothing"
    return "\(path):\(line), column \(column): found \(found); expected \(expected)"
  }

  /// Reads a cell by a function; nil if it is empty, and a mistake if the function returns nil.
  mutating func value<Value>(
    _ column: String, _ expected: String, _ read: (String) -> Value?
  ) -> Value? {
    guard let text = text(column) else { return nil }
    guard let value = read(text) else {
      expect(column, found: text, expected)
      return nil
    }
    return value
  }

  /// Reads a cell that must not be empty.
  mutating func required<Value>(
    _ column: String, _ expected: String, _ read: (String) -> Value?
  ) -> Value? {
    guard text(column) != nil else {
      expect(column, found: nil, expected)
      return nil
    }
    return value(column, expected, read)
  }

  /// Reads one of a few words.
  mutating func word<Word: RawRepresentable & CaseIterable>(
    _ column: String, _ words: Word.Type
  ) -> Word? where Word.RawValue == String {
    required(column, "one of " + Word.allCases.map(\.rawValue).joined(separator: ", ")) {
      Word(rawValue: $0.lowercased())
    }
  }

  /// Reads an amount of money above 0.
  mutating func amount(_ column: String, largest: Int64) -> Int64? {
    value(column, "an amount above 0 and at most \(Decimal6(micros: largest))") { text in
      Decimal6(text).map(\.micros).flatMap { (1...largest).contains($0) ? $0 : nil }
    }
  }

  /// Reads a part of a whole, such as of 100 percent.
  mutating func part(_ column: String, of whole: Int64, _ expected: String) -> Decimal6? {
    value(column, expected) { text in
      Decimal6(text).flatMap { (0...whole * Decimal6.one).contains($0.micros) ? $0 : nil }
    }
  }

  /// Reads odds, decimal or fractional.
  mutating func odds(_ column: String) -> PrintedOdds? {
    value(column, "odds such as 4.5, 7/2 or evens") { Self.odds($0) }
  }

  /// Reads odds, decimal or fractional; nil for any other text.
  static func odds(_ text: String) -> PrintedOdds? { try? PrintedOdds.parse(text) }

  /// Reads a moment: ISO 8601 with a zone, or in UTC without one.
  mutating func instant(_ column: String) -> Int64? {
    value(column, "a moment such as 2024-06-01T13:05:00Z") { Self.instant($0) }
  }

  /// Reads the race and the runner.
  ///
  /// - Parameters:
  ///   - isKnownByRunner: Whether the race may be the only one with the runner on the day.
  ///   - standard: The day of a row that has none; nil if each row needs one.
  mutating func readRace(isKnownByRunner: Bool = false, on standard: Day? = nil) {
    let day =
      if let standard, text("day") == nil {
        standard
      } else {
        required("day", "a day as YYYY-MM-DD") { Day(iso: $0) }
      }
    // With a wrong day, still check the time; only the day is then reported as wrong.
    self.day = day ?? self.day
    raceNumber = value("race", "a race number") { Int($0) }
    off = value("off", "a time of the day in UTC such as 13:05, or a moment") { [day = self.day] in
      Self.off($0, on: day)
    }
    isBareTime = text("off").map { Self.isBare($0) } ?? false
    raceID = text("race_id")
    course = text("course")
    if raceID == nil, !isKnownByRunner {
      if course == nil { expect("course", found: nil, "a course, or a race_id") }
      if text("off") == nil, text("race") == nil {
        expect("off", found: nil, "an off time, or a race number in the column race")
      }
    }
    selection = text("selection")
    if selection == nil, text("number") == nil {
      expect("selection", found: nil, "a horse, or its number in the column number")
    }
    number = value("number", "a saddlecloth number") { Int($0) }
  }

  // MARK: - Implementation

  private static func off(_ text: String, on day: Day) -> Int64? {
    guard isBare(text) else { return instant(text) }
    return instant("\(day.iso)T\(text.count == 4 ? "0" : "")\(text)")
  }

  private static func isBare(_ text: String) -> Bool {
    text.wholeMatch(of: /[0-9]{1,2}:[0-9]{2}/) != nil
  }

  private static func instant(_ text: String) -> Int64? {
    Moment.micros(text, [.blank, .minutes, .micros, .unzoned, .offset, .farOffset])
  }
}
