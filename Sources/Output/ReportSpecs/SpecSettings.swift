import Columns
import Questions
import Racing
import RunnerKeys
import YAMLText

/// The settings that a spec can make for all its reports, or a report for itself.
struct SpecSettings {
  static let defaultKeys = [
    "as_of", "windows", "where", "min_runs", "commission", "place_terms", "bets", "baseline",
    "luck", "shrink", "having", "totals",
  ]
  static let reportKeys = ["by", "name"] + defaultKeys + ["order_by", "top", "per"]
  /// Settings of an angle, and of a file of them.
  static let angleKeys = ["commission", "place_terms", "bets", "baseline"]
  /// Settings of the whole file.
  static let factKeys = ["break_days", "class_order", "market"]

  private(set) var scope = ReportScope()
  private(set) var minRuns = 0
  private(set) var having: RowFilter?
  private(set) var hasTotals = false

  /// Reads a section's settings; `null` selects the engine's default.
  mutating func read(_ members: YAMLMembers) throws(SpecError) {
    if let value = members.value("as_of") { scope.asOf = try Self.day(value) }
    if let value = members.value("windows") { scope.windows = try Self.windows(value) }
    if let value = members.value("where") { scope.filter = try Self.filter(value) }
    if let value = members.value("min_runs") {
      minRuns = value.isNull ? 0 : try value.integer(atLeast: 0)
    }
    if let value = members.value("commission") { scope.commission = try Self.commission(value) }
    if let value = members.value("place_terms") { scope.placeTerms = try Self.placeTerms(value) }
    if let value = members.value("bets") { try setBets(value) }
    if let value = members.value("baseline") {
      scope.figures.baseline = try Self.baseline(value)
    }
    if let value = members.value("luck") { scope.figures.luck = try Self.luck(value) }
    if let value = members.value("shrink") { scope.figures.isShrunk = try Self.flag(value) }
    if let value = members.value("having") { having = try Self.having(value) }
    if let value = members.value("totals") { hasTotals = try Self.flag(value) }
  }

  /// Reads the settings that determine facts from earlier runs.
  static func facts(_ members: YAMLMembers) throws(SpecError) -> FactRules {
    var rules = FactRules.standard
    if let value = members.value("break_days"), !value.isNull {
      rules.breakDays = try value.integer(atLeast: 1)
    }
    if let value = members.value("market"), !value.isNull {
      let expected = "sp, bsp, tote or a price by name"
      let text = try value.text(expected)
      guard let market = Market(name: text) else { throw value.mistake(text, expected: expected) }
      (rules.market, rules.marketPlace) = (market, value.place)
    }
    guard let value = members.value("class_order"), !value.isNull else { return rules }
    let expected = "classes, the highest first"
    guard value.value.hasMembers else {
      rules.classOrder = try classes(value, expected)
      return rules
    }
    let orders = try SpecError.of { () throws(YAMLError) in try value.value.members(expected).all }
    for (source, own) in orders {
      let order = try classes(SpecValue(key: "class_order", value: own), expected)
      if source == FactRules.otherSources {
        rules.classOrder = order
      } else {
        rules.classOrders[source] = order
        rules.sourcesPlace = value.place
      }
    }
    return rules
  }

  private static func classes(_ value: SpecValue, _ expected: String) throws(SpecError) -> [String]
  {
    let order = try value.list(separator: ",", expected: expected)
    if let twice = FactRules.repeated(in: order) {
      throw value.mistake("the class \(twice) twice", expected: "each once")
    }
    return order
  }

  private static func having(_ value: SpecValue) throws(SpecError) -> RowFilter? {
    if value.isNull { return nil }
    let text = try value.text("a condition such as runs >= 30")
    do {
      return try RowFilter(text)
    } catch {
      throw .badFilter(place: value.place, error)
    }
  }

  private mutating func setBets(_ value: SpecValue) throws(SpecError) {
    let names =
      value.isNull
      ? BetGroup.standard.map(\.rawValue)
      : try value.list(separator: ",", expected: "bets such as sp, ew")
    var figures = scope.figures
    try value.naming { () throws(ReportError) in try figures.setBets(names) }
    (scope.figures, scope.betsPlace) = (figures, value.place)
  }

  private static func baseline(_ value: SpecValue) throws(SpecError) -> MarketBaseline {
    if value.isNull { return .standard }
    let expected = "one of " + MarketBaseline.names.joined(separator: ", ")
    let text = try value.text(expected)
    guard let baseline = MarketBaseline(name: text) else {
      throw value.mistake(text, expected: expected)
    }
    return baseline
  }

  private static func luck(_ value: SpecValue) throws(SpecError) -> FigureChoice.Adjustment? {
    if value.isNull { return nil }
    let text = try value.text("bh or by")
    guard let adjustment = FigureChoice.Adjustment(rawValue: text) else {
      throw value.mistake(text, expected: "bh or by")
    }
    return adjustment
  }

  private static func flag(_ value: SpecValue) throws(SpecError) -> Bool {
    if value.isNull { return false }
    let text = try value.text("true or false")
    guard ["true", "false"].contains(text) else {
      throw value.mistake(text, expected: "true or false")
    }
    return text == "true"
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
      return try Filter(text, place: value.place)
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
    guard let terms = PlaceTerms(rawValue: text) else {
      throw value.mistake(text, expected: expected)
    }
    return terms
  }
}
