import APICore
import Columns
import Foundation
import PoniRacing
import TabularFiles

/// A request of a fetch of races.
enum RacingRequest: FeedRequest {
  /// The races of a day.
  case racecards(Day)
  /// The finished races of a day.
  case results(Day)
  /// One race with its runners, and the day whose lists contain it.
  case race(String, on: Day)

  /// The request's racing day.
  var day: Day {
    switch self {
    case .racecards(let day), .results(let day), .race(_, let day): day
    }
  }

  /// The call to send.
  var call: APICall {
    switch self {
    case .racecards(let day): RacingAPI.racecardsCall(on: day)
    case .results(let day): RacingAPI.resultsCall(on: day)
    case .race(let id, _): RacingAPI.raceCall(id)
    }
  }

  /// The racing day.
  var stage: String { day.iso }

  /// Nil: there is only one journal.
  var journal: String? { nil }

  /// Returns the racing day, independent of the time of sending.
  func day(sentAt time: Int64) -> Day { day }

  /// Path and query, such as `/race/77`.
  var text: String {
    switch self {
    case .racecards(let day): "/racecards?date=\(day.iso)"
    case .results(let day): "/results?date=\(day.iso)"
    case .race(let id, _): JournalEntry.raceRequest(id)
    }
  }

  /// Only a race may be absent; every day has lists, which name the races.
  ///
  /// After a 204 the request is sent again, because the data may come later.
  var rules: AnswerRules {
    isRace
      ? AnswerRules(
        form: .object, expected: "a JSON object",
        empty: RacingAPI.emptyRace.subtracting(.status204),
        mayBeAbsent: true)
      : AnswerRules(form: .list, expected: "a JSON list of races", listsOthers: true)
  }

  /// Whether its answer is one race; otherwise it is a list.
  private var isRace: Bool { if case .race = self { true } else { false } }

  /// Counts the parts that cannot be kept, so that later runs request the answer again.
  func counts(in body: Data) -> [BodyCount] {
    let count = RaceCount(of: SourceFile(json: Array(body), name: "body")).unreadCount
    return count > 0 ? [BodyCount(name: RacingFetch.unreadMember, value: count)] : []
  }

  /// Checks that a race is the requested one, because another race's body would overwrite that
  /// race, and that a list contains races.
  func findings(in body: Data, _ entry: JournalEntry) -> BodyFindings {
    let races = RaceCount(of: SourceFile(json: Array(body), name: "body"))
    guard isRace else {
      let isNone = races.count == 0 && races.elements > 0
      return BodyFindings(
        mistake: isNone ? "no race with an id" : nil,
        oddities: [races.stray, races.unnamed, races.misdated].compactMap { $0 })
    }
    guard entry.isOfRaceAsked else { return BodyFindings(mistake: AnswerLine.malformed) }
    return BodyFindings(
      oddities: [races.stray, races.unnamed, races.misdated].compactMap { $0 },
      lacksRunners: entry.raceState == .finished && !JournalEntry.namesRunners(body))
  }
}
