import Columns

/// Finds how a column names countries.
struct CountryFit {
  private(set) var fit = FieldFit.none

  /// Codes that racing writes, by the country codes of ISO 3166.
  static let codes = [
    "IRE": "IE", "FR": "FR", "FRA": "FR", "GB": "GB", "GBR": "GB", "UK": "GB", "USA": "US",
    "US": "US", "AUS": "AU", "AU": "AU", "NZ": "NZ", "NZL": "NZ", "HK": "HK", "HKG": "HK",
    "UAE": "AE", "GER": "DE", "DE": "DE", "JPN": "JP", "JP": "JP", "SAF": "ZA", "ZA": "ZA",
    "CAN": "CA", "CA": "CA", "ITY": "IT", "SPA": "ES", "IE": "IE", "SIN": "SG", "KOR": "KR",
    "VIC": "AU", "NSW": "AU", "QLD": "AU", "TAS": "AU", "ACT": "AU", "NT": "AU", "AE": "AE",
    "ARG": "AR", "BRZ": "BR", "CHI": "CL", "QA": "QA", "SWE": "SE", "NOR": "NO", "DEN": "DK",
    "KSA": "SA", "BHR": "BH", "IN": "IN", "IND": "IN", "SWI": "CH", "URU": "UY", "PER": "PE",
  ]
  /// States whose codes mean something else too.
  private static let states = ["SA": "AU", "WA": "AU"]

  init(_ profile: ColumnProfile) {
    let hasStates = profile.values.contains { ["VIC", "NSW", "QLD"].contains($0) }
    let known = hasStates ? Self.codes.merging(Self.states) { first, _ in first } : Self.codes
    let share = profile.share { known[$0.uppercased()] != nil }
    guard share > 0.5 else { return }
    let words = profile.values.compactMap { text in
      known[text.uppercased()].flatMap { $0 == text ? nil : text.yamlWord + ": \($0)" }
    }
    let members = words.isEmpty ? [] : ["words: {" + words.joined(separator: ", ") + "}"]
    fit = FieldFit(share: share, members: members)
  }
}
