import Columns
import RacingImport

/// What a fetch came to.
public struct FetchSummary: Equatable, Sendable {
  /// Why the fetch ended.
  public enum End: Equatable, Sendable {
    /// Everything was asked.
    case complete
    /// The caller wanted no more; the same call goes on where it ended.
    case cancelled
    /// The service can't be asked any more for now, in words.
    case stopped(reason: String)
    /// Everything was asked, but nothing could be read of what the rest depends on, in words.
    case unread(reason: String)
    /// Everything was asked, but another process kept writing to the store: the answers wait.
    case notStored(reason: String)
  }

  /// Why it ended.
  public var end = End.complete
  /// Requests sent, repeated attempts included.
  public var requestCount = 0
  /// Answers to requests that had none before.
  public var newCount = 0
  /// Answers that differ from those before.
  public var changedCount = 0
  /// Answers that are the same as before.
  public var unchangedCount = 0
  /// The racing days that were answered for.
  public var days: Set<Day> = []
  /// The races that the answers tell of, by their ids.
  public var races: Set<String> = []
  /// Requests that the service has nothing for, such as a race it doesn't know.
  public var absent: [String] = []
  /// Requests that the service refuses otherwise, and lists that it refuses, each with its status and
  /// the service's words.
  public var refused: [String] = []
  /// Requests whose answers could not be read; they are asked again next time.
  public var malformed: [String] = []
  /// Requests that were answered with status 204, however often; they are asked again next time.
  public var noData: [String] = []
  /// Finished races whose answers name no runner.
  public var withoutRunners: [String] = []
  /// Answers taken up from a run that was cut off.
  public var resumedCount = 0
  /// What became of the rows, by import.
  public var imports: [ImportedFile] = []

  /// Counts an answer that settles its request without a body.
  ///
  /// - Parameters:
  ///   - entry: The answer.
  ///   - mayBeAbsent: Whether the service may have nothing for such a request, as for a race or a
  ///     runner that is gone.
  mutating func noteMissing(_ entry: JournalEntry, mayBeAbsent: Bool) {
    guard entry.sha256 == nil, let status = entry.status, let text = entry.statusText else {
      return
    }
    if mayBeAbsent, entry.isSuccess || [404, 410].contains(status) {
      absent.append(entry.request)
    } else {
      refused.append("\(entry.request) (\(text))")
    }
  }

  /// Counts an answer that settles nothing, after the last try.
  ///
  /// - Parameters:
  ///   - entry: The answer.
  ///   - expected: What was expected, in words.
  /// - Returns: What people should know.
  mutating func noteUnsettled(_ entry: JournalEntry, expected: String) -> String {
    if entry.error == AnswerLine.noData {
      noData.append(entry.request)
    } else {
      malformed.append(entry.request)
    }
    return "\(entry.request): found \(entry.error ?? "no answer"); expected \(expected); "
      + "it is asked again next time"
  }

  /// Takes back the counts of answers that are not kept.
  mutating func forgetAnswers() {
    (newCount, changedCount, unchangedCount) = (0, 0, 0)
    (days, races) = ([], [])
  }
}

/// How far a fetch is.
public struct FetchProgress: Equatable, Sendable {
  /// What is under way: the racing day, as `YYYY-MM-DD`, or the table.
  public var stage: String
  /// Requests answered so far.
  public var done: Int
  /// Requests that are left, about.
  public var left: Int
  /// Seconds that are left at the pace so far; nil before there is one.
  public var secondsLeft: Int?
}
