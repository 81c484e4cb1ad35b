import Columns
import Racing

/// The keys that a report's rows are grouped by: one or several together.
public struct Dimension: Hashable, Sendable {
  /// The fields that may be keys; bands of a number and ``none`` are others.
  public static let keyNames =
    firstKeys + calendarKeys + RacingTables.questionNames.filter { !firstKeys.contains($0) }
    + [daysSinceLastRun] + RunnerFact.allCases.map(\.rawValue)

  /// The most used keys.
  private static let firstKeys = [
    "jockey", "trainer", "horse", "owner", "sire", "course", "country", "draw", "number",
    "distance_band", "going", "class", "odds_band", "field_size_band", "month", "weekday",
    "days_since_last_run_band",
  ]

  /// Keys that follow from the race day.
  static let calendarKeys = ["year"] + CalendarKey.allCases.map(\.rawValue)

  /// The days since the horse's last run, whose bands are another key.
  static let daysSinceLastRun = "days_since_last_run"

  /// The key of the one row of all runners.
  public static let none = "none"

  /// The name of the row of all runners, in place of a key's value.
  public static let everyone = "all"

  /// The keys, in the order of their columns; bands of a number in full.
  public let keys: [String]

  /// The keys' names in a report's header: a band is named after its number.
  public let columnNames: [String]

  /// Groups by fields of runners and their races.
  ///
  /// - Parameter keys: One to four different names out of ``keyNames``, or bands such as
  ///   `band(sp, 2, 4)`; or ``none`` alone.
  /// - Throws: ``ReportError`` `.badBand` for a band that cannot be drawn, `.badValue` for a
  ///   mistake in its number, `.unknownDimension` for any other list.
  public init(_ keys: [String]) throws(ReportError) {
    if let bad = keys.first(where: { KeyBand.isMeant($0) && KeyBand($0) == nil }) {
      throw KeyBand.mistake(bad).map { .badValue($0) } ?? .badBand(found: bad)
    }
    let own = keys.map { KeyBand($0)?.description ?? $0 }
    let names = own.map { KeyBand($0)?.columnName ?? $0 }
    let isKnown = own.allSatisfy { Self.keyNames.contains($0) || KeyBand($0) != nil }
    guard own == [Self.none] || isKnown, (1...4).contains(own.count),
      Set(names).count == names.count
    else { throw .unknownDimension(found: keys.joined(separator: "+")) }
    self.keys = own
    columnNames = names
  }

  private init(none: Void) {
    keys = [Self.none]
    columnNames = keys
  }

  /// All runners in one row.
  package static let ofEveryone = Dimension(none: ())

  /// Reads `jockey`, `jockey+trainer` or `course+band(sp, 2, 4)`.
  ///
  /// - Parameter text: Keys joined by `+`.
  /// - Throws: ``ReportError`` `.badBand`, `.badValue` or `.unknownDimension`.
  public init(_ text: String) throws(ReportError) {
    try self.init(Self.parts(of: text, at: "+"))
  }

  /// Whether each key's values are plain numbers.
  package var areNumbers: [Bool] { keys.map(Self.isNumber) }

  /// The report's file name without its ending.
  package var fileName: String { columnNames.joined(separator: "-") }

  /// Splits a text at a separator outside parentheses.
  ///
  /// - Parameters:
  ///   - text: Keys, or lists of them.
  ///   - separator: The character between them.
  /// - Returns: The parts, empty ones included.
  package static func parts(of text: String, at separator: Character) -> [String] {
    var parts = [""]
    var depth = 0
    for character in text {
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      if character == separator && depth <= 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }
}

extension Dimension {
  /// Fields that are known only at the off or after the race.
  ///
  /// The other facts of a race are known before it, from the declared runners.
  static let laterFields = Set([
    "position", "outcome", "beaten_lengths", "sp", "tote", "tote_paid", "bsp", "place_bsp",
    "place_won", "field_size", "odds_band", "field_size_band", RunnerFact.marketRank.rawValue,
    RunnerFact.isFavourite.rawValue, RunnerFact.oddsShare.rawValue, "rating_rpr", "rating_ts",
    "finish_time_s", "comment", "morning_volume", "pre_play_volume", "in_play_volume",
    "place_morning_volume", "place_pre_play_volume", "place_in_play_volume",
    "removed_at", "reduction_factor", "place_reduction_factor", DerivedTimes.name,
    "sectional_times", "running_positions", "bsp_volume", "place_bsp_volume",
  ]).union(RacingTables.namedPrices)

  /// Whether a key is complete only after the race, so that no card may show it.
  package static func isLater(_ key: String) -> Bool {
    if let band = KeyBand(key) { return band.value.fieldNames.contains(where: isLater) }
    return laterFields.contains(key) || RunnerFact(rawValue: key)?.isOfRace ?? false
  }

  /// Whether a key's values are numbers, so that bands of it are possible.
  package static func isNumber(_ key: String) -> Bool {
    if let fact = RunnerFact(rawValue: key) { return fact.kind == .count || fact.kind == .decimal }
    guard keyNames.contains(key) else { return false }
    switch RacingTables.flatField(key)?.type {
    case .int16, .int32, .int64, .micros: return true
    case nil: return key == daysSinceLastRun || key == "year"
    default: return false
    }
  }

  /// Whether some key has a column of this name.
  package static func hasColumn(_ name: String) -> Bool {
    keyNames.contains(name) || name == none || KeyBand.isComputed(name)
      || name.hasSuffix("_band") && isNumber(String(name.dropLast("_band".count)))
  }
}
