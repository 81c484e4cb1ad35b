import APICore
import Columns
import Foundation
import PoniRacing
import TabularFiles

/// A request that a fetch of races may send.
enum RacingRequest: FeedRequest {
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

  /// What is sent.
  var call: APICall {
    switch self {
    case .racecards(let day): RacingAPI.racecardsCall(on: day)
    case .results(let day): RacingAPI.resultsCall(on: day)
    case .race(let id, _): RacingAPI.raceCall(id)
    }
  }

  /// The racing day.
  var stage: String { day.iso }

  /// The only one.
  var journal: String? { nil }

  /// The racing day, whenever it is sent.
  func day(sentAt time: Int64) -> Day { day }

  /// Path and query, such as `/race/77`.
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

  /// A race: every day has lists.
  var mayBeAbsent: Bool { wantsObject }

  /// A list: races come from these alone.
  var tellsOfOthers: Bool { !wantsObject }

  var expected: String { wantsObject ? "a JSON object" : "a JSON list of races" }

  /// Of a race, that it is the one asked for: another's body would be stored over that other race.
  ///
  /// Of a list, that there are races in it.
  func findings(in body: Data, _ entry: JournalEntry) -> BodyFindings {
    let races = RaceCount(of: SourceFile(json: Array(body), name: "body"))
    guard wantsObject else {
      let isNone = races.count == 0 && races.elements > 0
      return BodyFindings(
        mistake: isNone ? "no race with an id" : nil,
        oddities: [races.stray, races.misdated].compactMap { $0 })
    }
    guard entry.isOfRaceAsked else { return BodyFindings(mistake: AnswerLine.malformed) }
    return BodyFindings(
      oddities: [races.stray, races.misdated].compactMap { $0 },
      lacksRunners: entry.raceState == .finished && !JournalEntry.namesRunners(body))
  }

  /// The text of the request for a race.
  static func race(_ id: String) -> String { "/race/" + id.pathPart }
}
