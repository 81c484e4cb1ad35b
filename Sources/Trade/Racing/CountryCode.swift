/// Codes of countries as racing writes them after a course's or a horse's name: `(IRE)`, `(USA)`.
public enum CountryCode {
  /// The ISO 3166 codes by racing's own codes; Australian states map to Australia.
  ///
  /// Marks that mean something else, such as `AW` for all weather, are not included.
  public static let iso = [
    "IRE": "IE", "FR": "FR", "FRA": "FR", "GB": "GB", "GBR": "GB", "UK": "GB", "USA": "US",
    "US": "US", "AUS": "AU", "AU": "AU", "NZ": "NZ", "NZL": "NZ", "HK": "HK", "HKG": "HK",
    "UAE": "AE", "GER": "DE", "DE": "DE", "JPN": "JP", "JP": "JP", "SAF": "ZA", "ZA": "ZA",
    "CAN": "CA", "CA": "CA", "ITY": "IT", "SPA": "ES", "IE": "IE", "SIN": "SG", "KOR": "KR",
    "VIC": "AU", "NSW": "AU", "QLD": "AU", "TAS": "AU", "ACT": "AU", "NT": "AU", "AE": "AE",
    "ARG": "AR", "BRZ": "BR", "CHI": "CL", "QA": "QA", "SWE": "SE", "NOR": "NO", "DEN": "DK",
    "KSA": "SA", "BHR": "BH", "IN": "IN", "IND": "IN", "SWI": "CH", "URU": "UY", "PER": "PE",
    "PR": "PR", "MEX": "MX", "PAN": "PA", "JAM": "JM", "VEN": "VE", "COL": "CO", "DOM": "DO",
    "TRI": "TT", "BAR": "BB", "MAC": "MO", "MAL": "MY", "TUR": "TR", "HUN": "HU", "CZE": "CZ",
    "SVK": "SK", "POL": "PL", "AUT": "AT", "BEL": "BE", "HOL": "NL", "GR": "GR", "MOR": "MA",
  ]

  /// Returns the code of ISO 3166 for a country as a file writes it; any other text in capitals.
  public static func standard(_ text: String) -> String {
    let capitals = text.uppercased()
    return iso[capitals] ?? capitals
  }
}
