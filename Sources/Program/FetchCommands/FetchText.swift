import CommandTools
import DomainFeeds

/// A fetch's progress and result as text.
enum FetchText {
  /// Describes the progress on one line.
  ///
  /// - Parameters:
  ///   - progress: The counts, and the time left at the pace of the service.
  ///   - rate: The rate, such as `, 2.0/s`; empty before there is one.
  /// - Returns: The line.
  static func line(_ progress: FetchProgress, rate: String = "") -> String {
    var text = "\(progress.stage): \(grouped(progress.done)) requests done, "
    text += "about \(grouped(progress.left)) left"
    if let seconds = progress.secondsLeft { text += ", \(Pace.time(seconds))" }
    text += rate
    return text
  }

  /// Describes the result.
  static func lines(_ summary: FetchSummary, rows: String) -> [String] {
    let plural = summary.requestCount == 1 ? "" : "s"
    var lines =
      covered(summary) + [
        "\(grouped(summary.requestCount)) request\(plural): \(grouped(summary.newCount)) new answers, "
          + "\(grouped(summary.changedCount)) changed, \(grouped(summary.unchangedCount)) unchanged"
      ]
    if !summary.imports.isEmpty {
      let imports = summary.imports
      let read = imports.reduce(0) { $0 + $1.rowsRead }
      let stored = imports.reduce(0) { $0 + $1.stored }
      let replaced = imports.reduce(0) { $0 + $1.replaced }
      let duplicates = imports.reduce(0) { $0 + $1.duplicates }
      let rejected = imports.reduce(0) { $0 + $1.rejected }
      lines.append(
        "\(grouped(read)) \(rows) read = \(grouped(stored)) stored + \(grouped(duplicates)) "
          + "duplicates + \(grouped(rejected)) rejected; \(grouped(replaced)) replace an older "
          + "version")
    }
    if !summary.absent.isEmpty { lines.append("not there: \(listed(summary.absent))") }
    if !summary.refused.isEmpty { lines.append("refused: \(listed(summary.refused))") }
    if !summary.noData.isEmpty {
      lines.append("no data, requested again next time: \(listed(summary.noData))")
    }
    if !summary.malformed.isEmpty {
      lines.append("not readable, requested again next time: \(listed(summary.malformed))")
    }
    if !summary.withoutRunners.isEmpty {
      let count = summary.withoutRunners.count
      lines.append(
        "\(grouped(count)) finished race\(count == 1 ? "" : "s") without runners: "
          + listed(summary.withoutRunners))
    }
    return lines
  }

  // MARK: - Implementation

  /// Describes the racing days and races in the answers; nothing if there were none.
  private static func covered(_ summary: FetchSummary) -> [String] {
    guard let first = summary.days.min(), let last = summary.days.max() else { return [] }
    let range = first == last ? first.iso : "\(first.iso) to \(last.iso)"
    let (days, races) = (summary.days.count, summary.races.count)
    return [
      "\(range): \(grouped(days)) day\(days == 1 ? "" : "s"), "
        + "\(grouped(races)) race\(races == 1 ? "" : "s")"
    ]
  }

  private static func listed(_ requests: [String]) -> String {
    let shown = requests.prefix(10).joined(separator: ", ")
    return requests.count > 10 ? shown + " and \(requests.count - 10) more" : shown
  }
}
