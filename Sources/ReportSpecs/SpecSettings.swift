import Columns
import Racing
import RacingReports
import YAMLText

/// The settings that a spec can make for all its reports, and a report for itself.
struct SpecSettings {
  static let defaultKeys = [
    "as_of", "windows", "where", "min_runs", "commission", "place_terms",
  ]
  static let reportKeys = ["by", "name"] + defaultKeys + ["order_by", "top"]

  private(set) var scope = ReportScope()
  private(set) var minRuns = 0

  /// Reads a section's settings; `null` stands for the engine's own default.
  mutating func read(_ members: YAMLMembers) throws(SpecError) {
    if let value = members.value("as_of") { scope.asOf = try Self.day(value) }
    if let value = members.value("windows") { scope.windows = try Self.windows(value) }
    if let value = members.value("where") { scope.filter = try Self.filter(value) }
    if let value = members.value("min_runs") {
      minRuns = value.isNull ? 0 : try value.integer(atLeast: 0)
    }
    if let value = members.value("commission") { scope.commission = try Self.commission(value) }
    if let value = members.value("place_terms") { scope.placeTerms = try Self.placeTerms(value) }
  }

  private static func day(_ value: SpecValue) throws(SpecError) -> Day? {
    if value.isNull { return nil }
    let text = try value.text("a day as YYYY-MM-DD")
    guard let day = Day(iso: text) else {
      throw value.mistake(text, expected: "a day as YYYY-MM-DD")
    }
    return day
  }

  private static func windows(_ value: SpecValue) throws(SpecError) -> [Window] {
    if value.isNull { return Window.standard }
    let names = try value.list(separator: ",", expected: "windows such as 30d, all")
    return try value.naming { () throws(ReportError) in try Window.list(names) }
  }

  private static func filter(_ value: SpecValue) throws(SpecError) -> Filter? {
    if value.isNull { return nil }
    let text = try value.text("a condition such as sp < 10")
    do {
      return try Filter(text)
    } catch {
      throw .badFilter(place: value.place, error)
    }
  }

  private static func commission(_ value: SpecValue) throws(SpecError) -> Commission {
    if value.isNull { return .standard }
    let text = try value.text("a rate from 0 to 1")
    guard let micros = Decimal6(text)?.micros, let rate = Commission(rateMicros: micros) else {
      throw value.mistake(text, expected: "a rate from 0 to 1")
    }
    return rate
  }

  private static func placeTerms(_ value: SpecValue) throws(SpecError) -> PlaceTerms? {
    if value.isNull { return nil }
    let expected = "one of " + PlaceTerms.names.joined(separator: ", ")
    let text = try value.text(expected)
    guard let terms = PlaceTerms(name: text) else { throw value.mistake(text, expected: expected) }
    return terms
  }
}
