import TabularFiles

/// The further files of a layout in few lines, for a folder of many.
struct FolderSummary {
  private static let namedFiles = 3

  /// Groups the doubts of several files: one line for each text, with the number of its files.
  ///
  /// - Parameters:
  ///   - doubts: The doubts, each with its file, in order.
  ///   - layouts: The number of layouts among which the page is divided.
  /// - Returns: The lines.
  static func grouped(_ doubts: [(file: String, text: String)], layouts: Int) -> [String] {
    var files: [String: [String]] = [:]
    var order: [String] = []
    for doubt in doubts {
      if files[doubt.text] == nil { order.append(doubt.text) }
      files[doubt.text, default: []].append(doubt.file)
    }
    let limit = Limits.folderLines / layouts
    let lines = order.prefix(limit).map { text in
      let named = files[text]!
      let more = named.count - Self.namedFiles
      return named.prefix(Self.namedFiles).joined(separator: ", ")
        + (more > 0 ? " and \(more) more" : "") + ": " + text
    }
    return lines + (order.count > limit ? ["and \(order.count - limit) more kinds of doubts"] : [])
  }

  /// Counts the rows of files.
  ///
  /// - Parameter trials: The files as they would be read, by name.
  /// - Returns: The lines.
  static func counts(_ trials: [(file: String, trial: TrialRead)]) -> [String] {
    func sum(_ count: (TrialRead) -> Int) -> Int { trials.reduce(0) { $0 + count($1.trial) } }
    let odd = trials.filter { $0.trial.rejectedCount > 0 || $0.trial.unresolvedCount > 0 }
    return [
      "\(trials.count) files: \(sum(\.rowCount)) rows read = \(sum(\.storedCount)) stored + "
        + "\(sum(\.duplicateCount)) duplicates + \(sum(\.rejectedCount)) rejected"
    ]
      + odd.prefix(Limits.shownFiles).map { file, trial in
        "  \(file): \(trial.rejectedCount) of \(trial.rowCount) rejected, "
          + "\(trial.unresolvedCount) without a known outcome"
      }
      + (odd.count > Limits.shownFiles
        ? ["  and \(odd.count - Limits.shownFiles) more such files"] : [])
  }
}
