import Columns
import StoreImport

/// The result of a fetch.
public struct FetchSummary: Equatable, Sendable {
  /// The reason why the fetch ended.
  public enum End: Equatable, Sendable {
    /// Every request was sent.
    case complete
    /// The caller cancelled; the same call resumes the run.
    case cancelled
    /// The service accepts no more requests for now; the reason in words.
    case stopped(reason: String)
    /// Every known request was sent, but no readable answer listed the others; the reason in words.
    case unread(reason: String)
    /// Every request was sent, but another process kept writing to the store: the answers wait.
    case notStored(reason: String)
  }

  /// The reason why it ended.
  public var end = End.complete
  /// Requests sent, including retries.
  public var requestCount = 0
  /// Answers to requests that had none before.
  public var newCount = 0
  /// Answers that differ from the previous ones.
  public var changedCount = 0
  /// Answers equal to the previous ones.
  public var unchangedCount = 0
  /// The racing days with answers.
  public var days: Set<Day> = []
  /// The races in the answers, by id.
  public var races: Set<String> = []
  /// Requests for which the service has nothing, such as an unknown race.
  public var absent: [String] = []
  /// Requests refused for other reasons, and refused lists, each with its status and the service's
  /// words.
  public var refused: [String] = []
  /// Requests with unreadable answers; they are sent again next time.
  public var malformed: [String] = []
  /// The number of parts of answers that could not be read; a note named each.
  public var oddityCount = 0
  /// Requests answered with status 204 every time; they are sent again next time.
  public var noData: [String] = []
  /// Finished races without runners.
  public var withoutRunners: [String] = []
  /// Answers taken over from an interrupted run.
  public var resumedCount = 0
  /// The results of the imports.
  public var imports: [ImportedFile] = []

  /// Counts an answer that settles its request without a body.
  ///
  /// - Parameters:
  ///   - entry: The answer.
  ///   - mayBeAbsent: Whether the service may have nothing for such a request, such as a deleted
  ///     race or runner.
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
  ///   - expected: The expected answer, in words.
  /// - Returns: A note for people.
  mutating func noteUnsettled(_ entry: JournalEntry, expected: String) -> String {
    if entry.error == AnswerLine.noData {
      noData.append(entry.request)
    } else {
      malformed.append(entry.request)
    }
    let finding = entry.finding
    let wanted = finding.contains("; expected ") ? "" : "; expected \(expected)"
    return "\(entry.request): \(finding)\(wanted); it is requested again next time"
  }

  /// Removes the counts of answers that are not kept.
  mutating func forgetAnswers() {
    (newCount, changedCount, unchangedCount) = (0, 0, 0)
    (days, races) = ([], [])
  }
}

/// The progress of a fetch.
public struct FetchProgress: Equatable, Sendable {
  /// The current stage: the racing day, as `YYYY-MM-DD`, or the table.
  public var stage: String
  /// The number of requests answered so far.
  public var done: Int
  /// The approximate number of remaining requests.
  public var left: Int
  /// The remaining seconds at the pace so far; nil before there is one.
  public var secondsLeft: Int?
}
