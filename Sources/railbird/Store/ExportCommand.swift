import ArgumentParser
import ColumnStore
import Foundation
import Racing
import RacingExport
import Seasons
import TabularFiles

extension TableFormat: ExpressibleByArgument {}

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes tables for other tools: Parquet, Arrow or CSV.",
    discussion: """
      Examples:
        railbird export --store S --to parquet --out out
        railbird export --store S --to csv --table dividends --out out
        railbird export --store S --to csv --table prices --out out
      """)

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions
  @Option(name: .long, help: "The format: parquet, arrow or csv.") var to: TableFormat
  @Option(
    name: .long, help: ArgumentHelp("The table, or all.", valueName: "name"),
    completion: .list(["all"] + RacingTables.exportedTables + SeasonTables.rebuiltTables))
  var table = "runners"
  @Option(
    name: .long, help: ArgumentHelp("Folder of the files; made if absent.", valueName: "dir"),
    completion: .directory)
  var out: String

  func run() throws {
    let console = Console(work)
    try reportingErrors {
      let snapshot = try Snapshot(store: storeOptions.store)
      let job = ExportJob(snapshot)
      guard table == "all" || job.tableNames.contains(table) else {
        throw ValidationError(
          "--table: found \(table); expected all or one of \(job.tableNames.joined(separator: ", "))"
        )
      }
      let folder = try OutputFolder(out)
      for name in table == "all" ? job.tableNames : [table] {
        let path = try folder.prepared("\(name).\(to.rawValue)")
        var rows = 0
        try WholeFile.write(path) { draft in
          rows = try job.write(name, to: draft, as: to) { done in
            console.progress(done, of: max(done, snapshot.rowCount(of: name)), "rows", stage: name)
          }
        }
        console.clear()
        if !work.quiet { Console.print("\(path): \(grouped(rows)) rows") }
      }
    }
  }
}
