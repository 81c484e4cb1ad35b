import APICore
import Columns
import Foundation
import PoniRacing

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
    case .race(let id, _): Self.text(of: id)
    }
  }

  /// Returns the text of the request for a race.
  static func text(of race: String) -> String { "/race/" + race.pathPart }

  /// Returns the id in such a text.
  static func raceID(in text: String) -> String {
    let part = text.dropFirst("/race/".count)
    return part.removingPercentEncoding ?? String(part)
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

  var elementColumns: [String] { RaceAnswer.columns }

  /// Checks that a race is the requested one, because another race's body would overwrite that
  /// race, and that a list contains races.
  func read(_ body: AnswerBody, into entry: inout JournalEntry) -> BodyFindings {
    guard let races = RaceAnswer(body, into: &entry), !isRace || RacingFetch.isAnswer(entry) else {
      return BodyFindings(mistake: AnswerLine.malformed)
    }
    if !isRace, races.isNone { return BodyFindings(mistake: "no race with an id") }
    return BodyFindings(
      oddities: [races.stray, races.unnamed, races.misdated].compactMap { $0 },
      lacksRunners: isRace && entry.raceState == .finished && !races.hasRunners)
  }
}
