import APICore
import Foundation

/// An event inside a banner; the guide uses the type without defining it.
///
/// Only the id is always present.
public struct SportEvent: Codable, Identifiable, Equatable, Sendable {
  /// The event's id.
  public let id: ServiceID
  /// The sport.
  public let sportId: ServiceID?
  /// The home team's id.
  public let homeTeamId: ServiceID?
  /// The away team's id.
  public let awayTeamId: ServiceID?
  /// The start.
  public let dateTime: Date?
  /// The home team.
  public let homeTeam: Team?
  /// The away team.
  public let awayTeam: Team?
  /// The market shown with it.
  public let market: Market?

  /// One of the two teams.
  public struct Team: Codable, Equatable, Sendable {
    /// The team's id; nil if the service sends only a name.
    public let id: ServiceID?
    /// The name.
    public let name: String
    /// The URL of its logo.
    public let logo: String?

    /// Makes a team.
    public init(id: ServiceID?, name: String, logo: String?) {
      self.id = id
      self.name = name
      self.logo = logo
    }

    /// Reads an object, or only a name.
    public init(from decoder: any Decoder) throws {
      if let name = try? decoder.singleValueContainer().decode(String.self) {
        self.init(id: nil, name: name, logo: nil)
        return
      }
      let fields = try decoder.container(keyedBy: WireKey.self)
      self.init(
        id: try fields.identity(.id), name: try fields.requiredText(.name),
        logo: try fields.text(.logo))
    }
  }

  /// A market, such as `1X2`.
  public struct Market: Codable, Identifiable, Equatable, Sendable {
    /// The market's id.
    public let id: ServiceID
    /// The name.
    public let name: String
    /// The possible outcomes, in the service's order.
    public let outcomes: [Outcome]

    /// Makes a market.
    public init(id: ServiceID, name: String, outcomes: [Outcome]) {
      self.id = id
      self.name = name
      self.outcomes = outcomes
    }

    /// Reads the market; an outcome that cannot be read is left out.
    public init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: WireKey.self)
      self.init(
        id: ServiceID(try fields.requiredText(.id)), name: try fields.text(.name) ?? "",
        outcomes: try fields.elements(Outcome.self, .outcomes, decoder) ?? [])
    }
  }

  /// One result of a market and its price.
  public struct Outcome: Codable, Identifiable, Equatable, Sendable {
    /// The outcome's id.
    public let id: ServiceID
    /// The name, such as `1`, `X` or `2`.
    public let name: String
    /// Decimal odds, stake included.
    public let price: Double

    /// Makes an outcome.
    public init(id: ServiceID, name: String, price: Double) {
      self.id = id
      self.name = name
      self.price = price
    }

    /// Reads the outcome; numbers and texts are interchangeable.
    public init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: WireKey.self)
      self.init(
        id: ServiceID(try fields.requiredText(.id)), name: try fields.requiredText(.name),
        price: try fields.requiredDouble(.price))
    }
  }

  /// Makes an event.
  public init(
    id: ServiceID, sportId: ServiceID? = nil, homeTeamId: ServiceID? = nil,
    awayTeamId: ServiceID? = nil, dateTime: Date? = nil, homeTeam: Team? = nil,
    awayTeam: Team? = nil, market: Market? = nil
  ) {
    self.id = id
    self.sportId = sportId
    self.homeTeamId = homeTeamId
    self.awayTeamId = awayTeamId
    self.dateTime = dateTime
    self.homeTeam = homeTeam
    self.awayTeam = awayTeam
    self.market = market
  }

  /// Reads the members that are present.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: WireKey.self)
    self.init(
      id: ServiceID(try fields.requiredText(.id)), sportId: try fields.identity(.sportId),
      homeTeamId: try fields.identity(.homeTeamId), awayTeamId: try fields.identity(.awayTeamId),
      dateTime: try fields.moment(.dateTime),
      homeTeam: fields.isBlank(.homeTeam) ? nil : try fields.decode(Team.self, forKey: .homeTeam),
      awayTeam: fields.isBlank(.awayTeam) ? nil : try fields.decode(Team.self, forKey: .awayTeam),
      market: fields.isBlank(.market) ? nil : try fields.decode(Market.self, forKey: .market))
  }

  /// Writes the members that are present.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: WireKey.self)
    try fields.encode(id, forKey: .id)
    try fields.encodeIfPresent(sportId, forKey: .sportId)
    try fields.encodeIfPresent(homeTeamId, forKey: .homeTeamId)
    try fields.encodeIfPresent(awayTeamId, forKey: .awayTeamId)
    try fields.encodeIfPresent(dateTime?.wireText, forKey: .dateTime)
    try fields.encodeIfPresent(homeTeam, forKey: .homeTeam)
    try fields.encodeIfPresent(awayTeam, forKey: .awayTeam)
    try fields.encodeIfPresent(market, forKey: .market)
  }

  /// Both teams' names, such as `Real Madrid – Liverpool`; nil if either is unknown.
  public var teams: String? {
    guard let homeTeam, let awayTeam else { return nil }
    return "\(homeTeam.name) – \(awayTeam.name)"
  }
}
