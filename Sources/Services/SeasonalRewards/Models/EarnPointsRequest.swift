import APICore

/// The request to award points for an activity.
public struct EarnPointsRequest: Codable, Equatable, Sendable {
  /// The runner's id.
  public let runnerId: Int
  /// The activity's type, such as `TRAINING_RUN`.
  public let activityType: String
  /// The activity's UUID, which makes the server count it only once; left out if nil.
  public let activityUuid: String?
  /// `xc` or `track`; without season and year the points count for no season.
  public let season: String?
  /// The year in which the season began; always sent as text.
  public let year: String?
  /// The text in the list of transactions.
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

  /// Reads the request, also without a year; texts and numbers are interchangeable.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    runnerId = try fields.requiredInteger(.runnerId)
    activityType = try fields.requiredText(.activityType)
    activityUuid = try fields.text(.activityUuid)
    season = try fields.text(.season)
    year = try fields.text(.year)
    description = try fields.text(.description)
  }

  /// Whether the server counts it only once, however often it is sent.
  var countsOnce: Bool { activityUuid?.isEmpty == false }
}
