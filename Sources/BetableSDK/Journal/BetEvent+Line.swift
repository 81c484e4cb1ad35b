import APICore
import Foundation

/// The journal's text: an object of JSON a line, with the event's name in it.
extension BetEvent: Codable {
  private enum Name: String, Codable { case sent, answered, indeterminate, wallet, session }
  private enum NameKey: String, CodingKey { case event }

  /// Reads an event.
  public init(from decoder: any Decoder) throws {
    let name = try decoder.container(keyedBy: NameKey.self).decode(Name.self, forKey: .event)
    self =
      switch name {
      case .sent: .sent(try Sent(from: decoder))
      case .answered: .answered(try Answered(from: decoder))
      case .indeterminate: .indeterminate(try Indeterminate(from: decoder))
      case .wallet: .wallet(try Wallet(from: decoder))
      case .session: .session(try Session(from: decoder))
      }
  }

  /// Writes the event.
  public func encode(to encoder: any Encoder) throws {
    let (name, event): (Name, any Encodable) =
      switch self {
      case .sent(let event): (.sent, event)
      case .answered(let event): (.answered, event)
      case .indeterminate(let event): (.indeterminate, event)
      case .wallet(let event): (.wallet, event)
      case .session(let event): (.session, event)
      }
    var container = encoder.container(keyedBy: NameKey.self)
    try container.encode(name, forKey: .event)
    try event.encode(to: encoder)
  }

  /// Reads a line of the journal.
  ///
  /// - Parameter line: One line, with or without its end.
  /// - Throws: `JSONFailure` where it is none of the journal's.
  public init(line: Data) throws(JSONFailure) {
    self = try JSONDecoder().value(BetEvent.self, of: line)
  }

  /// The event as a line of the journal, its end included.
  public var line: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard var data = try? encoder.encode(self) else {
      preconditionFailure("texts and whole numbers that JSON cannot write")
    }
    data.append(UInt8(ascii: "\n"))
    return data
  }
}
