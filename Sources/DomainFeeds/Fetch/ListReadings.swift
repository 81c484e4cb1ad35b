/// Whether a run could read any of the day's lists that it asked for: races come from these alone.
struct ListReadings {
  private var readCount = 0
  private var hasData = false
  private var refusal: String?

  /// Counts a list's answer.
  mutating func count(_ entry: JournalEntry) {
    if let error = entry.error {
      refusal = "\(entry.request): found \(error)"
      hasData = hasData || error != AnswerLine.noData
    } else if let status = entry.status, status >= 400 {
      refusal = "\(entry.request): found \(entry.statusText ?? "nothing")"
      hasData = true
    } else {
      readCount += 1
    }
  }

  /// Why no list could be read, in words; nil where one could, or none was asked for.
  var nothingRead: String? {
    guard readCount == 0, let refusal else { return nil }
    let lack = hasData ? "could be read" : "has data"
    return "none of the lists asked for \(lack) (\(refusal)); expected lists of races"
  }
}
