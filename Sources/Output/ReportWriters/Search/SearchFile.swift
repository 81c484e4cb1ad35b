import Questions
import AngleSearch
import Columns
import Racing

/// The files of a search: its angles as CSV and as JSON, and its summary.
public struct SearchFile {
  private let report: SearchReport

  /// Takes the search to write.
  public init(_ report: SearchReport) { self.report = report }

  /// The angles as CSV: UTF-8, LF, RFC 4180; names are guarded against spreadsheets.
  public var csv: String { table.csv }

  /// The angles as JSON: an array with one object per line, with the CSV's digits; members in
  /// column order, `null` where a cell is empty.
  public var json: String { table.json }

  /// Returns `summary.json`: the question, and counts of the races behind its numbers.
  ///
  /// - Parameters:
  ///   - sources: The fate of each source's rows.
  ///   - version: The engine's version.
  /// - Returns: JSON, members in the contract's order.
  public func summary(sources: [SourceCounts], version: String) -> String {
    let request = report.request
    let keys = request.keys.flatMap(\.keys).map(JSONText.string)
    var members: SummaryWriter.Members = [
      ("as_of", JSONText.string(report.asOf.iso)),
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
      ("races", "\(report.races)"),
      ("left_out_races", "\(report.leftOutRaces)"),
      ("runs", "\(report.runs)"),
      ("combinations", "\(report.combinations)"),
      ("angles", "\(report.angles)"),
      ("rows", "\(report.rows.count)"),
    ]
    return SummaryWriter.document(members, sources: sources, version: version)
  }

  // MARK: - Implementation

  private var table: CellTable {
    let isNumber = report.request.keys.flatMap(\.areNumbers)
    let rows = zip(1..., report.rows).map { rank, row -> [CardCell] in
      let keys = zip(report.keyNames, isNumber).map { name, isNumber -> CardCell in
        guard let value = row.value(name) else { return .empty }
        return isNumber ? .number(value) : .name(value)
      }
      return [.number(rank)] + keys + row.figures.map { .figure($0) }
    }
    return CellTable(
      header: ["rank"] + report.keyNames + SearchReport.figureNames, rows: rows)
  }
}
