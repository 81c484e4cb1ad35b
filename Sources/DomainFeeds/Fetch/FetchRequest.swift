import Columns
import Foundation

/// A request that a fetch of races may send.
enum FetchRequest: Hashable, AskedRequest {
  /// The races of a day.
  case racecards(Day)
  /// The finished races of a day.
  case results(Day)
  /// One race with its runners, and the day whose lists name it.
  case race(String, on: Day)

  /// The racing day it is sent for.
  var day: Day {
    switch self {
    case .racecards(let day), .results(let day), .race(_, let day): day
    }
  }

  /// Path and query, such as `/race/77`: what tells answers apart.
  var text: String {
    switch self {
    case .racecards(let day): "/racecards?date=\(day.iso)"
    case .results(let day): "/results?date=\(day.iso)"
    case .race(let id, _): Self.race(id)
    }
  }

  /// Whether its answer is one race; else it is a list.
  var wantsObject: Bool { if case .race = self { true } else { false } }

  /// Of a race.
  var takesEmptyListForNone: Bool { wantsObject }

  /// Of a day.
  var listsRaces: Bool { !wantsObject }

  /// Whether an answer that could be read is the race asked for, where one was: another's body would
  /// be stored over that other race.
  func accepts(_ entry: JournalEntry) -> Bool { !wantsObject || entry.isOfRaceAsked }

  /// None.
  func counts(in body: Data) -> [BodyCount] { [] }

  /// The text of the request for a race.
  static func race(_ id: String) -> String { "/race/" + encoded(id) }

  /// An id as one part of a path, without blanks.
  static func encoded(_ id: String) -> String {
    // Nearly all ids are numbers.
    if id.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { return id }
    return id.addingPercentEncoding(withAllowedCharacters: plain) ?? id
  }

  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// The endpoint's template of a request's text, such as `/race/{id}`.
  static func endpoint(of text: String) -> String {
    if text.hasPrefix("/race/") { return "/race/{id}" }
    return String(text.prefix { $0 != "?" })
  }
}
