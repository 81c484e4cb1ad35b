/// Whether a run could read any of the answers that tell it of others, such as lists.
struct SourceReadings {
  private var readCount = 0
  private var failure: JournalEntry?
  /// Whether the service had something for one of them, be it a refusal.
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

  /// The last one that could not be read; nil where one could, or none was asked for.
  var nothingRead: JournalEntry? { readCount == 0 ? failure : nil }
}
