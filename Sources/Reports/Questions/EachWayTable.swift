import Columns
import Racing

/// The each-way terms of every country, looked up once per kind of race.
package struct EachWayTable {
  private let rules: ReportRules
  private let table = PlaceTable.standard
  private let isDated: Bool
  private var known: [Key: (places: Int32, divisor: Int64)] = [:]
  /// The rule found last for some keys, by their lowest bits: most races find their rule here.
  private var recent = [(key: Key, places: Int32, divisor: Int64)?](repeating: nil, count: 256)

  private struct Key: Hashable {
    let country: Int32
    let isHandicap: Bool
    let starters: Int
    let declared: Int
    /// 0 if no line of the table has a first or last day.
    let day: Int32

    var slot: Int { (starters ^ declared << 3 ^ Int(country) << 5 ^ (isHandicap ? 128 : 0)) & 255 }
  }

  /// Makes the table of a report.
  package init(_ rules: ReportRules) {
    self.rules = rules
    let always = Day(Day.civilNumbers.lowerBound)...Day(Day.civilNumbers.upperBound)
    isDated = table.rules.contains { $0.bet == .eachWay && $0.validity != always }
  }

  /// Returns the number of paid positions and the denominator of the fraction of the odds.
  package mutating func rule(
    countryCode: Int32, isHandicap: Bool, starters: Int, declared: Int, on day: Int32
  ) -> (places: Int32, divisor: Int64) {
    let key = Key(
      country: countryCode, isHandicap: isHandicap, starters: starters, declared: declared,
      day: isDated ? day : 0)
    if let last = recent[key.slot], last.key == key { return (last.places, last.divisor) }
    let own =
      known[key] ?? rule(rules.eachWayCountry(code: countryCode), key) ?? rule("GB", key)!
    known[key] = own
    recent[key.slot] = (key, own.places, own.divisor)
    return own
  }

  private func rule(_ country: String, _ race: Key) -> (places: Int32, divisor: Int64)? {
    let country = CountryCode.standard(country)
    guard let basis = table.basis(country: country, .eachWay) else { return nil }
    let runners = basis == .declared ? race.declared : race.starters
    let rule = table.rule(
      country: country, .eachWay, isHandicap: race.isHandicap, runners: runners,
      on: isDated ? Day(race.day) : nil)
    return rule.map { (Int32($0.places), $0.divisor ?? 1) }
  }
}
