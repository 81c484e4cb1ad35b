/// What a check of the service gave.
public struct APITestResult: Identifiable, Equatable, Sendable {
  /// The check.
  public let check: APICheck
  /// How far it has got.
  public var status = APITestStatus.notRun
  /// What was found, in a sentence.
  public var message = ""
  /// How long it took, in seconds; nil before its end.
  public var duration: Double?
  /// Further facts, a line each.
  public var details: [String] = []

  /// The check's name.
  public var id: String { check.rawValue }
  /// The check's name.
  public var testName: String { check.rawValue }
}

/// The checks of ``APITestingService``, in the order in which they run.
public enum APICheck: String, CaseIterable, Sendable {
  case keyFormat = "API Key Format"
  case connection = "API Connection"
  case todaysRaces = "Today's Races"
  case raceDetails = "Race Details"
  case raceResults = "Race Results"
  case horseSearch = "Horse Search"
  case horseDetails = "Horse Details"
  case horseResults = "Horse Results"
  case jockeyStatistics = "Jockey Statistics"
  case trainerStatistics = "Trainer Statistics"
  case dataMapping = "Data Mapping"
  case errorHandling = "Error Handling"
  case rateLimiting = "Rate Limiting"
}
