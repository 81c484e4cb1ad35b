import APICore
import Foundation

/// The promotions of a home screen in one answer.
public struct AllPromotions: Codable, Equatable, Sendable {
  /// The alert banner; nil if none is active.
  public let bannerAlert: AlertBanner?
  /// The banners.
  public let banners: [Banner]
  /// The banners of sports events.
  public let sportBanners: [SportBanner]
  /// The stories.
  public let stories: [Story]
  /// The live service's campaigns, in place of all these.
  public let campaigns: [PromotionalCampaign]

  /// Makes an answer.
  public init(
    bannerAlert: AlertBanner?, banners: [Banner], sportBanners: [SportBanner], stories: [Story],
    campaigns: [PromotionalCampaign] = []
  ) {
    self.bannerAlert = bannerAlert
    self.banners = banners
    self.sportBanners = sportBanners
    self.stories = stories
    self.campaigns = campaigns
  }

  /// Reads the guide's object, or the live service's list of campaigns.
  public init(from decoder: any Decoder) throws {
    if (try? decoder.unkeyedContainer()) != nil {
      let list = try LossyList<PromotionalCampaign>(from: decoder)
      (bannerAlert, banners, sportBanners, stories) = (nil, [], [], [])
      campaigns = list.elements
      if list.elements.isEmpty, let first = list.rejected.first { throw first }
      for failure in list.rejected { decoder.leaveOut(failure) }
      return
    }
    let fields = try decoder.container(keyedBy: WireKey.self)
    guard Self.members.contains(where: { fields.contains($0) }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .bannerAlert, in: fields,
        debugDescription: "found none of bannerAlert, banners, sportBanners, stories; expected one")
    }
    let alert = [WireKey.bannerAlert, .alertBanner].first { !fields.isBlank($0) }
    bannerAlert = decoder.optional {
      try alert.map { try fields.decode(AlertBanner.self, forKey: $0) }
    }
    banners = try fields.elements(Banner.self, .banners, decoder) ?? []
    sportBanners =
      try fields.elements(SportBanner.self, .sportBanners, decoder)
      ?? fields.elements(SportBanner.self, .liveSportBanners, decoder) ?? []
    stories = try fields.elements(Story.self, .stories, decoder) ?? []
    campaigns = []
  }

  private static let members: [WireKey] = [
    .bannerAlert, .alertBanner, .banners, .sportBanners, .liveSportBanners, .stories,
  ]

  /// Writes the guide's object; if there are campaigns, the live service's list.
  public func encode(to encoder: any Encoder) throws {
    guard campaigns.isEmpty else { return try campaigns.encode(to: encoder) }
    var fields = encoder.container(keyedBy: WireKey.self)
    try fields.encode(bannerAlert, forKey: .bannerAlert)
    try fields.encode(banners, forKey: .banners)
    try fields.encode(sportBanners, forKey: .sportBanners)
    try fields.encode(stories, forKey: .stories)
  }
}

/// A promotion with its own page, from the live service.
public struct PromotionalCampaign: Codable, Identifiable, Equatable, ScheduledPromotion {
  /// The campaign's id.
  public let id: Int
  /// The headline.
  public let title: String
  /// Its name in addresses.
  public let slug: String?
  /// The status, such as `published`.
  public let status: String
  /// The start of its display.
  public let startDate: Date
  /// The end of its display.
  public let endDate: Date
  /// All members from the service, including its page and categories.
  public let details: [String: JSONValue]

  /// Reads the live service's form.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: WireKey.self)
    id = try fields.requiredInteger(.id)
    title = try fields.requiredText(.title)
    slug = try fields.text(.slug)
    status = try fields.status()
    startDate = try fields.start()
    endDate = try fields.end()
    details = try decoder.singleValueContainer().decode([String: JSONValue].self)
  }

  /// Writes all members unchanged.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(details)
  }
}
