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
  /// The system's reason.
  public let reason: String

  /// Makes an error from the journal's path and the reason.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// The message: path, what was found, and what was expected.
  public var description: String {
    "\(path): found \(reason.lowercased()); expected a journal of bets that can be written"
  }
}

/// The four kinds of bet.
public enum BetKind: String, Codable, CaseIterable, Sendable {
  /// A bet with money.
  case backed
  /// A bet without money, with the same mathematics.
  case unbacked
  /// A bet with credits won in another game.
  case credit
  /// An unbacked form of a credit bet.
  case unbackedCredit = "unbacked_credit"

  /// Whether money or credits are at stake; such a bet needs a session.
  public var isBacked: Bool { self == .backed || self == .credit }
}

/// The outcome of one line, or one wager, of a bet.
public struct BetOutcome: Codable, Equatable, Sendable {
  /// The line, from 0; its position in the answer if the service names none.
  public var line: Int
  /// The outcome, such as `win` or `lose`.
  public var outcome: String
  /// The payout.
  public var payout: String
  /// The symbols shown, separated by spaces; nil if there are none.
  public var symbols: String?

  /// Describes an outcome.
  public init(line: Int, outcome: String, payout: String, symbols: String? = nil) {
    self.line = line
    self.outcome = outcome
    self.payout = payout
    self.symbols = symbols
  }
}
