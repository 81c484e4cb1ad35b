import APICore
import Columns
import Foundation
import TabularFiles

/// A request of a feed, and the reading of its answers.
protocol FeedRequest: Hashable, Sendable {
  /// The call to send.
  var call: APICall { get }
  /// Path and query, which identify the answer.
  var text: String { get }
  /// The day or table shown as progress.
  var stage: String { get }
  /// The name of its answers' journal; nil for the only one.
  var journal: String? { get }
  /// Returns the day of an answer by its time of sending, µs since 1970 UTC.
  func day(sentAt time: Int64) -> Day

  /// The rules for its answer.
  var rules: AnswerRules { get }

  /// The columns of the body's elements that ``read(_:into:)`` takes.
  var elementColumns: [String] { get }

  /// Reads a body of the right form: adds its facts and counts to its line, and returns the other
  /// findings. If they are a mistake, the entry is not used.
  ///
  /// The body is read here alone, besides its elements.
  func read(_ body: AnswerBody, into entry: inout JournalEntry) -> BodyFindings
}

extension FeedRequest {
  var text: String {
    let call = call
    let items = call.query.map { "\($0.name)=\($0.value ?? "")" }
    return call.path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
  }

  func day(sentAt time: Int64) -> Day { APIDate(micros: time).day }

  var elementColumns: [String] { [] }
}

/// A body of the right form, and its first reading.
struct AnswerBody {
  /// The body, on one line.
  let data: Data
  /// The elements of a list, or the only object, with the request's columns: read within a line, by
  /// the parser that imports it.
  let elements: JournalRows

  /// Reads a body within a line; nil if that is malformed.
  init?(_ data: Data, columns: [String]) {
    let line = Data("{\"body\":".utf8) + data + Data("}".utf8)
    guard let elements = JournalRows(line, columns: columns, rows: RowPath("body/[]")!) else {
      return nil
    }
    (self.data, self.elements) = (data, elements)
  }

  /// Whether the body is JSON by itself; another one may end its line's member and begin more.
  var isJSON: Bool {
    JournalRows(data, columns: [], rows: RowPath("[]")!) != nil
  }
}

/// The accepted answers to a request, and the meaning of a missing one.
struct AnswerRules {
  /// The accepted first characters of a JSON body.
  enum Form: String {
    case object = "{"
    case list = "["
    /// A list may come inside an object, or an object inside a list.
    case either = "{["
  }

  /// The form of the body.
  let form: Form
  /// The answer that is expected, in words.
  let expected: String
  /// The forms in which the service says that there are no data, which settles the request.
  var empty: EmptyForms = []
  /// Whether the service may have nothing for the request, such as a deleted race or runner.
  var mayBeAbsent = false
  /// Whether the run fails if no answer to such requests is readable, because they list the others.
  var listsOthers = false
  /// Whether the run fails if this answer is unreadable, whatever the others are.
  var isIndispensable = false
  /// Whether messages may quote the service's refusal, which may repeat private text.
  var quotesService = true
}

/// A member of a journal's line with a count of the body's elements.
struct BodyCount: Equatable, Sendable {
  let name: String
  let value: Int
}

/// The findings in a JSON body of the right form.
struct BodyFindings {
  /// The content found in place of an answer; nil for an answer.
  var mistake: String?
  /// The oddities of an answer, one sentence each.
  var oddities: [String] = []
  /// Whether it is a finished race without runners.
  var lacksRunners = false
  /// Lists of flat objects to add beside the body in its line, by name, as JSON: for data that no
  /// mapping could read from the body itself.
  var rows: [(name: String, json: String)] = []
  /// The JSON that the line keeps in place of the body, without the parts that no file may hold;
  /// nil to keep the body as it came.
  var kept: Data?
}

extension String {
  /// The id as one part of a path, without spaces.
  var pathPart: String {
    // Fast path: nearly all ids are numbers.
    if utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { return self }
    return addingPercentEncoding(withAllowedCharacters: Self.plain) ?? self
  }

  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
