import APICore
import Foundation

/// A bet suggested by a professional tipster.
public struct ProChoice: Codable, Identifiable, Equatable, Sendable {
  /// The choice's id.
  public let id: Int
  /// The headline.
  public let title: String
  /// The tipster.
  public let tipster: Tipster
  /// The event.
  public let event: EventSummary
  /// The bet.
  public let selection: Selection
  /// The tipster's reasons.
  public let reasoning: String

  /// A tipster.
  public struct Tipster: Codable, Identifiable, Equatable, Sendable {
    /// The tipster's id.
    public let id: Int
    /// The name.
    public let name: String
    /// The share of the tipster's winning choices, from 0 to 1, by the service's count.
    public let winRate: Double
    /// The URL of the picture.
    public let avatar: String?

    /// Makes a tipster.
    public init(id: Int, name: String, winRate: Double, avatar: String?) {
      self.id = id
      self.name = name
      self.winRate = winRate
      self.avatar = avatar
    }
  }

  /// An event with its teams' names; ``SportEvent`` has teams as objects.
  public struct EventSummary: Codable, Identifiable, Equatable, Sendable {
    /// The event's id.
    public let id: ServiceID
    /// The home team's name.
    public let homeTeam: String
    /// The away team's name.
    public let awayTeam: String
    /// The start.
    public let dateTime: Date

    /// Makes an event.
    public init(id: ServiceID, homeTeam: String, awayTeam: String, dateTime: Date) {
      self.id = id
      self.homeTeam = homeTeam
      self.awayTeam = awayTeam
      self.dateTime = dateTime
    }
  }

  /// A bet on one outcome of a market.
  public struct Selection: Codable, Equatable, Sendable {
    /// The market, such as `1X2`.
    public let marketName: String
    /// The outcome, such as `1`.
    public let outcomeName: String
    /// Decimal odds, stake included.
    public let odds: Double

    /// Makes a bet.
    public init(marketName: String, outcomeName: String, odds: Double) {
      self.marketName = marketName
      self.outcomeName = outcomeName
      self.odds = odds
    }
  }

  /// Makes a choice.
  public init(
    id: Int, title: String, tipster: Tipster, event: EventSummary, selection: Selection,
    reasoning: String
  ) {
    self.id = id
    self.title = title
    self.tipster = tipster
    self.event = event
    self.selection = selection
    self.reasoning = reasoning
  }
}

/// The live service's pro choice: a market without tipster, bet and reasons.
public struct ProChoicePointer: Codable, Equatable, Sendable {
  /// The event's id.
  public let sportEventId: ServiceID
  /// The market's id.
  public let sportEventMarketId: ServiceID?
  /// The URL of its image.
  public let imageUrl: String?

  /// Makes a pointer.
  public init(sportEventId: ServiceID, sportEventMarketId: ServiceID?, imageUrl: String?) {
    self.sportEventId = sportEventId
    self.sportEventMarketId = sportEventMarketId
    self.imageUrl = imageUrl
  }
}
