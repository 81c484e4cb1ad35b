import ArgumentParser
import Calibration
import ColumnStore
import Columns
import CommandTools
import Kernels
import Questions
import Racing
import ReportWriters
import RunnerKeys
import StoreImport

struct CalibrationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibration",
    abstract: "Market prices as probabilities: how often did runners win at which price?",
    discussion: """
      Expected beside actual wins by probability and by odds, with Z, log-loss, Brier score, \
      pseudo-R² and ROI, per price and per method of taking the margin out. Writes total, bins, odds, \
      a file per key such as course.csv, and summary.json. The summary that is printed is of all \
      races. docs/calibration.md defines the columns.

      Examples:
        railbird calibration --store S
        railbird calibration --store S --out out
        railbird calibration --store S --basis sp \\
          --baseline multiplicative,power,shin --out out
        railbird calibration --store S --by year,course --where "country = 'GB'" \\
          --out out
        railbird calibration --store S --windows 365d,all --as-of 2024-06-01 \\
          --format csv --out out
      """)

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions
  @OptionGroup var aliasOptions: AliasOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Prices by commas: \(CalibrationRequest.standardBases.map(\.column).joined(separator: ", ")), "
        + "prices by name.",
      valueName: "list"),
    completion: .names(CalibrationRequest.standardBases.map(\.column)))
  var basis = CalibrationRequest.standardBases.map(\.column).joined(separator: ",")

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Methods of taking the margin out, by commas: "
        + "\(Baseline.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "list"),
    completion: .names(Baseline.allCases.map(\.rawValue)))
  var baseline = Baseline.multiplicative.rawValue

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Further files by commas: "
        + "\(CalibrationKey.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "keys"), completion: .names(CalibrationKey.allCases.map(\.rawValue)))
  var by = "year,course,field_size"

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Windows, by commas.", valueName: "list"),
    completion: .names(Window.standard.map(\.name)))
  var windows = Window.all.name

  @OptionGroup var scope: ScopeOptions
  @OptionGroup var empty: EmptyOptions

  @Option(name: .long, parsing: .unconditional, help: .commission) var commission: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Folder of the files; made if absent.", valueName: "dir"),
    completion: .directory)
  var out: String?

  @OptionGroup var summary: SummaryOptions

  func validate() throws {
    _ = try request()
  }

  func run() throws {
    let console = Console(work)
    try reportingErrors {
      let folder = try out.map { try OutputFolder($0) }
      var request = try request()
      request.threads = work.threadCount
      request.aliases = try aliasOptions.aliases(store: storeOptions.store)
      let snapshot = try Snapshot.reported(
        store: storeOptions.store, and: [RacingTables.imports])
      let job = try CalibrationJob(request, from: snapshot)
      if !empty.allowEmpty { try checkBases(of: request, in: snapshot) }
      try empty.check(
        request.filter,
        with: StoreCheck(
          snapshot, aliases: request.aliases, rules: request.facts, before: request.asOf))
      let report = try job.run(progress: console.counting("runners", of: job.runnerCount))
      try console.noteDoubtfulDay(of: snapshot, isAsked: request.asOf != nil)
      if summary.printsSummary(beside: out, work) {
        Console.print(CalibrationText.text(report), terminator: "")
      }
      guard let out, let folder else { return }
      try write(report, sources: ImportLedger(snapshot).standing, to: folder)
      let rows = report.tables.map { "\($0.grouping.name) \(grouped($0.rows.count))" }
      let windows = request.windows.words
      console.note(
        "\(rows.joined(separator: ", ")) rows of \(windows) as of \(report.asOf.iso) in \(out)")
    }
  }

  // MARK: - Implementation

  /// Checks that some runner has a price of some basis.
  private func checkBases(
    of request: CalibrationRequest, in snapshot: Snapshot
  ) throws(ReportError) {
    var first: ReportError?
    for basis in request.bases {
      var rules = FactRules.standard
      (rules.market, rules.marketPlace) = (basis, "--basis")
      do throws(ReportError) {
        _ = try snapshot.priced(rules)
        return
      } catch {
        first = first ?? error
      }
    }
    if let first { throw first }
  }

  private func write(
    _ report: CalibrationReport, sources: [ImportedFile], to folder: OutputFolder
  ) throws {
    let files = try report.tables.map { CellTable($0) }.files(as: summary.formats())
    let counts = CalibrationSummary.text(
      report, sources: sources.map { SourceCounts($0) }, version: Version.engine)
    try folder.write(files + [(name: "summary.json", text: counts)])
  }

  /// Reads the question from the options; throws a `ValidationError` if they are invalid.
  private func request() throws -> CalibrationRequest {
    var request = CalibrationRequest()
    request.bases = try QuestionOptions.list(basis).map { name in
      guard let market = Market(name: name), market != .basis(.tote) else {
        throw ValidationError(
          "--basis: found \(name); expected one of sp, bsp, or a price by name")
      }
      return market
    }
    guard Set(request.bases).count == request.bases.count else {
      throw ValidationError("--basis: found \(basis); expected each name once")
    }
    request.baselines = try QuestionOptions.names("--baseline", baseline, of: Baseline.allCases)
    request.keys = try QuestionOptions.names("--by", by, of: CalibrationKey.allCases)
    request.commission = try Commission(option: commission)
    request.facts = try scope.facts()
    request.asOf = try scope.day()
    request.filter = try scope.filter()
    do {
      request.windows = try Window.list(QuestionOptions.list(windows))
    } catch {
      throw ValidationError(error.description)
    }
    return request
  }
}
