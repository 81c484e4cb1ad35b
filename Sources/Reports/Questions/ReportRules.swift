import Columns
import Racing

/// The rules by which a scan settles bets.
@usableFromInline package struct ReportRules: Sendable {
  package let asOf: Day
  package let commission: Commission
  package let figures: FigureChoice
  private let countries: [String]
  /// The country that gives all races their terms; nil if each race's own country does.
  private let termsCountry: String?
  @usableFromInline let places: PlaceCounts

  package init(_ scope: ResolvedScope, countries: [String]) {
    asOf = scope.asOf
    commission = scope.commission
    figures = scope.figures
    self.countries = countries
    termsCountry = scope.placeTerms?.country
    places = PlaceCounts(countries: countries, terms: scope.placeTerms)
  }

  /// Returns the country that gives a race its each-way terms.
  package func eachWayCountry(code: Int32) -> String {
    termsCountry ?? (code < 0 ? "" : countries[Int(code)])
  }

  /// Returns the count of paid positions; the country is a code of the dictionary, or negative.
  @inlinable package func paidPlaces(
    countryCode: Int32, starters: Int, isHandicap: Bool, day: Int32
  ) -> Int {
    places.places(
      countryCode: countryCode, starters: starters, isHandicap: isHandicap, on: Day(day))
  }
}
