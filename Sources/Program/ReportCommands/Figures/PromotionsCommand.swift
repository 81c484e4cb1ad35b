import ArgumentParser
import ColumnStore
import CommandTools
import Foundation
import PromotionFigures
import ReportWriters

struct PromotionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "promotions",
    abstract: "A sportsbook's promotions in the store: what boosts and tipsters are worth.",
    discussion: """
      Boosts: original and boosted odds, the fair price by the event's market, the expected value \
      of one unit, and the hours of the offer. Tipsters: the claimed win rate against settled \
      picks, with ROI and A/E by the store's results. docs/reports.md defines the columns.

      Examples:
        railbird promotions --store S
        railbird promotions --store S --out out
        railbird promotions --store S --format csv --out out --show | less
      """)

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Writes boosts, tipsters and tipster-picks into a folder; made if absent.", valueName: "dir"),
    completion: .directory)
  var out: String?

  @OptionGroup var summary: SummaryOptions

  func run() throws {
    let console = Console(work)
    try reportingErrors {
      let folder = try out.map { try OutputFolder($0) }
      let snapshot = try Snapshot(store: storeOptions.store, tables: PromotionJob.tables)
      let job = PromotionJob(snapshot)
      let report = try job.run(progress: console.counting("rows", of: job.rowCount))
      console.clear()
      if summary.printsSummary(beside: out, work) {
        Console.print(PromotionText.text(report), terminator: "")
      }
      guard let out, let folder else { return }
      let formats = try summary.formats()
      try folder.write(PromotionFile.allCases.map { $0.table(report) }.files(as: formats))
      console.note(
        "boosts \(report.boosts.count), tipsters \(report.tipsters.count), picks "
          + "\(report.picks.count) rows as \(formats.names) in \(out)")
    }
  }
}
