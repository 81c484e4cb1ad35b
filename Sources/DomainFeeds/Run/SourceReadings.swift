/// The record of whether a run could read any answer that lists other requests.
struct SourceReadings {
  private var readCount = 0
  private var failure: JournalEntry?
  /// Whether the service answered one of them with data or a refusal.
  private(set) var hasData = false

  /// Counts an answer.
  mutating func count(_ entry: JournalEntry) {
    if entry.error != nil || (entry.status ?? 0) >= 400 {
      failure = entry
      hasData = hasData || entry.error != AnswerLine.noData
    } else {
      readCount += 1
    }
  }

  /// The last unreadable one; nil if one was readable, or none was requested.
  var nothingRead: JournalEntry? { readCount == 0 ? failure : nil }
}
