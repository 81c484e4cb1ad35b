import APICore
import Foundation

/// A banner that offers better odds than the market; the guide shows it without defining it.
public struct BoostedOddsBanner: Codable, Identifiable, Equatable, ScheduledPromotion {
  /// The banner's id.
  public let id: Int
  /// The headline; empty where the live service sends none.
  public let title: String
  /// Decimal odds before, stake included; nil where the live service sends markets instead.
  public let originalOdd: Double?
  /// Decimal odds offered, stake included; nil where the live service sends markets instead.
  public let boostedOdd: Double?
  /// The first moment.
  public let startDate: Date
  /// The last moment.
  public let endDate: Date
  /// Such as `published`.
  public let status: String
  /// Its image.
  public let imageUrl: String?
  /// The event's id.
  public let sportEventId: ServiceID
  /// The event; often its id alone.
  public let event: SportEvent?
  /// The live service's market with the odds before.
  public let marketId: ServiceID?
  /// The live service's market with the odds offered.
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
  /// - Edge cases: nil where one of the two is not known, or the original is not above 0.
  public var uplift: Double? {
    guard let originalOdd, let boostedOdd, originalOdd > 0 else { return nil }
    return boostedOdd / originalOdd - 1
  }
}
