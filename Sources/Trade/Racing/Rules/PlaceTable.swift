import Columns

/// The place terms of all countries as one table: `PlaceTerms.csv`.
///
/// If you change the file, also raise ``version`` and change `docs/settlement.md`.
public struct PlaceTable: Sendable {
  /// The lines, in the file's order.
  public let rules: [PlaceRule]

  /// The version of the file, raised with each change.
  public static let version = 1

  /// The terms that are part of the program.
  public static let standard = PlaceTable(RuleLines(EmbeddedFile("Racing/PlaceTerms.csv").bytes))

  /// The countries whose own terms reports use.
  public static let reportedCountries: Set = ["GB", "IE", "HK", "AU", "JP", "FR", "US"]
  /// The kinds of bets whose lines reports use: the first that a country has.
  static let reportedBets: [PlaceBet] = [.inTheMoney, .eachWay, .place]

  /// Finds the line for a race.
  ///
  /// - Parameters:
  ///   - country: An ISO 3166 two-letter code in capitals.
  ///   - bet: The kind of bet.
  ///   - isHandicap: Whether the race is a handicap.
  ///   - runners: Starters, or declared runners if the line's ``PlaceRule/basis`` says so.
  ///   - day: The race day; nil for terms of no certain day.
  /// - Returns: The line; nil if the country has none for this kind of bet.
  public func rule(
    country: String, _ bet: PlaceBet, isHandicap: Bool, runners: Int, on day: Day? = nil
  ) -> PlaceRule? {
    rules.first { rule in
      rule.country == country && rule.bet == bet && rule.isHandicap ?? isHandicap == isHandicap
        && rule.runners.contains(runners) && day.map(rule.validity.contains) ?? true
    }
  }

  /// Returns the runners that a country's terms count; nil if it has no terms for this kind of bet.
  public func basis(country: String, _ bet: PlaceBet) -> PlaceBasis? {
    rules.first { $0.country == country && $0.bet == bet }?.basis
  }

  /// Returns the number of positions that reports call places, always by the number of starters.
  ///
  /// The first of "in the money", each-way and place terms of the country holds; a country outside
  /// ``reportedCountries`` has the terms of Great Britain.
  ///
  /// - Edge cases: no starter, no place.
  ///
  /// - Parameters:
  ///   - country: A code of ISO 3166, or of racing such as `HKG`, or any other text.
  ///   - starters: Runners that came under starter's orders.
  ///   - isHandicap: Whether the race is a handicap.
  ///   - day: The race day; nil for terms of no certain day.
  /// - Returns: From 0 to 4.
  public func reportedPlaces(
    country: String, starters: Int, isHandicap: Bool, on day: Day? = nil
  ) -> Int {
    places(
      Self.reportedCountry(country), Self.reportedBets, starters: starters,
      isHandicap: isHandicap, on: day)
  }

  /// Returns the number of positions that reports call places, by terms for all races.
  ///
  /// - Edge cases: no starter, no place.
  ///
  /// - Parameters:
  ///   - terms: The terms.
  ///   - starters: Runners that came under starter's orders.
  ///   - isHandicap: Whether the race is a handicap.
  ///   - day: The race day; nil for terms of no certain day.
  /// - Returns: From 0 to 4.
  public func reportedPlaces(
    _ terms: PlaceTerms, starters: Int, isHandicap: Bool, on day: Day? = nil
  ) -> Int {
    places(terms.country, terms.bets, starters: starters, isHandicap: isHandicap, on: day)
  }

  /// Returns the country whose lines reports use for races of a country.
  ///
  /// - Parameter country: An ISO 3166 two-letter code, one of racing's own, or any other text.
  /// - Returns: One of ``reportedCountries``.
  static func reportedCountry(_ country: String) -> String {
    let country = CountryCode.standard(country)
    return reportedCountries.contains(country) ? country : "GB"
  }

  /// Reads the lines of a rules file.
  init(_ lines: RuleLines) {
    rules = (0..<lines.count).map { row in
      let first = lines.number("runners_from", row)!
      let handicap = lines.text("handicap", row)!
      precondition(["any", "yes", "no"].contains(handicap), "handicap is any, yes or no")
      return PlaceRule(
        country: lines.text("country", row)!, bet: PlaceBet(rawValue: lines.text("bet", row)!)!,
        isHandicap: handicap == "any" ? nil : handicap == "yes",
        runners: first...(lines.number("runners_to", row) ?? Int.max),
        basis: PlaceBasis(rawValue: lines.text("basis", row)!)!,
        places: lines.number("places", row)!,
        divisor: lines.text("fraction", row).map(Self.divisor), validity: lines.validity(row),
        source: lines.text("source", row)!)
    }
  }

  // MARK: - Implementation

  /// Returns the positions that the first of some bets pays.
  private func places(
    _ country: String, _ bets: [PlaceBet], starters: Int, isHandicap: Bool, on day: Day?
  ) -> Int {
    guard starters > 0 else { return 0 }
    for bet in bets {
      let found = rule(country: country, bet, isHandicap: isHandicap, runners: starters, on: day)
      if let found { return found.places }
    }
    return 0
  }

  /// The denominator of `1/5`.
  private static func divisor(_ fraction: String) -> Int64 {
    precondition(fraction.hasPrefix("1/"), "a fraction is one over a number")
    return Int64(fraction.dropFirst(2))!
  }
}

extension RuleLines {
  /// Reads the days from `valid_from` to `valid_to`; an empty cell leaves that end open.
  ///
  /// - Parameter row: The record, from 0.
  /// - Returns: The days.
  package func validity(_ row: Int) -> ClosedRange<Day> {
    let first = day("valid_from", row) ?? Day(Day.civilNumbers.lowerBound)
    return first...(day("valid_to", row) ?? Day(Day.civilNumbers.upperBound))
  }
}
