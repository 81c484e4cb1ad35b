import Calibration
import ColumnStore
import Columns
import CommandTools
import EntityReports
import Features
import Foundation
import Notebooks
import Questions
import Racing
import RacingExport
import ReportWriters
import RunnerKeys
import SeasonTotals
import Seasons
import StoreTables
import SystemFiles
import TabularFiles

/// The tables, reports and notebooks in a folder; each notebook reads files beside it.
struct NotebookFiles {
  /// The number of the store's last days whose starters have features.
  private static let featureDays = 365
  private static let featuresName = "features.csv.gz"
  /// The number of days with prices that the features template needs: it fits a model to the
  /// earlier ones.
  private static let pricedDays = 3
  /// The windows that the template of features computes.
  private static let featureWindows = ["90d", "365d"]
  /// The columns that few sources have and that templates read.
  private static let furtherColumns = [Field("betting_interest", .int16)]

  let console: Console
  private let snapshot: Snapshot
  private let export: ExportJob
  private let threads: Int
  private let folder: OutputFolder
  private let data: OutputFolder
  private let figures: OutputFolder
  /// The path of the tables, in messages.
  private let dataPath: String

  init(_ snapshot: Snapshot, folder: String, threads: Int, _ console: Console) throws {
    self.snapshot = snapshot
    self.threads = threads
    self.console = console
    export = ExportJob(snapshot)
    let outer = try OutputFolder(folder)
    self.folder = outer
    dataPath = folder + "/data"
    data = try OutputFolder(dataPath, within: outer)
    figures = try OutputFolder(folder + "/figures", within: outer)
  }

  func write(_ notebook: Notebook) throws {
    try folder.write(notebook.json, to: notebook.name + ".ipynb")
  }

  /// Writes the runners, and reports by jockey and trainer, at `sp` with their figures of luck.
  ///
  /// - Returns: The prices of the bets: the exchange's where the store has no others.
  func writeROI() throws -> PriceBasis {
    var basis = PriceBasis.sp
    var found = try reports(at: basis)
    if !hasBets(found, at: basis) {
      basis = .bsp
      found = try reports(at: basis)
    }
    guard hasBets(found, at: basis) else {
      throw NotebookGap(
        store: snapshot.store, expected: "starters with an sp or a bsp, and a jockey")
    }
    try writeTable(RacingTables.runners)
    for report in found {
      let name = report.dimension.fileName + ".csv"
      try figures.write(to: name) {
        try CSVReportWriter.write(
          report, threads: threads, progress: progress(name, report), to: $0)
      }
    }
    return basis
  }

  /// Writes the runners, and the calibration of starting prices.
  ///
  /// - Returns: The starting prices.
  func writeCalibration() throws -> PriceBasis {
    let (report, basis) = try calibration()
    try writeTable(RacingTables.runners)
    for file in report.tables.map({ CellTable($0) }) {
      try figures.write(file.csv, to: file.name + ".csv")
    }
    return basis
  }

  /// Writes the runners, and the features of the last year's starters.
  ///
  /// - Returns: The starting prices that a model may use.
  func writeFeatures() throws -> PriceBasis {
    let (report, basis) = try calibration()
    let first = report.asOf - Self.featureDays
    guard try hasPricedDays(from: first, basis) else {
      throw NotebookGap(
        store: snapshot.store, expected: "races with prices on three days of the last year")
    }
    try writeTable(RacingTables.runners)
    var request = try FeatureRequest(
      dimensions: ["jockey", "trainer"], windows: Window.list(Self.featureWindows))
    request.metrics = [.runs, .wins, .winRate]
    try request.setColumns(["date", "horse"])
    request.from = first
    request.threads = threads
    let pieces = try FeatureJob(request, from: snapshot)
      .pieces(ofRows: FeatureFile.pieceRows) { dimension in
        console.progress("features by " + dimension.keys.joined(separator: "+"))
      }
    let total = pieces.rowCount
    try WholeFile.write(try figures.prepared(Self.featuresName)) { draft in
      try FeatureFile.write(pieces, to: draft, as: .csv) { done in
        console.progress(done, of: total, "rows", stage: "features")
      }
    }
    return basis
  }

  /// Writes a club's ledger and roster, and the report of a season.
  ///
  /// - Parameters:
  ///   - season: The season; nil for that of the last points.
  ///   - zone: The club's time zone.
  /// - Returns: The season.
  /// - Throws: `NotebookGap` without points, `SeasonError` for an unknown season, `FileError`.
  func writeSeason(_ season: SeasonYear?, zone: TimeZone) throws -> SeasonYear {
    guard snapshot.rowCount(of: SeasonTables.pointsLedger) > 0 else {
      throw NotebookGap(store: snapshot.store, expected: "points of a season")
    }
    let season = try season ?? StoredSeasons.last(in: snapshot)
    var request = SeasonRequest(season, asOf: nil, zone: zone)
    request.threads = threads
    let job = SeasonJob(request, from: snapshot)
    console.progress("computing the season \(season.season.rawValue) \(season.year)")
    let report = try job.run()
    for table in [SeasonTables.pointsLedger, SeasonTables.roster] { try writeTable(table) }
    for file in SeasonFile.allCases {
      try figures.write(file.table(report).csv, to: file.rawValue + ".csv")
    }
    return season
  }

  /// Removes a topic's notebooks and reports of an earlier run, because they fail with other
  /// tables.
  ///
  /// - Parameter topic: The topic; tables stay, because other topics read them too.
  /// - Returns: The number of files removed.
  /// - Throws: `FileError`.
  func remove(_ topic: NotebookTopic) throws -> Int {
    let notebooks = try NotebookLibrary.allCases.filter {
      try folder.remove(topic.notebook($0).name + ".ipynb")
    }
    let reports = try Self.reportNames(topic).filter { try figures.remove($0) }
    return notebooks.count + reports.count
  }

