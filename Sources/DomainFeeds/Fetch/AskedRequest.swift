import Foundation

/// A request of a fetch, as the journal knows one.
protocol AskedRequest: Sendable {
  /// Path and query: what tells answers apart.
  var text: String { get }
  /// Whether its answer is an object; else it is a list.
  var wantsObject: Bool { get }
  /// Whether an empty list in place of an object says that there is none, as PHP writes it.
  var takesEmptyListForNone: Bool { get }

  /// Whether its answer is a list of races.
  var listsRaces: Bool { get }

  /// Whether an answer of the right shape tells what was asked.
  func accepts(_ entry: JournalEntry) -> Bool

  /// What the line tells of the body, since no mapping can count.
  func counts(in body: Data) -> [BodyCount]
}

extension AskedRequest {
  /// What an answer to it has to be, in words.
  var expected: String {
    wantsObject ? "a JSON object" : listsRaces ? "a JSON list of races" : "a JSON list"
  }
}

/// A member of a journal's line that counts something in the body.
struct BodyCount: Equatable, Sendable {
  let name: String
  let value: Int
}
