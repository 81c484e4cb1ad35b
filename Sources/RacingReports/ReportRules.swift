import Columns
import Racing

/// The rules a scan settles by.
struct ReportRules: Sendable {
  let asOf: Day
  let commission: Commission
  /// Per code of the country dictionary.
  private let terms: [PlaceTerms]
  private let termsWithoutCountry: PlaceTerms

  init(_ scope: ReportScope, asOf: Day, countries: [String]) {
    self.asOf = asOf
    commission = scope.commission
    terms = countries.map { scope.placeTerms ?? PlaceTerms.terms(country: $0) }
    termsWithoutCountry = scope.placeTerms ?? PlaceTerms.terms(country: "")
  }

  func placeTerms(countryCode: Int32) -> PlaceTerms {
    countryCode < 0 ? termsWithoutCountry : terms[Int(countryCode)]
  }
}
