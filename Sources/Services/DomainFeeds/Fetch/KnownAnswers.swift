import ColumnStore
import Columns

/// A request's newest answer: a row of the table `responses`.
struct KnownAnswer: Equatable, Sendable {
  /// The request's racing day.
  var day: Day
  /// The time of its last request, µs since 1970 UTC.
  var fetchedAt: Int64
  /// The answer's status code.
  var status: Int
  /// The size of the decompressed body.
  var bytes: Int
  /// The checksum of the body; nil if there is none, or newer rows have replaced it.
  var sha256: String?
  /// The state of its subject, in a word of the feed.
  var state: String?
  /// For a list: the ids to request one by one; other marks that the feed's plan needs.
  var details: [String]
  /// For a list: the ids that it includes and that have no result yet.
  var open: [String] = []
  /// The import of the answer; nil while it is only in the journal.
  var importID: Int?
  /// The API of the answer.
  var api = JournalEntry.firstAPI
}

/// All answered requests, by their text.
struct KnownAnswers: Sendable {
  /// The requests, in order of their first answer.
  private(set) var requests: [String] = []
  /// The newest answer to each.
  private(set) var answers: [KnownAnswer] = []
  /// The index of each request.
  private var places: [String: Int] = [:]
  /// The months whose rows differ from the stored ones.
  private(set) var changedMonths: Set<Month> = []
  private var lastChanged: Day?

  /// Makes an empty set of answers.
  init() {}

  /// Adds a stored answer; the last one to a request counts.
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

  /// Returns the newest answer to a request, by its text.
  func answer(to request: String) -> KnownAnswer? { places[request].map { answers[$0] } }

  /// Applies a line of a journal.
  ///
  /// - Parameters:
  ///   - entry: The line; a line that settles nothing changes nothing.
  ///   - importID: Its import; nil while it is only in the journal.
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
    // A list's entries replace earlier answers, so these count as changed.
    for request in entry.included {
      if let place = places[request] { answers[place].sha256 = nil }
    }
    let answer = KnownAnswer(
      day: entry.day, fetchedAt: entry.fetchedAt, status: status, bytes: entry.bytes,
      sha256: entry.sha256, state: entry.state, details: entry.details, open: entry.open,
      importID: importID, api: entry.api)
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

  /// Marks the month of a day as changed.
  private mutating func change(_ day: Day) {
    // Fast path: most lines have the same day as the previous one.
    guard day != lastChanged else { return }
    lastChanged = day
    changedMonths.insert(Month(of: day))
  }
}
