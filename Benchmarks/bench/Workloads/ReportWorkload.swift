import ColumnStore
import Columns
import EntityReports
import Foundation
import Questions
import Racing
import ReportWriters
import RunnerKeys

/// W2, W2-bets, W2-facts and W3: reports in five windows, as tables in memory with every column.
///
/// The tables' cells are computed by the blocks that `railbird report` writes its files from; W6 also
/// times the text.
struct ReportWorkload: Workload {
  static let oneReport = ["jockey"]
  static let threeReports = ["jockey", "trainer", "jockey+trainer"]
  /// Facts of the race and of the horse's earlier runs, true of about half of all starters.
  static let fiveFacts =
    "market_rank <= 8 and runners >= 6 and last_position <= 9 and runs_since_break < 40 "
    + "and career_wins < 20"

  let input: DataSet
  let threads: Int
  let keys: [String]
  let figures: FigureChoice
  let filter: String?
  private let snapshot: Snapshot
  private var result: ReportResult?
  private var tables: [Table] = []
  private(set) var parts: [String: Double] = [:]

  init(
    _ input: DataSet, _ keys: [String], figures: FigureChoice = .standard,
    filter: String? = nil, threads: Int
  ) throws {
    self.input = input
    self.keys = keys
    self.figures = figures
    self.filter = filter
    self.threads = threads
    snapshot = try Snapshot(store: input.store)
  }

  var rows: Int { snapshot.rowCount(of: "runners") }

  var touchedBytes: Int {
    let people = keys.count > 1 ? ["jockey", "trainer"] : ["jockey"]
    return TouchedBytes.ofReport(
      snapshot,
      keys: people + (figures == .everyBet ? ["place_bsp", "place_won", "number"] : [])
        + (filter == nil ? [] : ["horse"]))
  }

  var outputBytes: Int { TouchedBytes.ofAnswer(tables.flatMap(\.columns)) }

  var factBytes: Int { result?.factBytes ?? 0 }

  /// The last answer goes first, as that of a peer does: two at a time would be no fair measure.
  mutating func prepare() { (result, tables) = (nil, []) }

  mutating func run() throws {
    let condition = try filter.map { try Filter($0) }
    let sums = try timed {
      try Self.reports(snapshot, keys, figures, where: condition, threads: threads)
    }
    let cells = timed { sums.value.reports.flatMap { $0.tables(threads: threads) } }
    (result, tables) = (sums.value, cells.value)
    parts = ["figures": sums.seconds, "tables": cells.seconds]
  }

  static func reports(
    _ snapshot: Snapshot, _ keys: [String], _ figures: FigureChoice = .standard,
    where condition: Filter? = nil, threads: Int, keepsSums: Bool = false
  ) throws -> ReportResult {
    var request = ReportRequest(dimensions: try keys.map { try Dimension($0) })
    request.filter = condition
    request.figures = figures
    request.threads = threads
    request.keepsSums = keepsSums
    return try ReportJob(request, from: snapshot).run()
  }

  func digest() -> String { ReportDigest.text(result!) }

  /// No plain recount knows facts; the tests hold them against DuckDB.
  func verify() throws {
    guard filter == nil, let expected = try Recount(of: input) else { return }
    let rows = result!.reports[0].rows.filter { $0.window == .all }
    try expected.verify(rows.map { ($0.keys[0], PlainRecord($0.figures)) })
  }

  func answer() throws -> String { try ReportDigest.checksum(result!) }

  func write(to path: String) throws { try ReportDigest.write(result!, to: path) }
}

extension PlainRecord {
  /// Takes the figures of a report's row, to be held against a recount.
  init(_ figures: EntityFigures) {
    let sp = figures.bets(at: .sp)
    self.init(
      runs: Int(figures.runs), wins: Int(figures.wins), bets: Int(sp.bets),
      returnedMicros: sp.profit + sp.turnover)
  }
}

extension FigureChoice {
  /// Every bet, and luck.
  static let everyBet = {
    var choice = FigureChoice(bets: BetGroup.fixed)
    choice.luck = .bh
    return choice
  }()
}

/// Digests of results: equal results have equal ones.
enum ReportDigest {
  /// A few sums of every row.
  static func text(_ result: ReportResult) -> String {
    var digest = IntegerDigest()
    for report in result.reports {
      for row in report.rows {
        let figures = row.figures
        for value in [figures.runs, figures.wins, figures.places, figures.expectedWins] {
          digest.add(value)
        }
        for basis in figures.bets { digest.add(basis.profit) }
      }
    }
    return digest.text
  }

  /// The SHA-256 of the CSV files' own.
  static func checksum(_ result: ReportResult) throws -> String {
    let folder = FileManager.default.temporaryDirectory.path + "/bench-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try write(result, to: folder)
    let sums = try result.reports.map {
      try Checksum.ofFile(folder + "/\($0.dimension.fileName).csv").hex
    }
    return sums.count == 1 ? sums[0] : Checksum.hex(of: Data(sums.joined(separator: " ").utf8))
  }

  /// Writes the reports as CSV files into a folder.
  static func write(_ result: ReportResult, to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for report in result.reports {
      let path = folder + "/\(report.dimension.fileName).csv"
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try CSVReportWriter.write(report) { try file.write(contentsOf: Data($0)) }
      try file.close()
    }
  }
}
