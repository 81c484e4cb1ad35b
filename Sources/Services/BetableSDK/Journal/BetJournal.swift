/// The client's record of its bets, before they are sent, and of their outcomes.
///
/// A bet with a `sent` line and no later one has an unknown outcome: the process may have died
/// while it waited for the answer.
public protocol BetJournal: Sendable {
  /// Writes events in order.
  ///
  /// A `sent` event must be on disk before this returns; if it throws, nothing is sent.
  ///
  /// - Parameter events: The events.
  /// - Throws: ``BetJournalError`` if they cannot be written.
  func record(_ events: [BetEvent]) throws(BetJournalError)
}

/// A journal that cannot be written; no bet can be sent without it.
public struct BetJournalError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The journal's path.
  public let path: String
  /// The system's reason, or the content found.
  public let reason: String
  /// The content expected.
  public let expected: String

  /// Makes an error from the journal's path, the reason, and the content expected.
  public init(
    path: String, reason: String, expected: String = "a journal of bets that can be written"
  ) {
    self.path = path
    self.reason = reason
    self.expected = expected
  }

  /// The message: path, what was found, and what was expected.
  public var description: String {
    // The system's reasons begin with a capital, such as `No space left on device`.
    "\(path): found \(reason.prefix(1).lowercased() + reason.dropFirst()); expected \(expected)"
  }
}
