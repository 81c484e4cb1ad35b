import Columns

/// The numbers of places of races, computed for all countries of a dictionary.
///
/// A search through ``PlaceTable`` compares dozens of lines, and a scan needs one per race.
public struct PlaceCounts: Sendable {
  /// Per stretch of days, country, kind of race and number of starters.
  private let counts: [UInt8]
  /// The first days of all stretches but the earliest; in a stretch the same lines hold.
  private let laterStretches: [Int32]
  /// Countries of the dictionary, and one for none.
  private let countryCount: Int
  /// Numbers of starters from 0 to the one above which no line begins or ends.
  private let fieldCount: Int

  /// Computes the numbers of places in reports.
  ///
  /// - Parameters:
  ///   - table: The lines.
  ///   - countries: The countries by code.
  ///   - terms: Terms for all races; nil if the country chooses them.
  public init(_ table: PlaceTable = .standard, countries: [String], terms: PlaceTerms? = nil) {
    let stretches = table.laterStretches
    let days = stretches.isEmpty ? [nil] : [stretches[0] - 1] + stretches
    let fieldCount = table.fieldLimit + 1
    var counts: [UInt8] = []
    for day in days {
      var known: [String: [UInt8]] = [:]
      for country in [""] + countries {
        let name = PlaceTable.reportedCountry(country)
        if known[name] == nil {
          known[name] = [false, true].flatMap { isHandicap in
            (0..<fieldCount).map { starters in
              let places =
                terms.map {
                  table.reportedPlaces($0, starters: starters, isHandicap: isHandicap, on: day)
                }
                ?? table.reportedPlaces(
                  country: name, starters: starters, isHandicap: isHandicap, on: day)
              return UInt8(places)
            }
          }
        }
        counts += known[name]!
      }
    }
    self.counts = counts
    laterStretches = stretches.map(\.number)
    countryCount = countries.count + 1
    self.fieldCount = fieldCount
  }

  /// Looks up a race's places.
  ///
  /// - Parameters:
  ///   - countryCode: The code of the race's country; negative for none.
  ///   - starters: Runners that came under starter's orders.
  ///   - isHandicap: Whether the race is a handicap.
  ///   - day: The race day.
  /// - Returns: The same as ``PlaceTable/reportedPlaces(country:starters:isHandicap:on:)``.
  public func places(countryCode: Int32, starters: Int, isHandicap: Bool, on day: Day) -> Int {
    let stretch = laterStretches.isEmpty ? 0 : laterStretches.count { $0 <= day.number }
    let country = stretch * countryCount + Int(max(countryCode, -1)) + 1
    let row = (2 * country + (isHandicap ? 1 : 0)) * fieldCount
    return Int(counts[row + min(starters, fieldCount - 1)])
  }
}

extension PlaceTable {
  /// The days on which some line begins or ceases to hold, in order.
  fileprivate var laterStretches: [Day] {
    let bounds = Day.civilNumbers
    let first = rules.map(\.validity.lowerBound).filter { $0.number > bounds.lowerBound }
    let last = rules.map(\.validity.upperBound).filter { $0.number < bounds.upperBound }
    return Set(first + last.map { $0 + 1 }).sorted()
  }

  /// A number of runners above which no line begins or ends.
  fileprivate var fieldLimit: Int {
    rules.map { $0.runners.upperBound == .max ? $0.runners.lowerBound : $0.runners.upperBound + 1 }
      .max() ?? 0
  }
}
