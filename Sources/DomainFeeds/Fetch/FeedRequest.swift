import APICore
import Columns
import Foundation
import TabularFiles

/// A request of a feed, and what is an answer to it.
protocol FeedRequest: Hashable, Sendable {
  /// What is sent.
  var call: APICall { get }
  /// Path and query: what tells answers apart.
  var text: String { get }
  /// The day or table that progress names.
  var stage: String { get }
  /// The name of the journal that its answers go to; nil for the only one.
  var journal: String? { get }
  /// The day that an answer stands under, by when it was sent, µs since 1970 UTC.
  func day(sentAt time: Int64) -> Day

  /// Whether its answer is an object; else it is a list.
  var wantsObject: Bool { get }
  /// Whether a list may stand for an object and an object for a list, which services put into one.
  var takesEitherForm: Bool { get }
  /// Whether `{}` or `null` says that there is none.
  var mayBeNone: Bool { get }
  /// Whether an empty body says that there is none, with status 204 too.
  var takesNoBodyForNone: Bool { get }
  /// Whether an empty list in place of an object says that there is none, as PHP writes it.
  var takesEmptyListForNone: Bool { get }
  /// Whether the service may have nothing for it, as for a race or a runner that is gone.
  var mayBeAbsent: Bool { get }
  /// Whether the service's words of a refusal may be told; they may repeat what no text of ours shows.
  var quotesService: Bool { get }
  /// Whether a run in which none of these could be read has failed, as others are asked for by them.
  var tellsOfOthers: Bool { get }
  /// The answer that is expected, in words.
  var expected: String { get }

  /// What the line tells of the body, since no mapping can count.
  func counts(in body: Data) -> [BodyCount]

  /// What is found in a body of the right shape, whose line is read.
  func findings(in body: Data, _ entry: JournalEntry) -> BodyFindings
}

extension FeedRequest {
  var text: String {
    let call = call
    let items = call.query.map { "\($0.name)=\($0.value ?? "")" }
    return call.path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
  }

  func day(sentAt time: Int64) -> Day { APIDate(micros: time).day }

  var takesEitherForm: Bool { false }

  var mayBeNone: Bool { wantsObject }

  var takesNoBodyForNone: Bool { false }

  var takesEmptyListForNone: Bool { false }

  var quotesService: Bool { true }

  var expected: String { wantsObject ? "a JSON object" : "a JSON list" }

  func counts(in body: Data) -> [BodyCount] { [] }

  func findings(in body: Data, _ entry: JournalEntry) -> BodyFindings { BodyFindings() }
}

/// A member of a journal's line that counts something in the body.
struct BodyCount: Equatable, Sendable {
  let name: String
  let value: Int
}

/// Findings in a body that is JSON of the right shape.
struct BodyFindings {
  /// The thing that was found in place of an answer; nil for an answer.
  var mistake: String?
  /// Oddities of an answer, a sentence each.
  var oddities: [String] = []
  /// Whether it is a finished race that names no runner.
  var lacksRunners = false
  /// Lists of flat objects that stand beside the body in its line, by name, for what no mapping could
  /// read of the body itself: JSON each.
  var rows: [(name: String, json: String)] = []
  /// The JSON that the line keeps in place of a body with what no file may hold; nil for the body as it
  /// came.
  var kept: Data?
}

extension String {
  /// An id as one part of a path, without blanks.
  var pathPart: String {
    // Nearly all ids are numbers.
    if utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { return self }
    return addingPercentEncoding(withAllowedCharacters: Self.plain) ?? self
  }

  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
