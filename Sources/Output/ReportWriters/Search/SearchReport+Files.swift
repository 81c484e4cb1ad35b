import Questions
import AngleSearch
import Columns
import Racing

extension CellTable {
  /// Makes the file `search`: a row per angle.
  public init(_ report: SearchReport) {
    let isNumber = report.request.keys.flatMap(\.areNumbers)
    let rows = zip(1..., report.rows).map { rank, row -> [CardCell] in
      let keys = zip(report.keyNames, isNumber).map { name, isNumber -> CardCell in
        guard let value = row.value(name) else { return .empty }
        return isNumber ? .number(value) : .name(value)
      }
      return [.number(rank)] + keys + row.figures.map { .figure($0) }
    }
    self.init(
      "search", header: ["rank"] + report.keyNames + report.figureNames, rows: rows)
  }
}

extension SearchReport {
  /// Returns `summary.json`: the question, and counts of the races behind its numbers.
  ///
  /// - Parameters:
  ///   - sources: The fate of each source's rows.
  ///   - version: The engine's version.
  /// - Returns: JSON, members in the contract's order.
  public func summary(sources: [SourceCounts], version: String) -> String {
    let keys = request.keys.flatMap(\.keys).map(JSONText.string)
    var members: SummaryWriter.Members = [
      ("as_of", JSONText.string(asOf.iso)),
      ("keys", "[\(keys.joined(separator: ","))]"),
      ("depth", "\(request.depth)"),
      ("min_runs", "\(request.minRuns)"),
      ("permutations", "\(request.permutations)"),
      ("seed", "\(request.seed)"),
      ("rank_by", JSONText.string(request.ranking.rawValue)),
      ("top", "\(request.top)"),
      ("baseline", JSONText.string(request.baseline.name)),
    ]
    if let filter = request.filter { members.append(("where", JSONText.string(filter.text))) }
    members += SummaryWriter.facts(request.facts)
    if request.aliases.count > 0 { members.append(("aliases", "\(request.aliases.count)")) }
    members += [
      ("races", "\(races)"),
      ("left_out_races", "\(leftOutRaces)"),
      ("runs", "\(runs)"),
      ("combinations", "\(combinations)"),
      ("angles", "\(angles)"),
      ("rows", "\(rows.count)"),
    ]
    return SummaryWriter.document(members, sources: sources, version: version)
  }
}