  /// Removes a notebook of an earlier run whose cells differ from this run's.
  ///
  /// - Parameter notebook: The notebook, as this run would write it.
  /// - Returns: Whether there was one with other cells.
  /// - Throws: `FileError`.
  func removeOther(_ notebook: Notebook) throws -> Bool {
    let file = notebook.name + ".ipynb"
    guard let data = try? FileSystem.contents(of: folder.path + "/" + file),
      let known = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let cells = known["cells"] as? [[String: Any]]
    else { return false }
    // Only the sources count, not the outputs of an execution.
    let sources = cells.map { ($0["source"] as? [String])?.joined() ?? $0["source"] as? String }
    return try sources != notebook.cells.map(\.source) && folder.remove(file)
  }

  // MARK: - Implementation

  /// Returns the names of a topic's files in `figures/`.
  private static func reportNames(_ topic: NotebookTopic) -> [String] {
    switch topic {
    case .roi: ["jockey.csv", "trainer.csv"]
    case .calibration: ["total.csv", "bins.csv", "odds.csv"]
    case .season: SeasonFile.allCases.map { $0.rawValue + ".csv" }
    case .features: [featuresName]
    }
  }

  private func hasBets(_ reports: [EntityReport], at basis: PriceBasis) -> Bool {
    reports.contains { $0.rows.contains { $0.figures.bets(at: basis).bets > 0 } }
  }

  /// Computes the reports without aliases, because exported names keep their spelling, and before
  /// commission, as the notebook does.
  private func reports(at basis: PriceBasis) throws -> [EntityReport] {
    guard snapshot.rowCount(of: RacingTables.runners) > 0 else { throw noRunners }
    var request = ReportRequest(
      dimensions: [try Dimension("jockey"), try Dimension("trainer")], windows: [.all])
    request.figures = FigureChoice(bets: [BetGroup(basis)])
    if basis == .bsp { request.figures.baseline = MarketBaseline(name: basis.rawValue)! }
    request.figures.luck = basis == .sp ? .bh : nil
    request.commission = Commission(rateMicros: 0)!
    request.threads = threads
    let job = try ReportJob(request, from: snapshot)
    return try job.run(progress: counting(job.runnerCount)).reports
  }

  /// Computes the calibration of the starting prices that the store has: the exchange's where it
  /// has no others.
  ///
  /// Returns are before commission, as the notebook's are.
  private func calibration() throws -> (CalibrationReport, PriceBasis) {
    guard snapshot.rowCount(of: RacingTables.runners) > 0 else { throw noRunners }
    for basis in [PriceBasis.sp, .bsp] {
      var request = CalibrationRequest()
      (request.bases, request.keys, request.threads) = ([.basis(basis)], [], threads)
      request.commission = Commission(rateMicros: 0)!
      let job = try CalibrationJob(request, from: snapshot)
      let report = try job.run(progress: counting(job.runnerCount))
      if report.coverage.contains(where: { $0.races > 0 }) { return (report, basis) }
    }
    throw NotebookGap(
      store: snapshot.store, expected: "races with a winner, and an sp or a bsp of every starter")
  }

  /// Whether enough days from a day on have a race with prices of two or more starters.
  private func hasPricedDays(from first: Day, _ basis: PriceBasis) throws -> Bool {
    var request = try FeatureRequest(dimensions: [])
    request.metrics = []
    try request.setColumns(["date"])
    try request.setTargets([basis.rawValue])
    (request.from, request.threads) = (first, threads)
    var days: Set<Int32> = []
    // Each piece has whole days.
    for piece in try FeatureJob(request, from: snapshot).pieces(ofRows: FeatureFile.pieceRows) {
      let (races, dates) = (piece.table["race_id"]!.texts, piece.table["date"]!.int32s)
      let prices = piece.table[FeatureColumn.targetPrefix + basis.rawValue]!
      var priced: String?
      for row in 0..<piece.rowCount where !prices.isNull(row) && !days.contains(dates[row]) {
        let race = races[row]
        if race == priced { days.insert(dates[row]) }
        priced = race
        if days.count == Self.pricedDays { return true }
      }
    }
    return false
  }

  private var noRunners: NotebookGap {
    NotebookGap(store: snapshot.store, expected: "runners")
  }

  /// Shows the number of runners read so far, and then the next stage.
  private func counting(_ runners: Int) -> @Sendable (Int) -> Void {
    console.counting(
      "runners", of: runners, then: "computing the figures of \(grouped(runners)) runners")
  }

  /// Shows the number of a report's rows written so far.
  private func progress(_ file: String, _ report: EntityReport) -> (Int) -> Void {
    { console.progress($0, of: report.rows.count, "rows", stage: file) }
  }

  /// Writes a table as Parquet, unless this run has written it.
  private func writeTable(_ table: String) throws {
    guard written.insert(table) else { return }
    let path = try data.prepared("\(table).parquet")
    var rows = 0
    try WholeFile.write(path) { draft in
      rows = try console.showingProgress(export, table) {
        try export.write(
          table, to: draft, as: .parquet,
          with: table == RacingTables.runners ? Self.furtherColumns : [], progress: $0)
      }
    }
    console.note("\(dataPath)/\(table).parquet: \(TextCount.text(rows, of: "row"))")
  }

  private let written = WrittenTables()
}

/// The tables that are already written.
private final class WrittenTables {
  private var names: Set<String> = []

  func insert(_ name: String) -> Bool { names.insert(name).inserted }
}

/// A lack of rows that a notebook needs.
struct NotebookGap: Error, CustomStringConvertible {
  let store: String
  let expected: String

  var description: String { "\(store): found no \(expected); expected some" }
}
