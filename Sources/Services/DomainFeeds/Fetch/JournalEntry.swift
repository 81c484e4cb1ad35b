import APICore
import Columns

/// One line of the journal: the result of a request's attempt, without the body's own content.
struct JournalEntry: Equatable, Sendable {
  /// The API of lines that name no API: the only one when they were written.
  static let firstAPI = "racing"

  /// Path and query, such as `/race/77`.
  var request: String
  /// The request's racing day.
  var day: Day
  /// The time of sending, µs since 1970 UTC.
  var fetchedAt: Int64
  /// The status code; nil without a complete answer.
  var status: Int?
  var microseconds: Int64 = 0
  /// 1 for the first attempt.
  var attempt = 1
  /// The size of the decompressed body.
  var bytes = 0
  /// The checksum of the archived body; nil if there is none to keep.
  var sha256: String?
  /// Whether the answer equals the known one, so that the line has no body.
  var isUnchanged = false
  /// The error; nil if none.
  var error: String?
  /// For a refusal: the service's own words, which no journal keeps.
  var serverMessage: String?
  /// The id in the body of its only subject, such as a race; nil for a list.
  var subject: String?
  /// The subject's state, in a word of the feed.
  var state: String?
  /// For a list: the ids to request one by one; other marks that the feed's plan needs.
  var details: [String] = []
  /// For a list: the requests whose own answers it includes.
  var included: [String] = []
  /// For a list: the ids that it includes and that have no result yet.
  var open: [String] = []
  /// The API.
  var api = JournalEntry.firstAPI
  /// The counts of the body's elements, by name.
  var counts: [BodyCount] = []

  /// Whether the request is settled, also by a permanent refusal such as 404.
  var isSettled: Bool {
    guard error == nil, let status else { return false }
    return isSuccess || Self.isRefusal(status)
  }

  /// Whether the status says that the request succeeded.
  var isSuccess: Bool { status.map { (200..<300).contains($0) } == true }

  /// Whether the service gave something readable, rather than a refusal.
  var isReadable: Bool {
    isSettled && sha256 != nil && isSuccess
  }

  /// The status and the service's words, for people: `status 404: no such day`.
  var statusText: String? {
    status.map { "status \($0)" + (serverMessage.map { ": " + $0 } ?? "") }
  }

  /// The finding in place of an answer, for people: `found status 404: no such day`.
  ///
  /// A reader of bodies names the place itself: `bets[2].id: found nothing; expected a number`.
  var finding: String {
    let found = error ?? statusText ?? "no answer"
    return found.contains(": found ") ? found : "found \(found)"
  }

  /// Whether a status is a permanent refusal, for any client at any time.
  static func isRefusal(_ status: Int) -> Bool {
    (400..<500).contains(status) && ![401, 403, 407, 408, 425, 429].contains(status)
  }
}

extension JournalEntry {
  /// Makes the entry of a recorded attempt.
  init(_ record: RequestRecord, _ request: some FeedRequest, of api: String) {
    self.init(
      request: request.text, day: request.day(sentAt: record.time), fetchedAt: record.time,
      status: record.status, microseconds: record.microseconds, attempt: record.attempt,
      bytes: record.bytes, error: record.error, api: api)
  }
}
