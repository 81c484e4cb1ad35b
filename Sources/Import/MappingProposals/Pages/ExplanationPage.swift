import Columns
import Mappings
import RowReading
import TabularFiles

/// A proposal as it is printed: YAML, with comments for the user.
struct ExplanationPage {
  var proposal: MappingProposal
  var trial: TrialRead
  /// The built-in mappings that read the file, and the doubts of an import by each.
  var builtIn: [(name: String, doubts: [String])] = []
  /// Further files of the same layout.
  var others: [ExplanationPage] = []

  init(proposal: MappingProposal, trial: TrialRead) {
    (self.proposal, self.trial) = (proposal, trial)
  }

  /// The number of layouts that share a page of few lines; nil for a page that shows each file.
  private var layoutCount: Int?

  private static let shownCount = 10
  private static let cellLimit = 24

  /// Returns the page of a call's files, with one mapping for all of them.
  static func text(
    of pages: [ExplanationPage], mappingText: String, leftOut: [String] = [],
    damages: [ImportError] = []
  ) -> String {
    var lines: [String] = []
    var pages = pages
    // A folder of many files gets a page of few lines.
    if pages.reduce(0, { $0 + 1 + $1.others.count }) > Limits.shownFiles {
      for index in pages.indices { pages[index].layoutCount = pages.count }
    }
    for page in pages { lines += page.heading + [""] }
    if !leftOut.isEmpty {
      lines += ["# Left out, as without races and runners: \(FileError.listed(leftOut))", ""]
    }
    if !damages.isEmpty {
      let listed = damages.prefix(Limits.shownFiles).map { "# Left out: \($0)".oneLineWhole }
      let more = damages.count - listed.count
      lines += listed + (more > 0 ? ["# and \(more) more damaged files"] : []) + [""]
    }
    lines.append(mappingText)
    for page in pages {
      if page.layoutCount != nil {
        lines += page.comments(["\(page.file):"]) + [""] + page.comments(page.unused) + [""]
        lines += page.comments(["The first rows as they would be read:", ""] + page.rows) + [""]
        let all = ([page] + page.others).map { (file: $0.file, trial: $0.trial) }
        lines += page.comments(FolderSummary.counts(all)) + [""]
        continue
      }
      for shown in [page] + page.others {
        if pages.count > 1 || !page.others.isEmpty {
          lines += shown.comments(["\(shown.file):"]) + [""]
        }
        lines += shown.comments(shown.unused) + [""]
        lines += shown.comments(["The first rows as they would be read:", ""] + shown.rows) + [""]
        lines += shown.comments(shown.counts) + (pages.count > 1 ? [""] : [])
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - Implementation

  private var file: String { proposal.sample.file.name }

  private var heading: [String] {
    let files = [file] + others.map(\.file)
    let names =
      layoutCount == nil
      ? FileError.listed(files) : "\(files.count) files, the first of them \(file)"
    var lines = ["A mapping for \(names), proposed by railbird import --explain."]
    lines += builtIn.flatMap { name, doubts in
      ["The built-in mapping \(name) reads this file: railbird import --format \(name) \(file)"]
        + doubts.map { "- \($0)" }
    }
    lines.append("")
    let further: [(file: String, text: String)] = others.flatMap { other in
      doubts(of: other).map { (file: other.file, text: $0) }
    }
    let shown = builtIn.flatMap(\.doubts)
    let own =
      proposal.doubts.filter { !shown.contains($0) }
      + (layoutCount.map { FolderSummary.grouped(further, layouts: $0) }
        ?? further.map { "\($0.file): \($0.text)" })
    guard !own.isEmpty else {
      return comments(lines + [shown.isEmpty ? "Doubts: none" : "Other doubts: none"])
    }
    let formats = builtIn.map(\.name).joined(separator: ", ")
    let whose = formats.isEmpty ? "" : " about the mapping below, not about \(formats)"
    return comments(lines + ["Doubts\(whose):"] + own.map { "- \($0)" })
  }

  /// Returns the doubts of a further file that the first one does not have.
  private func doubts(of other: ExplanationPage) -> [String] {
    var doubts = other.proposal.doubts.filter { !proposal.doubts.contains($0) }
    let fields = other.proposal.fieldsDiffering(from: proposal)
    if !fields.isEmpty {
      doubts.insert(
        "alone it would get another mapping, which differs in \(fields.joined(separator: ", "))",
        at: 0)
    }
    return doubts
  }

  private var unused: [String] {
    let unused = proposal.unused
    let unread = proposal.sample.unread.sorted { $0.key < $1.key }.map { "  \($0): \($1)" }
    guard !unused.isEmpty || !unread.isEmpty else { return ["All columns are used."] }
    let isUnnamed = proposal.sample.file.form.columns != nil
    let limit = layoutCount.map { Limits.folderLines / $0 } ?? Limits.unusedColumns
    let lines = unused.prefix(limit).map { profile in
      let none = proposal.sample.rowCount == 0 ? "no row is read" : "always empty"
      let example = profile.examples(1).first.map { "such as \($0.oneLine)" } ?? none
      let look = isUnnamed ? ColumnLook(profile, in: proposal.races).words : nil
      return "  \(profile.column): \(example)" + (look.map { "; \($0)" } ?? "")
    }
    let more = unused.count - lines.count
    return (unused.isEmpty ? [] : ["Columns that no field takes:"]) + lines
      + (more > 0 ? ["  and \(more) more"] : [])
      + (unread.isEmpty ? [] : ["Columns of values that no field takes:"]) + unread
  }

  private var rows: [String] {
    let shown = Array(0..<min(Self.shownCount, trial.rows.rowCount))
    let hidden = ["import_id", "source", Field.otherOff.name, Field.openHalf.name]
    let columns = trial.rows.fields.indices.filter { index in
      !hidden.contains(trial.rows.fields[index].name)
    }
    let cells = columns.map { column in
      [trial.rows.fields[column].name]
        + shown.map { row in
          let text = trial.text(column, row).oneLine
          return text.count <= Self.cellLimit ? text : text.prefix(Self.cellLimit - 1) + "…"
        }
    }
    let widths = cells.map { $0.map { DisplayWidth.of($0) }.max() ?? 0 }
    return (0...shown.count).map { row in
      zip(cells, widths).map { DisplayWidth.padded($0[row], to: $1) }.joined(separator: "  ")
    }
  }

  private var counts: [String] {
    var lines = [
      "\(trial.rowCount) rows read = \(trial.storedCount) stored + \(trial.duplicateCount) "
        + "duplicates + \(trial.rejectedCount) rejected"
    ]
    let reasons = Dictionary(grouping: trial.rejects, by: \.reason)
    for (reason, rejects) in reasons.sorted(by: { $0.key < $1.key }) {
      guard reason != RejectReason.unreadCell.rawValue else {
        lines.append("  with a cell left empty: \(rejects.count), such as: \(rejects[0].detail)")
        continue
      }
      lines.append("  rejected for \(reason): \(rejects.count), such as: \(rejects[0].detail)")
    }
    if trial.skippedCount > 0 {
      lines.append("  rejected for their width: \(trial.skippedCount)")
    }
    if trial.unresolvedCount > 0 {
      lines.append("  without a known outcome: \(trial.unresolvedCount)")
    }
    return lines
  }

  private func comments(_ lines: [String]) -> [String] {
    lines.map { line in
      var text = ("# " + line.oneLineWhole)
      while text.last == " " { text.removeLast() }
      return text
    }
  }
}
