/// The generator's data on racing in one country.
struct Country: Sendable {
  let code: String
  /// Share of the meetings, in thousandths.
  let share: Int
  /// Hours from UTC to local time, all year round.
  let hoursFromUTC: Int
  let meanFieldSize: Double
  /// Percentage of the courses that race on `otherSurface` instead of turf.
  let otherSurfacePercent: Int
  let otherSurface: TrackSurface
  let hasExchange: Bool
  let distancesMetres: [Int32]
  /// Percentage of the meetings that begin in the evening.
  var eveningPercent = 0
  /// The latest off time, in minutes after local midnight.
  var lastOffMinute = 1_380
  var chances = RaceChances()
}

extension Country {
  private static let inFurlongs: [Int32] = [
    1006, 1207, 1408, 1609, 1810, 2012, 2414, 2816, 3219, 4023, 4828,
  ]
  private static let dirtSprints: [Int32] = [1006, 1106, 1207, 1307, 1408, 1609, 1709, 1810, 2012]
  private static let inMetres: [Int32] = [1000, 1200, 1400, 1600, 1650, 1800, 2000, 2400, 3000]

  private static func make(
    _ code: String, _ share: Int, _ hours: Int, field: Double, other: (Int, TrackSurface),
    exchange: Bool = true, distances: [Int32]
  ) -> Country {
    Country(
      code: code, share: share, hoursFromUTC: hours, meanFieldSize: field,
      otherSurfacePercent: other.0, otherSurface: other.1, hasExchange: exchange,
      distancesMetres: distances)
  }

  /// The country of an ``AmericanProgramme``.
  ///
  /// Its clocks stay on Eastern Standard Time; the last race is off by half past ten, so that
  /// daylight saving time does not move it to the next day.
  static let american = Country(
    code: "US", share: 1_000, hoursFromUTC: -5, meanFieldSize: AmericanProgramme.meanFieldSize,
    otherSurfacePercent: 75, otherSurface: .dirt, hasExchange: false,
    distancesMetres: [1006, 1106, 1207, 1308, 1408, 1609, 1673, 1710, 1811, 2213],
    eveningPercent: 35, lastOffMinute: 1_350,
    chances: RaceChances(withdrawn: 0.06, nonFinish: 0.02, deadHeat: 0.012))

  /// Returns the countries of a season of this size; the shares sum to 1,000.
  static func countries(runners: Int) -> [Country] {
    runners < 60_000
      ? [
        make("GB", 550, 0, field: 9.2, other: (20, .allWeather), distances: inFurlongs),
        make("IE", 250, 0, field: 11, other: (10, .allWeather), distances: inFurlongs),
        make("HK", 200, 8, field: 12, other: (50, .allWeather), distances: inMetres),
      ]
      : [
        make("GB", 300, 0, field: 9.2, other: (20, .allWeather), distances: inFurlongs),
        make("IE", 80, 0, field: 11, other: (10, .allWeather), distances: inFurlongs),
        make("AU", 250, 10, field: 9.8, other: (10, .allWeather), distances: inMetres),
        make(
          "US", 200, -5, field: 7.8, other: (75, .dirt), exchange: false, distances: dirtSprints),
        make("FR", 100, 1, field: 11, other: (20, .allWeather), distances: inMetres),
        make("JP", 50, 9, field: 13.5, other: (60, .dirt), distances: inMetres),
        make("HK", 20, 8, field: 12, other: (50, .allWeather), distances: inMetres),
      ]
  }
}

/// A surface; raw values are indices of ``SyntheticSeason/surfaceNames``.
enum TrackSurface: Int32, Sendable {
  case turf = 0
  case allWeather = 1
  case dirt = 2

  static let names = ["Turf", "All Weather", "Dirt"]
}

/// The state of the ground; values are indices of ``SyntheticSeason/goingNames``.
enum Going {
  static let names = [
    "Firm", "Good to Firm", "Good", "Good to Soft", "Soft", "Heavy", "Standard", "Fast", "Sloppy",
  ]

  static func draw(on surface: TrackSurface, using random: inout RandomSource) -> Int32 {
    switch surface {
    case .turf: Int32(random.index(weights: [4, 20, 34, 22, 15, 5]))
    case .allWeather: 6
    case .dirt: random.chance(0.85) ? 7 : 8
    }
  }
}
