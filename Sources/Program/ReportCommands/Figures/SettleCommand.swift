import ArgumentParser
import ColumnStore
import Columns
import CommandTools
import Foundation
import Mappings
import RaceMerging
import Racing
import ReportWriters
import SettledBets
import StoreImport

struct SettleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settle",
    abstract: "Settles a file of bets by rule: returns in words, ROI, closing-line value.",
    discussion: """
      A row names a race (day, course and off time or race number, or race_id), a selection or \
      its number, a kind (win, place, each_way, lay, place_lay), a stake or a lay's liability, \
      a price (odds, sp, bsp or tote) and a rule book (gb, ie, au, za, exchange, tote). Nothing is \
      guessed: a bet for which a fact is missing says which. docs/settlement.md has all columns \
      and rules.

      A log of any other layout is read by a mapping, which --explain proposes: own column names, \
      words such as Each Way, E/W or 単勝, amounts with currencies, local times. Its own results \
      are held against these.

      Examples:
        railbird settle --store S --bets bets.csv
        railbird settle --store S --bets bets.csv --withdrawn nr.csv --out out
        railbird settle --store S --bets bets.json --by rule_book,kind+month \\
          --out out --format csv
        railbird settle --explain log.csv > log.yaml
        railbird settle --store S --bets log.csv --mapping log.yaml

      A file of bets:
        day,course,off,selection,kind,stake,price,rule_book,placed
        2024-06-01,Ascot,13:05,Blue Wind,each_way,10,16/1,gb,2024-06-01T09:00:00Z
      """)

  @Option(
    name: .long, help: ArgumentHelp("The store's folder.", valueName: "dir"),
    completion: .directory)
  var store: String?

  @OptionGroup var work: WorkOptions
  @OptionGroup var aliasOptions: AliasOptions

  @Option(
    name: .long,
    help: ArgumentHelp("The bets: CSV with a header, JSON or NDJSON.", valueName: "file"),
    completion: .file())
  var bets: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Reads the bets as a log by this mapping; docs/settlement.md.", valueName: "file.yaml"),
    completion: .file(extensions: ["yaml", "yml"]))
  var mapping: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Examines a log of bets, prints a mapping for it and stops.", valueName: "file"),
    completion: .file())
  var explain: String?

  @OptionGroup var amendments: MappingAmendments

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Withdrawn runners: when, at which price, deductions, reduction factors.",
      valueName: "file"), completion: .file())
  var withdrawn: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "The exchange's commission on a market's net winnings (default: 0.05).", valueName: "rate"))
  var commission: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Totals by commas; keys joined by +: \(SettleKey.builtIn.joined(separator: ", ")), or any "
        + "other column of the bets.", valueName: "keys"),
    completion: .names(SettleKey.builtIn, separatedBy: ",+"))
  var by: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Writes settled, totals and summary.json into a folder; made if absent.", valueName: "dir"),
    completion: .directory)
  var out: String?

  @OptionGroup var summary: SummaryOptions

  func validate() throws {
    _ = try rate()
    if by != nil, out == nil {
      throw ValidationError("--by: found no --out; expected a folder for the totals")
    }
    guard explain == nil else {
      if bets != nil { throw ValidationError("--explain: found --bets too; expected one of them") }
      if amendments.zone != nil {
        throw ValidationError("--zone: found --explain; expected --mapping")
      }
      return
    }
    guard store != nil else { throw ValidationError("settle: found no --store; expected a folder") }
    guard bets != nil else { throw ValidationError("settle: found no --bets; expected a file") }
    if mapping == nil, !amendments.isEmpty {
      throw ValidationError(
        "--default, --zone, --encoding: found no --mapping; expected one to add to")
    }
  }

  func run() throws {
    if let explain {
      return try reportingErrors {
        Console.print(
          try BetLogExplanation(
            file: explain, defaults: try amendments.defaultValues(),
            encoding: amendments.fileEncoding, threads: work.threadCount
          ).text, terminator: "")
      }
    }
    guard let store, let bets else { return }
    let console = Console(work)
    try reportingErrors {
      let folder = try out.map { try OutputFolder($0) }
      let file = try file(bets)
      for message in file.leftOut { console.finding(message) }
      let groupings = try groupings(file)
      let withdrawals = try withdrawn.map { try WithdrawalFile($0) }
      let matching = NameMatching(try aliasOptions.aliases(store: store))
      let snapshot = try Snapshot(store: store, tables: SettleJob.tables)
      let job = SettleJob(
        file, withdrawals: withdrawals, commission: try rate(),
        names: BetNames(
          course: matching.course, horse: matching.horse, markedHorse: matching.markedHorse),
        from: snapshot)
      let report = try job.run(by: groupings) {
        console.progress($0, of: file.bets.count, "bets")
      }
      console.clear()
      for lost in report.lostWithdrawals { console.finding(lost) }
      console.noteMissingDividends(report)
      if summary.printsSummary(beside: out, work) {
        Console.print(SettledText.text(report), terminator: "")
      }
      guard let out, let folder else { return }
      let files = try ([report.table] + report.groups.map { CellTable($0) })
        .files(as: summary.formats())
      let counts = SettleSummary.text(report, version: Version.engine)
      try folder.write(files + [(name: "summary.json", text: counts)])
      console.note("\(SettleSummary.counts(report)), in \(out)")
    }
  }

  // MARK: - Implementation

  private func file(_ bets: String) throws -> BetFile {
    guard let mapping else { return try BetFile(bets) }
    let text = try Mapping.text(contentsOf: mapping)
    let amended = text + (try amendments.text(of: text))
    return try BetFile(
      log: bets, try Mapping(yaml: amended, file: mapping), threads: work.threadCount)
  }

  private func groupings(_ file: BetFile) throws -> [Grouping<SettleKey>] {
    let texts = (by ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    return try Grouping.list(texts, of: SettleKey.all(of: file), option: by ?? "")
  }

  private func rate() throws -> Commission? {
    try commission.map { text in
      guard let micros = Decimal6(text)?.micros, let rate = Commission(rateMicros: micros) else {
        throw ValidationError("--commission: found \(text); expected a rate from 0 to 1")
      }
      return rate
    }
  }
}
