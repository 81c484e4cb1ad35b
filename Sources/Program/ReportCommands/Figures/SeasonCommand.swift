import ArgumentParser
import ColumnStore
import Columns
import CommandTools
import Foundation
import ReportPages
import ReportWriters
import SeasonTotals
import Seasons
import StoreTables

struct SeasonCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "season",
    abstract: "A running club's season: team total, rewards and leaderboard, from its ledger.",
    discussion: """
      Only points of active members of the team UA count. A reward's date is that of the \
      transaction that reached it. Differences from the service's reports are listed. If the \
      store has neither transactions nor a roster, the figures are the service's own, and the \
      text says so. docs/reports.md defines the columns.

      Examples:
        railbird season --store S
        railbird season --store S --season xc --year 2024 --out out
        railbird season --store S --season track --year 2024 --as-of 2025-03-01 \\
          --out out
        railbird season --store S --zone America/Chicago --format json --out out
        railbird season --store S --season xc --year 2024 --format html --out out
      """)

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions

  @OptionGroup var club: StoredSeasonOptions

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The last day that counts (default: all days).", valueName: "date"))
  var asOf: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The files' formats: csv, json, html, by commas.", valueName: "list"),
    completion: .names(["csv", "json", "html"]))
  var format = "csv,json"

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Writes season.csv, season-runners.csv and others into a folder; made if absent.",
      valueName: "dir"), completion: .directory)
  var out: String?

  func validate() throws {
    _ = try day()
    let formats = try FileFormat.list(format, hasPages: true)
    guard out != nil || !formats.contains(.html) else {
      throw ValidationError("--format: found html without --out; expected a folder for the page")
    }
  }

  func run() throws {
    let console = Console(work)
    try reportingErrors {
      let folder = try out.map { try OutputFolder($0) }
      let tables = Set(SeasonTables.rebuiltTables)
      let snapshot = try Snapshot(store: storeOptions.store, tables: tables)
      let season = try club.asked() ?? Self.last(in: snapshot)
      var request = SeasonRequest(season, asOf: try day(), zone: club.timeZone)
      request.threads = work.threadCount
      let job = SeasonJob(request, from: snapshot)
      let report = try job.run(
        progress: console.counting("transactions", of: job.transactionCount))
      console.clear()
      if !work.quiet {
        let text = SeasonText.text(report, asOf: request.asOf, zone: request.zone)
        Console.print(text, terminator: "")
      }
      guard let out, let folder else { return }
      let formats = try FileFormat.list(format, hasPages: true)
      var files: [(name: String, text: String)] = []
      if formats.contains(.html) {
        let page = SeasonPage.text(report, asOf: request.asOf, zone: request.zone.identifier) {
          SeasonText.date($0, request.zone)
        }
        files.append((name: "season.html", text: page))
      }
      files += SeasonFile.allCases.map { $0.table(report) }
        .files(as: formats.filter { $0 != .html })
      try folder.write(files)
      let count =
        (formats == [.html] ? 0 : SeasonFile.allCases.count)
        + (formats.contains(.html) ? 1 : 0)
      console.note("\(count == 1 ? "1 file" : "\(count) files") as \(formats.names) in \(out)")
    }
  }

  // MARK: - Implementation

  /// Returns the season of the last transaction; without transactions, the last one that the
  /// service has reported.
  private static func last(in snapshot: Snapshot) throws -> SeasonYear {
    do throws(SeasonError) {
      return try StoredSeasons.last(in: snapshot)
    } catch .noTransactions(let store) {
      guard let reported = try StoredSeasons.all(in: snapshot).last else {
        throw SeasonError.noTransactions(store: store)
      }
      return reported
    }
  }

  private func day() throws -> Day? {
    try asOf.map { text in
      guard let day = Day(iso: text) else {
        throw ValidationError("--as-of: found \(text); expected a day as YYYY-MM-DD")
      }
      return day
    }
  }
}
