import Columns
import Racing

/// The rules a scan settles by.
struct ReportRules: Sendable {
  let asOf: Day
  let bands: AgeBands
  let commission: Commission
  /// Per code of the country dictionary.
  private let terms: [PlaceTerms]
  private let termsWithoutCountry: PlaceTerms

  init(_ request: ReportRequest, asOf: Day, countries: [String]) {
    self.asOf = asOf
    bands = AgeBands(request.windows)
    commission = request.commission
    terms = countries.map { request.placeTerms ?? PlaceTerms.terms(country: $0) }
    termsWithoutCountry = request.placeTerms ?? PlaceTerms.terms(country: "")
  }

  func placeTerms(countryCode: Int32) -> PlaceTerms {
    countryCode < 0 ? termsWithoutCountry : terms[Int(countryCode)]
  }
}
