import APICore
import Columns

/// One line of the journal: what an attempt of a request gave, less the body's own content.
struct JournalEntry: Equatable, Sendable {
  /// Path and query, such as `/race/77`.
  var request: String
  /// The racing day it was sent for.
  var day: Day
  /// When it was sent, µs since 1970 UTC.
  var fetchedAt: Int64
  /// The status code; nil where there was no whole answer.
  var status: Int?
  var microseconds: Int64 = 0
  /// 1 for the first attempt.
  var attempt = 1
  /// Size of the unpacked body.
  var bytes = 0
  /// Checksum of the body as it is archived; nil where there is none to keep.
  var sha256: String?
  /// Whether the answer is the one that is known already, so that the line has no body.
  var isUnchanged = false
  /// What went wrong; nil where nothing did.
  var error: String?
  /// Of a refusal: the service's own words, which no journal keeps.
  var serverMessage: String?
  /// Of a race's answer: what the race came to.
  var raceState: RaceState?
  /// Of a race's answer: the id that it tells of itself.
  var raceID: String?
  /// Of a list: the races, or the runners, that are to be asked for one by one.
  var details: [String] = []
  /// Of a list: the races whose runners it carries itself.
  var racesWithRunners: [String] = []
  /// Of a list: those among them that have no result yet.
  var openRaces: [String] = []
  /// The API that was asked.
  var api = Feeds.first.api
  /// What is counted in the body and told beside it, by name.
  var counts: [BodyCount] = []

  /// Whether the request is answered, be it by a refusal such as 404 that asking again won't change.
  var isSettled: Bool {
    guard error == nil, let status else { return false }
    return isSuccess || Self.isRefusal(status)
  }

  /// Whether the status says that the request succeeded.
  var isSuccess: Bool { status.map { (200..<300).contains($0) } == true }

  /// Whether the service has given something that can be read, rather than refused it.
  var isReadable: Bool {
    isSettled && sha256 != nil && isSuccess
  }

  /// The status and the service's words of why, for people: `status 404: no such day`.
  var statusText: String? {
    status.map { "status \($0)" + (serverMessage.map { ": " + $0 } ?? "") }
  }

  /// Whether a status says that there is nothing to be had, whoever asks and how often.
  static func isRefusal(_ status: Int) -> Bool {
    (400..<500).contains(status) && ![401, 403, 407, 408, 425, 429].contains(status)
  }
}

extension JournalEntry {
  /// An attempt as it is recorded.
  init(_ record: RequestRecord, _ request: some FeedRequest, of api: String) {
    self.init(
      request: request.text, day: request.day(sentAt: record.time), fetchedAt: record.time,
      status: record.status, microseconds: record.microseconds, attempt: record.attempt,
      bytes: record.bytes, error: record.error, api: api)
  }
}
