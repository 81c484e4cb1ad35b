import ArgumentParser
import ColumnStore
import Columns
import CommandTools
import EntityReports
import Foundation
import Questions
import Racing
import ReportSpecs
import ReportWriters
import RunnerKeys
import StoreImport

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Computes ROI, win rates, form and more per jockey, trainer, horse …",
    discussion: """
      Writes one file per dimension, such as jockey.csv and jockey-trainer.csv, and summary.json; \
      with --format html one page of all, report.html, which `railbird serve` shows live; with \
      --format xlsx one workbook of all, report.xlsx. \
      docs/reports.md defines every column, docs/questions.md the keys, filters and specs.

      Examples:
        railbird report --store S --by jockey,trainer --out out
        railbird report --store S --by jockey+trainer --windows 90d,all \\
          --min-runs 50 --out out
        railbird report --store S --by horse --as-of 2024-06-01 --format json \\
          --out out
        railbird report --store S --by jockey+draw \\
          --where "sp < 10 and going = 'Good'" --out out
        railbird report --store S --by sire --order-by sp_roi --top 20 \\
          --min-runs 50 --out out
        railbird report --store S --by trainer --bets sp,ew,place_bsp --luck \\
          --out out
        railbird report --store S --by is_favourite+going --totals --out out
        railbird report --store S --by 'band(distance_m, 1200, 1600, 2000)' --out out
        railbird report --store S --by trainer --where "class_change < 0" --out out
        railbird report --store S --by jockey+trainer \\
          --having "ae > 1 and runs >= 30" --out out
        railbird report --store S --spec questions.yaml --out out
        railbird report --store S --by jockey,trainer --keep-sums --out out
        railbird report --store S --by jockey --format csv,html --out out
        railbird report --store S --by jockey,trainer --format xlsx --out out
        railbird report --store S --by jockey --show --out out | less
        railbird report --engine sc://HOST:15002 --dataset hdfs://lake/racing \\
          --out out

      With --engine a Spark cluster computes the same files from a dataset of `railbird export` \
      (docs/cluster.md).

      Exit codes: 0 done, 1 failed, 64 bad usage, 130 interrupted on the cluster.
      """)

  @Option(
    name: .long,
    help: ArgumentHelp("The store's folder; not with --engine.", valueName: "dir"),
    completion: .directory)
  var store: String?

  @OptionGroup var cluster: ClusterOptions
  @OptionGroup var work: WorkOptions
  @OptionGroup var question: QuestionOptions
  @OptionGroup var rules: RuleOptions
  @OptionGroup var figures: FigureOptions
  @OptionGroup var empty: EmptyOptions
  @OptionGroup var aliasOptions: AliasOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Saved questions, in place of the options above that ask one; --as-of beside it is the day of "
        + "questions that name none.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var spec: String?

  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Keep sums of old months in the store's folder: the same report of tomorrow reads only what "
        + "came later."))
  var keepSums = false

  @Flag(
    name: .long,
    help: "Print the league tables into a pipe or file too; a terminal shows them anyway.")
  var show = false

  @Flag(
    name: .long,
    help: "Open the report with the desktop's program: its page, else its workbook or first file.")
  var open = false

  @Option(
    name: .long, help: ArgumentHelp("Folder of the files; made if absent.", valueName: "dir"),
    completion: .directory)
  var out: String

  func validate() throws {
    try cluster.check(against: store, "--store")
    guard spec != nil else {
      _ = try question.request(rules, figures)
      try checkCluster(try question.formats())
      return
    }
    _ = try question.day()
    let others = (question.given + rules.given + figures.given).filter { $0 != "--as-of" }
    if let given = others.first {
      throw ValidationError("--spec: found \(given) too; expected it in the file")
    }
  }

  func run() async throws {
    let console = Console(work)
    try await reportingErrors {
      let folder = try OutputFolder(out)
      let desktop = open ? try Desktop() : nil
      let saved = try spec.map { path in
        try reportingMistakes { () throws(SpecError) in try ReportSpec(contentsOf: path) }
      }
      var batch = try saved?.batch ?? question.request(rules, figures).batch
      batch.threads = work.threadCount
      batch.keepsSums = keepSums
      let formats = try saved?.formats ?? question.formats()
      try checkCluster(formats)
      if saved != nil, let day = try question.day() { batch.setDefaultDay(day) }
      batch.addLuck(for: formats)
      batch.aliases = try aliasOptions.aliases(store: store)
      let answer = try await answer(batch, console)
      let result = answer.result
      let files = ReportFiles(
        names: saved?.names ?? result.reports.map(\.dimension.fileName),
        formats: formats, folder: folder, threads: work.threadCount, console: console)
      try files.write(
        result, isSpec: saved != nil, sources: answer.sources, from: answer.snapshot)
      print(result, names: files.names, console)
      for absence in result.absences { console.note("\(absence)") }
      console.noteDoubtfulDay(
        answer.newest, isAsked: batch.questions.allSatisfy { $0.scope.asOf != nil })
      if let desktop, let file = files.first { try desktop.open("\(out)/\(file)") }
    }
  }

  // MARK: - Implementation

  /// Refuses the options that a cluster does not support: pages, and sums kept in a store.
  private func checkCluster(_ formats: Set<ReportFormat>) throws {
    guard cluster.engine != nil else { return }
    if formats.contains(.html) {
      throw ValidationError(
        "--format: found html with --engine; expected csv, json, xlsx or several, as pages need the "
          + "store")
    }
    if keepSums {
      throw ValidationError("--keep-sums: found --engine too; expected a store")
    }
  }

  /// Computes the report from the store or on the cluster; a cluster has no snapshot.
  private func answer(
    _ batch: ReportBatch, _ console: Console
  ) async throws -> (
    result: ReportResult, sources: [SourceCounts], newest: NewestRace?, snapshot: Snapshot?
  ) {
    if let cluster = try cluster.cluster {
      let answer = try await cluster.report(
        batch, by: empty.allowEmpty ? nil : askedKeys,
        hasAliasOption: aliasOptions.given != nil, console)
      return (answer.result, answer.sources, answer.newest, nil)
    }
    console.progress("opening \(store ?? "")")
    let snapshot = try Snapshot.reported(store: store ?? "", and: tables(of: batch))
    let job = try ReportJob(batch, from: snapshot)
    try empty.check(batch, by: askedKeys, in: snapshot)
    let result = try job.run(
      progress: console.counting(
        "runners", of: job.runnerCount,
        then: "computing the figures of \(grouped(job.runnerCount)) runners"))
    let sources = try ImportLedger(snapshot).standing.map { SourceCounts($0) }
    return (result, sources, try NewestRace(snapshot), snapshot)
  }

  private var askedKeys: AskedKeys {
    AskedKeys(
      place: spec.map { "\($0): by" } ?? "--by", areDefault: question.by == nil && spec == nil)
  }

  private func tables(of batch: ReportBatch) -> Set<String> {
    ReportJob.tables(for: batch.questions.map(\.scope.figures)).union([RacingTables.imports])
  }

  private func print(_ result: ReportResult, names: [String], _ console: Console) {
    if show || Console.outIsTerminal && !work.quiet {
      for answer in result.answers {
        if let text = table(answer) { Console.print(text) }
      }
    }
    let asOf = result.summary.scope.asOf.iso
    console.note("\(rowCounts(result, names)) as of \(asOf) in \(out)")
    for (name, answer) in zip(names, result.answers) where answer.report.rows.isEmpty {
      console.note("\(name): no row\(conditions(answer.question))")
    }
    for message in missingBets(result) { console.note(message) }
    console.noteMarket(result.summary.scope.figures.market)
    let unresolved = result.summary.unresolved
    if unresolved > 0 {
      console.note(
        "left out: \(grouped(unresolved)) runner\(unresolved == 1 ? "" : "s") without a known "
          + "result, void ones included")
    }
  }

  /// Returns a message for each kind of bets that no row of a report has, once for all reports.
  private func missingBets(_ result: ReportResult) -> [String] {
    let messages = result.answers.flatMap { answer in
      answer.report.rows.isEmpty
        ? []
        : answer.question.scope.figures.missingBets { column in
          answer.report.rows.contains { $0[column] != .integer(0) }
        }
    }
    return messages.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Returns the numbers of rows and their windows: `jockey 74 rows of the windows 90d, all`.
  private func rowCounts(_ result: ReportResult, _ names: [String]) -> String {
    let counts = zip(names, result.reports).map { "\($0) \(grouped($1.rows.count))" }
    let windows = result.answers.map(\.question.scope.windows.words)
    guard Set(windows).count > 1 else {
      return counts.joined(separator: ", ") + " rows of " + (windows.first ?? "")
    }
    return zip(counts, windows).map { "\($0) rows of \($1)" }.joined(separator: "; ")
  }

  /// Returns the conditions that a row must meet: ` of the window 7d meets runs >= 30`.
  private func conditions(_ question: ReportQuestion) -> String {
    let conditions = [
      question.minRuns > 0 ? "runs >= \(question.minRuns)" : nil, question.having?.text,
    ].compactMap { $0 }
    return " of \(question.scope.windows.words)"
      + (conditions.isEmpty ? "" : " meets " + conditions.joined(separator: ", "))
  }

  /// Returns the table: in the requested order if there is one; otherwise the best and the worst
  /// rows.
  private func table(_ answer: ReportAnswer) -> String? {
    let question = answer.question
    if question.order != nil || question.top != nil || question.having != nil
      || question.hasTotals
    {
      return LeagueTable.listing(answer)
    }
    return LeagueTable.text(answer.report, minRuns: question.minRuns > 0 ? question.minRuns : 50)
  }
}

extension [Window] {
  /// The windows for a message: `the windows 90d, all`.
  var words: String {
    "the window\(count == 1 ? "" : "s") " + map(\.name).joined(separator: ", ")
  }
}

extension SourceCounts {
  /// Takes the counts of an imported file.
  package init(_ file: ImportedFile) {
    self.init(
      name: file.name, rowsRead: file.rowsRead, stored: file.stored, duplicates: file.duplicates,
      duplicateMonths: file.duplicateMonths, rejected: file.rejected, reasons: file.reasons)
  }
}
