import APICore
import Foundation

extension ProChoice {
  /// Reads the choice; numbers and texts are interchangeable.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: WireKey.self)
    self.init(
      id: try fields.requiredInteger(.id), title: try fields.text(.title) ?? "",
      tipster: try fields.decode(Tipster.self, forKey: .tipster),
      event: try fields.decode(EventSummary.self, forKey: .event),
      selection: try fields.decode(Selection.self, forKey: .selection),
      reasoning: try fields.text(.reasoning) ?? "")
  }
}

extension ProChoice.Tipster {
  /// Reads the tipster; numbers and texts are interchangeable.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: WireKey.self)
    let winRate = try fields.requiredDouble(.winRate)
    guard (0...1).contains(winRate) else {
      throw DecodingError.dataCorruptedError(
        forKey: .winRate, in: fields,
        debugDescription:
          "found \(try fields.text(.winRate) ?? ""); expected a share from 0 to 1")
    }
    self.init(
      id: try fields.requiredInteger(.id), name: try fields.requiredText(.name),
      winRate: winRate, avatar: try fields.text(.avatar))
  }

  /// Writes the guide's form.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: WireKey.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(name, forKey: .name)
    try fields.encode(winRate, forKey: .winRate)
    try fields.encodeIfPresent(avatar, forKey: .avatar)
  }
}

extension ProChoice.EventSummary {
  /// Reads the guide's form; a team may also be an object with a name.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: WireKey.self)
    guard let dateTime = try fields.moment(.dateTime) else {
      throw DecodingError.dataCorruptedError(
        forKey: .dateTime, in: fields, debugDescription: "found nothing; expected a date")
    }
    self.init(
      id: ServiceID(try fields.requiredText(.id)),
      homeTeam: try fields.decode(SportEvent.Team.self, forKey: .homeTeam).name,
      awayTeam: try fields.decode(SportEvent.Team.self, forKey: .awayTeam).name,
      dateTime: dateTime)
  }

  /// Writes the guide's form.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: WireKey.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(homeTeam, forKey: .homeTeam)
    try fields.encode(awayTeam, forKey: .awayTeam)
    try fields.encodeIfPresent(dateTime.wireText, forKey: .dateTime)
  }
}

extension ProChoice.Selection {
  /// Reads the bet; numbers and texts are interchangeable.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: WireKey.self)
    self.init(
      marketName: try fields.requiredText(.marketName),
      outcomeName: try fields.requiredText(.outcomeName), odds: try fields.requiredDouble(.odds))
  }

  /// Writes the guide's form.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: WireKey.self)
    try fields.encode(marketName, forKey: .marketName)
    try fields.encode(outcomeName, forKey: .outcomeName)
    try fields.encode(odds, forKey: .odds)
  }
}

extension ProChoicePointer {
  /// Reads the live service's form.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: WireKey.self)
    self.init(
      sportEventId: try fields.requiredIdentity(.sportEventId, or: .eventId),
      sportEventMarketId: try fields.identity(.sportEventMarketId),
      imageUrl: try fields.text(.imageUrl))
  }

  /// Writes the live service's form.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: WireKey.self)
    try fields.encode(sportEventId, forKey: .sportEventId)
    try fields.encodeIfPresent(sportEventMarketId, forKey: .sportEventMarketId)
    try fields.encodeIfPresent(imageUrl, forKey: .imageUrl)
  }
}

/// An element of the list of pro choices, in either form.
public enum ProChoiceElement: Decodable, Sendable {
  /// The guide's form.
  case choice(ProChoice)
  /// The live service's.
  case pointer(ProChoicePointer)

  /// The bet; nil for an element of the live form.
  public var choice: ProChoice? { if case .choice(let choice) = self { choice } else { nil } }

  /// Reads either form.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: WireKey.self)
    // Only the live form has an event's id at the top level; only the guide's has a tipster.
    if fields.contains(.sportEventId), !fields.contains(.tipster) {
      self = .pointer(try ProChoicePointer(from: decoder))
    } else {
      self = .choice(try ProChoice(from: decoder))
    }
  }
}
