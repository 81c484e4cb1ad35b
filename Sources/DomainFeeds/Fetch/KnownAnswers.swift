import ColumnStore
import Columns

/// What is known of one request's newest answer: a row of the table `responses`.
struct KnownAnswer: Equatable, Sendable {
  /// The racing day it was sent for.
  var day: Day
  /// When it was last sent, µs since 1970 UTC.
  var fetchedAt: Int64
  /// The answer's status code.
  var status: Int
  /// Size of the unpacked body.
  var bytes: Int
  /// Checksum of the body; nil where there is none, or newer rows lie over it.
  var sha256: String?
  /// Of a race: what it came to.
  var raceState: RaceState?
  /// Of a list: the races, or the runners, to be asked for one by one.
  var details: [String]
  /// Of a list: the races whose runners it carries and whose result it lacks.
  var openRaces: [String] = []
  /// The import that brought the answer; nil while it is in the journal only.
  var importID: Int?
  /// The API that gave it.
  var api = Feeds.first.api
}

/// All requests that were answered, by their text.
struct KnownAnswers: Sendable {
  /// The requests, in the order in which they were first answered.
  private(set) var requests: [String] = []
  /// The newest answer to each.
  private(set) var answers: [KnownAnswer] = []
  /// Where a request stands.
  private var places: [String: Int] = [:]
  /// Months whose rows are not stored as they are here.
  private(set) var changedMonths: Set<Month> = []
  private var lastChanged: Day?

  /// Knows nothing.
  init() {}

  /// Takes over a stored answer; the last one to a request counts.
  mutating func add(_ answer: KnownAnswer, to request: String) {
    if let place = places[request] {
      answers[place] = answer
    } else {
      places[request] = requests.count
      requests.append(request)
      answers.append(answer)
    }
  }

  /// The newest answer to a request.
  subscript(request: some FeedRequest) -> KnownAnswer? { answer(to: request.text) }

  /// The newest answer to a request, by its text.
  func answer(to request: String) -> KnownAnswer? { places[request].map { answers[$0] } }

  /// Takes in a line of a journal.
  ///
  /// - Parameters:
  ///   - entry: The line; one that settles nothing changes nothing.
  ///   - importID: The import it came with; nil while it is in the journal only.
  mutating func apply(_ entry: JournalEntry, importID: Int?) {
    guard entry.isSettled, let status = entry.status else { return }
    change(entry.day)
    if entry.isUnchanged {
      guard let place = places[entry.request] else { return }
      change(answers[place].day)
      answers[place].fetchedAt = entry.fetchedAt
      answers[place].day = entry.day
      return
    }
    // A list's runners are stored over those of earlier details, which therefore count as changed.
    for id in entry.racesWithRunners {
      if let place = places[RacingRequest.race(id)] { answers[place].sha256 = nil }
    }
    let answer = KnownAnswer(
      day: entry.day, fetchedAt: entry.fetchedAt, status: status, bytes: entry.bytes,
      sha256: entry.sha256, raceState: entry.raceState, details: entry.details,
      openRaces: entry.openRaces, importID: importID, api: entry.api)
    if let place = places.updateValue(requests.count, forKey: entry.request) {
      places[entry.request] = place
      change(answers[place].day)
      answers[place] = answer
    } else {
      requests.append(entry.request)
      answers.append(answer)
    }
  }

  // MARK: - Implementation

  /// Notes that rows of a day's month change.
  private mutating func change(_ day: Day) {
    // Most lines are of the day of the line before.
    guard day != lastChanged else { return }
    lastChanged = day
    changedMonths.insert(Month(of: day))
  }
}
