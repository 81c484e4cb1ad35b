import APICore

/// What awards points for an activity.
public struct EarnPointsRequest: Codable, Equatable, Sendable {
  /// Whose activity it is.
  public let runnerId: Int
  /// What it is, such as `TRAINING_RUN`.
  public let activityType: String
  /// The activity's UUID, by which the server counts it once; left out where nil.
  public let activityUuid: String?
  /// `xc` or `track`; where season or year is nil the points count for no season.
  public let season: String?
  /// The year the season began in; always sent as a text.
  public let year: String?
  /// What a person reads in the list of transactions.
  public let description: String?

  /// Makes a request.
  public init(
    runnerId: Int, activityType: String, activityUuid: String?, season: String?, year: String?,
    description: String?
  ) {
    self.runnerId = runnerId
    self.activityType = activityType
    self.activityUuid = activityUuid
    self.season = season
    self.year = year
    self.description = description
  }

  private enum CodingKeys: String, CodingKey {
    case runnerId, activityType, activityUuid, season, year, description
  }

  /// Reads texts or numbers, also a body without a year.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    runnerId = try fields.requiredInteger(.runnerId)
    activityType = try fields.requiredText(.activityType)
    activityUuid = try fields.text(.activityUuid)
    season = try fields.text(.season)
    year = try fields.text(.year)
    description = try fields.text(.description)
  }

  /// Whether the server counts it once however often it is sent.
  var countsOnce: Bool { activityUuid?.isEmpty == false }
}
