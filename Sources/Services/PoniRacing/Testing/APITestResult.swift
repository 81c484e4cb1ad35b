/// The result of a check of the service.
public struct APITestResult: Identifiable, Equatable, Sendable {
  /// The check.
  public let check: APICheck
  /// The check's status.
  public var status = APITestStatus.notRun
  /// The finding, in a sentence.
  public var message = ""
  /// The duration in seconds; nil before the end.
  public var duration: Double?
  /// Further facts, one per line.
  public var details: [String] = []

  /// The check's name.
  public var id: String { check.rawValue }
  /// The check's name.
  public var testName: String { check.rawValue }
}

/// The checks of ``APITestingService``, in order of execution.
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
