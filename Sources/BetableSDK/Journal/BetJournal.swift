/// Where the client writes down its bets before they leave, and what became of them.
///
/// A bet whose `sent` has no later line is one whose outcome nobody knows: the process may have died
/// while it waited for the answer.
public protocol BetJournal: Sendable {
  /// Writes events down, in order.
  ///
  /// A `sent` must be on disk before this returns; nothing is sent where it throws.
  ///
  /// - Parameter events: The events.
  /// - Throws: ``BetJournalError`` where they cannot be kept.
  func record(_ events: [BetEvent]) throws(BetJournalError)
}

/// A journal that cannot be written, and so no bet be sent.
public struct BetJournalError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The journal.
  public let path: String
  /// The system's words.
  public let reason: String

  /// Names a journal and why it cannot be written.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// Where, what was found, and what was expected.
  public var description: String {
    "\(path): found \(reason.lowercased()); expected a journal of bets that can be written"
  }
}

/// The four kinds of bet.
public enum BetKind: String, Codable, CaseIterable, Sendable {
  /// A bet with money.
  case backed
  /// A bet without, by the same mathematics.
  case unbacked
  /// A bet with credits that were won in another game.
  case credit
  /// A bet as with credits, without any.
  case unbackedCredit = "unbacked_credit"

  /// Whether money or credits are at stake, which takes a session.
  public var isBacked: Bool { self == .backed || self == .credit }
}

/// What one line, or one wager, of a bet gave.
public struct BetOutcome: Codable, Equatable, Sendable {
  /// The line, from 0; the place in the answer where the service names none.
  public var line: Int
  /// Such as `win` or `lose`.
  public var outcome: String
  /// What it paid.
  public var payout: String
  /// The symbols that were shown, with blanks between; nil where there are none.
  public var symbols: String?

  /// Describes an outcome.
  public init(line: Int, outcome: String, payout: String, symbols: String? = nil) {
    self.line = line
    self.outcome = outcome
    self.payout = payout
    self.symbols = symbols
  }
}
