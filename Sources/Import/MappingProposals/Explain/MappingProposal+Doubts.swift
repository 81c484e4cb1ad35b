import Mappings
import RowReading
import TabularFiles

/// The doubts before and after the file is read.
extension MappingProposal {
  /// Notes the assumptions about the form of the file's text.
  mutating func doubtForm(_ found: FoundForm) {
    if let width = found.rowWidth {
      let own = found.firstCells.count
      let first = found.form.columns == nil ? "header" : "first line"
      // Comes first: the other doubts are then about few rows.
      doubts.insert(
        "the first line has \(own) cell\(own == 1 ? "" : "s"), most rows below it have \(width): rows "
          + "of another width than the \(first) are left out", at: 0)
    }
    if found.form.columns != nil {
      doubts.append(
        "the first line looks like data, so it is read as a row; give the columns their names in "
          + "the order of its cells: "
          + found.firstCells.prefix(8).map(\.oneLine).joined(separator: ", "))
    }
    if let line = found.strayLine {
      doubts.append(
        "line \(line): a byte that is no UTF-8, though most of the text is; a name with it cannot "
          + "be read")
    }
    for encoding in found.form.encodings where encoding != .utf16 {
      doubts.append(
        "the text is not UTF-8 and is read as \(encoding.rawValue)"
          + (found.confidence.map { " (\($0) sure)" } ?? "") + "; check the names below")
    }
  }

  /// Notes the columns whose name is a field's but whose texts are not.
  mutating func doubtRefused() {
    for candidate in candidates.refused where !candidate.fit.doubts.isEmpty {
      doubts += candidate.fit.doubts.map { "\(profiles[candidate.index].label): \($0)" }
    }
  }

  /// Notes that a file without a header line looks like dividends.
  mutating func doubtPools() {
    guard let pools = candidates.pools.map({ profiles[$0] }) else { return }
    let words = pools.examples(2) { PoolWords.meanings[$0] != nil }.joined(separator: ", ")
    doubts.append(
      "\(pools.label): words for pools, such as \(words), so the file looks like dividends; give its "
        + "columns their names, this one pool, the others combination, dividend and so on")
  }

  /// Notes the fields that stay empty although a column has a name like theirs.
  mutating func doubtNames() {
    for candidate in mixed where !fields.contains(where: { $0.name == candidate.field }) {
      doubts.append(
        "\(profiles[candidate.index].label): differs within races, so it is not taken for "
          + candidate.field)
    }
    for candidate in candidates.refused
    where candidate.hint >= 0.6 && candidate.fit.doubts.isEmpty
      && !fields.contains(where: { $0.name == candidate.field })
    {
      let profile = profiles[candidate.index]
      let isUsed = fields.contains { $0.columns.contains(profile.column) }
      guard !isUsed, profile.valueCount > 0,
        TableMapping(feeds: feeds).knownFields.contains(candidate.field)
      else { continue }
      let examples = profile.examples(3).map(\.oneLine).joined(separator: ", ")
      doubts.append(
        "\(profile.label): named like \(candidate.field), but its texts do not fit, such as \(examples)"
      )
    }
  }

  /// Lets cells stay empty that the trial could not read; returns whether there are any.
  mutating func forgive(_ problems: [CellProblems], of rowCount: Int) -> Bool {
    var hasChanged = false
    let byField = problems.compactMap { cells in cells.first.map { ($0.field, cells) } }
    for (name, cells) in byField.sorted(by: { $0.0 < $1.0 })
    where name != "race_id" && name != "date" {
      guard let index = fields.firstIndex(where: { $0.name == name }) else { continue }
      var texts: [String] = []
      for cell in cells where texts.count < 3 && !texts.contains(cell.found) {
        texts.append(cell.found)
      }
      let lost =
        "\(cells.count) of \(rowCount) cells don't fit and stay empty, such as "
        + texts.map(\.oneLine).joined(separator: ", ")
      fields[index].comments.append(lost)
      // A few are mistakes of a file; more of them may be a notation.
      if cells.count * 20 > rowCount {
        doubts.append("\(fields[index].columns.joined(separator: ", ")): \(lost)")
      }
      fields[index].beLenient()
      hasChanged = true
    }
    return hasChanged
  }

  /// Notes the doubts that the trial shows.
  mutating func doubt(_ trial: TrialRead) {
    doubts += ColumnSuspicions(self).found
    doubts += trial.doubts
    doubtRefusals(trial)
    if feeds == .runners { doubts += trial.twinNames }
    let conflicts = trial.rejects.filter { $0.reason == RejectReason.conflict.rawValue }
    if let first = conflicts.first {
      doubts.append("\(conflicts.count) rows contradict others of the same key: \(first.detail)")
    }
    for other in sample.otherPaths.prefix(3) {
      doubts.append(
        "rows: \(other.path) leads to \(other.rowCount) rows of \(other.columnCount) columns too")
    }
  }
}
