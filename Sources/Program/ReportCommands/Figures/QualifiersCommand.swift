import ArgumentParser
import Cards
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

struct QualifiersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "qualifiers",
    abstract: "Lists a day's runners that meet saved angles, or settles bets on past ones.",
    discussion: """
      Each record is the row of `railbird report --by none --luck --where … --as-of DATE`; its q is \
      adjusted for all angles of the file. A runner of a race not run yet is open where the rest of \
      the condition is known at the off or later. Writes qualifiers, angles and summary.json. \
      docs/angles.md defines the file and the columns.

      --settle shows what a bet on each qualifier of past days made, with running totals; an angle \
      that waits for the off has no bets there. Writes bets, totals-angle and summary.json.

      Examples:
        railbird qualifiers --store S --angles angles.yaml
        railbird qualifiers --store S --date 2024-12-31 --angles angles.yaml \\
          --out out
        railbird qualifiers --store S --date 2024-12-31 --angles angles.yaml \\
          --course pougean
        railbird qualifiers --store S --angles angles.yaml --format csv --show \\
          --out out | less
        railbird qualifiers --store S --angles angles.yaml --settle \\
          --from 2024-01-01 --to 2024-12-31 --at bsp
        railbird qualifiers --store S --angles angles.yaml --settle \\
          --date 2024-12-31 --dutch 10
      """)

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions
  @OptionGroup var empty: EmptyOptions
  @OptionGroup var aliasOptions: AliasOptions

  @OptionGroup var meeting: MeetingOptions
  @OptionGroup var bets: QualifierBetOptions

  @Option(
    name: .long, help: ArgumentHelp("The saved angles.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var angles: String

  @Option(
    name: .long,
    help: ArgumentHelp("Folder of the files; made if absent.", valueName: "dir"),
    completion: .directory)
  var out: String?

  @OptionGroup var summary: SummaryOptions

  func validate() throws {
    _ = try meeting.day()
    if bets.from != nil, meeting.date != nil {
      throw ValidationError("--from: found --date too; expected one of them")
    }
  }

  func run() throws {
    let console = Console(work)
    try reportingErrors {
      let folder = try out.map { try OutputFolder($0) }
      let file = try reportingMistakes { () throws(SpecError) in
        try AngleFile(contentsOf: angles)
      }
      var request = QualifierRequest(day: try meeting.day(), angles: file.angles)
      request.courses = meeting.courses
      request.threads = work.threadCount
      request.aliases = try aliasOptions.aliases(store: storeOptions.store)
      guard !bets.settle else { return try settle(request, console, into: folder) }
      let snapshot = try Snapshot.reported(
        store: storeOptions.store,
        and: ReportJob.tables(for: file.angles.map(\.figures))
          .union([RacingTables.imports]))
      let job = try QualifierJob(request, from: snapshot)
      try empty.check(
        file.angles,
        with: StoreCheck(snapshot, aliases: request.aliases, rules: .standard, before: nil))
      let list = try job.run {
        console.counting("runners", of: $0)
      }
      console.clear()
      if summary.printsSummary(beside: out, work) {
        Console.print(AngleText.text(list), terminator: "")
      }
      for absence in FactAbsence.each(list.records.compactMap(\.answer?.absences)) {
        console.note("\(absence)")
      }
      guard let out, let folder else { return }
      var files = try list.tables.files(as: summary.formats())
      let sources = try ImportLedger(snapshot).standing.map { SourceCounts($0) }
      if let text = questions(of: list, sources) {
        files.append((name: "summary.json", text: text))
      }
      try folder.write(files)
      let counts = list.records.indices.map { list.qualifiers(of: $0).count }
      let total = counts.reduce(0, +)
      console.note(
        "\(grouped(total)) qualifier\(total == 1 ? "" : "s") of \(grouped(counts.count)) angles on "
          + "\(list.card.day.iso) in \(out)")
    }
  }

  // MARK: - Implementation

  /// Returns the questions and the counts; nil if no race is before the day.
  private func questions(of list: QualifierList, _ sources: [SourceCounts]) -> String? {
    guard let summary = list.summary else { return nil }
    let reports = list.records.compactMap { record in
      record.answer.map { (name: record.angle.name, answer: $0) }
    }
    return SummaryWriter.text(
      summary, reports: reports, sources: sources, version: Version.engine)
  }
}
