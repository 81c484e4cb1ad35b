/// The twelve hours of the day in which a country runs its races, on the clock of its courses.
///
/// A clock of twelve hours without am or pm leaves the half of the day open. One of the two
/// possible moments lies in these hours, whatever zone the clock is in.
public struct RacingHours: Sendable, Equatable {
  /// The time zone of the country's courses; if there are several, the one with the most races.
  public let zone: String
  /// The start of the hours, µs of the day; they end twelve hours later, at midnight at the latest.
  public let firstMicros: Int64

  /// Returns a country's hours.
  ///
  /// - Parameter country: A code of ISO 3166, or one of racing's own such as `JPN`, in capitals.
  /// - Returns: The hours; nil if they are not known.
  public static func of(country: String) -> RacingHours? {
    known[CountryCode.iso[country] ?? country]
  }

  // MARK: - Implementation

  private init(_ zone: String, _ hour: Int64, _ minute: Int64 = 0) {
    self.zone = zone
    firstMicros = (hour * 60 + minute) * 60_000_000
  }

  /// No first race is earlier, and no last race more than twelve hours later: early ones begin
  /// before ten in Japan, late ones after eleven at night in Hong Kong and on the Gulf.
  private static let known: [String: RacingHours] = [
    "GB": .init("Europe/London", 10), "IE": .init("Europe/Dublin", 10),
    "FR": .init("Europe/Paris", 10, 30), "DE": .init("Europe/Berlin", 10, 30),
    "IT": .init("Europe/Rome", 12), "ES": .init("Europe/Madrid", 11, 30),
    "CH": .init("Europe/Zurich", 10, 30), "AT": .init("Europe/Vienna", 10, 30),
    "BE": .init("Europe/Brussels", 10, 30), "NL": .init("Europe/Amsterdam", 10, 30),
    "SE": .init("Europe/Stockholm", 10, 30), "NO": .init("Europe/Oslo", 10, 30),
    "DK": .init("Europe/Copenhagen", 10, 30), "HU": .init("Europe/Budapest", 10, 30),
    "CZ": .init("Europe/Prague", 10, 30), "SK": .init("Europe/Bratislava", 10, 30),
    "PL": .init("Europe/Warsaw", 10, 30), "GR": .init("Europe/Athens", 11),
    "TR": .init("Europe/Istanbul", 11, 30), "MA": .init("Africa/Casablanca", 11),
    "ZA": .init("Africa/Johannesburg", 10, 30), "MU": .init("Indian/Mauritius", 10),
    "AE": .init("Asia/Dubai", 12), "SA": .init("Asia/Riyadh", 12),
    "QA": .init("Asia/Qatar", 12), "BH": .init("Asia/Bahrain", 12),
    "IN": .init("Asia/Kolkata", 10, 30), "HK": .init("Asia/Hong_Kong", 11, 30),
    "MO": .init("Asia/Macau", 11, 30), "SG": .init("Asia/Singapore", 11),
    "MY": .init("Asia/Kuala_Lumpur", 11), "KR": .init("Asia/Seoul", 10),
    "JP": .init("Asia/Tokyo", 9, 30), "AU": .init("Australia/Sydney", 11),
    "NZ": .init("Pacific/Auckland", 10, 30), "US": .init("America/New_York", 11),
    "CA": .init("America/Toronto", 11), "MX": .init("America/Mexico_City", 11, 30),
    "PR": .init("America/Puerto_Rico", 11), "JM": .init("America/Jamaica", 11),
    "PA": .init("America/Panama", 11), "VE": .init("America/Caracas", 11),
    "CO": .init("America/Bogota", 11), "DO": .init("America/Santo_Domingo", 11),
    "TT": .init("America/Port_of_Spain", 11), "BB": .init("America/Barbados", 11),
    "AR": .init("America/Argentina/Buenos_Aires", 11), "BR": .init("America/Sao_Paulo", 11, 30),
    "CL": .init("America/Santiago", 11), "UY": .init("America/Montevideo", 11, 30),
    "PE": .init("America/Lima", 11, 30),
  ]
}
