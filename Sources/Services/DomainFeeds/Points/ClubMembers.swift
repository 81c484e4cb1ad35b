import APICore
import Foundation
import Seasons

/// The members of a club's answers that a store takes, and the values that each may have.
///
/// The mapping `points` leaves any other value empty, or refuses its row; this type names each such
/// value. If you change that mapping, also change this.
struct ClubMembers {
  /// The kind of a member's values.
  enum Kind {
    case id, number, date, flag, team, season, transaction

    /// The values, in words.
    var expected: String {
      switch self {
      case .id: "an id"
      case .number: "a whole number"
      case .date: "a date"
      case .flag: "true or false"
      case .team: Team.allCases.map(\.rawValue).joined(separator: " or ")
      case .season: Season.allCases.map(\.rawValue).joined(separator: " or ")
      case .transaction: TransactionKind.allCases.map(\.rawValue).joined(separator: ", ")
      }
    }

    /// Whether a text is one of the values.
    func has(_ text: String) -> Bool {
      let text = text.trimmingCharacters(in: .whitespaces)
      return switch self {
      case .id: !text.isEmpty
      case .number: Int(text) != nil
      case .date: APIDate(text) != nil || APIDate(epochMilliseconds: text) != nil
      case .flag:
        ["true", "false", "yes", "no", "1", "0", "active", "inactive"].contains(text.lowercased())
      case .team: Team(rawValue: text.uppercased()) != nil
      case .season: Season(rawValue: text.lowercased()) != nil
      case .transaction: TransactionKind(rawValue: text.uppercased()) != nil
      }
    }
  }

  /// A member: its spellings, its values, and whether a row needs it.
  private struct Member {
    let names: [String]
    let kind: Kind
    let isNeeded: Bool

    init(_ names: String..., kind: Kind, isNeeded: Bool = true) {
      (self.names, self.kind, self.isNeeded) = (names, kind, isNeeded)
    }
  }

  private let members: [Member]

  /// Takes the members of an answer to a request.
  init(of request: PointsRequest) {
    let season = [Member("season", kind: .season), Member("year", kind: .number)]
    members =
      switch request {
      case .roster:
        [
          Member("id", kind: .id), Member("team", kind: .team, isNeeded: false),
          Member("active", "isActive", kind: .flag, isNeeded: false),
          Member("graduatingClass", kind: .number, isNeeded: false),
        ]
      case .transactions:
        [
          Member("runnerId", kind: .id), Member("transactionType", kind: .transaction),
          Member("pointsAmount", kind: .number), Member("createdAt", kind: .date),
          Member("season", kind: .season, isNeeded: false),
          Member("balanceAfter", kind: .number, isNeeded: false),
        ]
      case .progress:
        season + [
          Member("teamTotalPoints", kind: .number),
          Member("activeRosterCount", kind: .number, isNeeded: false),
        ]
      case .rewards:
        season + [
          Member("id", kind: .number), Member("pointThreshold", kind: .number),
          Member("displayOrder", kind: .number, isNeeded: false),
          Member("achieved", "isAchieved", kind: .flag, isNeeded: false),
          Member("achievedDate", kind: .date, isNeeded: false),
        ]
      case .leaderboard:
        season + [Member("runnerId", kind: .id), Member("pointsEarned", kind: .number)]
      }
  }

  /// Names the values that a member may not have, in an answer of the right form.
  func oddities(in json: JSONValue) -> [JSONFailure] {
    guard case .array(let list) = json else { return oddities(of: json, index: nil) }
    return list.enumerated().flatMap { oddities(of: $1, index: $0) }
  }

  // MARK: - Implementation

  private func oddities(of value: JSONValue, index: Int?) -> [JSONFailure] {
    guard case .object(let object) = value else {
      return [JSONFailure(index: index, reason: "found \(Self.found(value)); expected an object")]
    }
    return members.compactMap { member in
      let name = member.names.first { object[$0] != nil && object[$0] != .null }
      let found = name.flatMap { object[$0] }
      // An empty text is treated like null.
      guard let found, found.text != "" || member.isNeeded else {
        guard member.isNeeded else { return nil }
        return JSONFailure(
          index: index, path: member.names[0],
          reason: "found nothing; expected \(member.kind.expected)")
      }
      if let text = found.text, member.kind.has(text) { return nil }
      return JSONFailure(
        index: index, path: name ?? member.names[0],
        reason: "found \(Self.found(found)); expected \(member.kind.expected)")
    }
  }

  private static func found(_ value: JSONValue) -> String {
    if case .string(let text) = value { return "“\(text.prefix(40))”" }
    return String(value.json.prefix(40))
  }
}
