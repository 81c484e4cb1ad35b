import APICore
import Foundation

/// A banner with odds above the market's; the guide shows it without defining it.
public struct BoostedOddsBanner: Codable, Identifiable, Equatable, ScheduledPromotion {
  /// The banner's id.
  public let id: Int
  /// The headline; empty if the live service sends none.
  public let title: String
  /// The original decimal odds, stake included; nil if the live service sends markets instead.
  public let originalOdd: Double?
  /// The boosted decimal odds, stake included; nil if the live service sends markets instead.
  public let boostedOdd: Double?
  /// The start of its display.
  public let startDate: Date
  /// The end of its display.
  public let endDate: Date
  /// The status, such as `published`.
  public let status: String
  /// The URL of its image.
  public let imageUrl: String?
  /// The event's id.
  public let sportEventId: ServiceID
  /// The event; often only its id.
  public let event: SportEvent?
  /// The live service's market with the original odds.
  public let marketId: ServiceID?
  /// The live service's market with the boosted odds.
  public let boostedMarketId: ServiceID?

  /// Makes a banner.
  public init(
    id: Int, title: String, originalOdd: Double?, boostedOdd: Double?, startDate: Date,
    endDate: Date, status: String, imageUrl: String?, sportEventId: ServiceID,
    event: SportEvent?, marketId: ServiceID? = nil, boostedMarketId: ServiceID? = nil
  ) {
    self.id = id
    self.title = title
    self.originalOdd = originalOdd
    self.boostedOdd = boostedOdd
    self.startDate = startDate
    self.endDate = endDate
    self.status = status
    self.imageUrl = imageUrl
    self.sportEventId = sportEventId
    self.event = event
    self.marketId = marketId
    self.boostedMarketId = boostedMarketId
  }

  /// Reads the guide's form or the live service's.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: WireKey.self)
    id = try fields.requiredInteger(.id)
    title = try fields.text(.title, .name) ?? ""
    originalOdd = try fields.double(.originalOdd)
    boostedOdd = try fields.double(.boostedOdd)
    startDate = try fields.start()
    endDate = try fields.end()
    status = try fields.status()
    imageUrl = try fields.text(.imageUrl)
    sportEventId = try fields.requiredIdentity(.sportEventId, or: .eventId)
    event = fields.isBlank(.event) ? nil : try fields.decode(SportEvent.self, forKey: .event)
    marketId = try fields.identity(.sportEventMarketId)
    boostedMarketId = try fields.identity(.boostedMarketId)
  }

  /// Writes the guide's form.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: WireKey.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(title, forKey: .title)
    try fields.encodeIfPresent(originalOdd, forKey: .originalOdd)
    try fields.encodeIfPresent(boostedOdd, forKey: .boostedOdd)
    try fields.encodeIfPresent(startDate.wireText, forKey: .startDate)
    try fields.encodeIfPresent(endDate.wireText, forKey: .endDate)
    try fields.encode(status, forKey: .status)
    try fields.encodeIfPresent(imageUrl, forKey: .imageUrl)
    try fields.encode(sportEventId, forKey: .sportEventId)
    try fields.encodeIfPresent(event, forKey: .event)
    try fields.encodeIfPresent(marketId, forKey: .sportEventMarketId)
    try fields.encodeIfPresent(boostedMarketId, forKey: .boostedMarketId)
  }

  /// The gain over the market's odds.
  ///
  /// ```
  /// boosted / original − 1
  /// ```
  ///
  /// - Units: a fraction; 0.2 means a fifth more.
  /// - Edge cases: nil if either is unknown, or the original is not above 0.
  public var uplift: Double? {
    guard let originalOdd, let boostedOdd, originalOdd > 0 else { return nil }
    return boostedOdd / originalOdd - 1
  }
}
