import ArgumentParser
import Cards
import ColumnStore
import Columns
import CommandTools
import Foundation
import Questions
import ReportWriters
import RunnerKeys

extension RecordRole: ExpressibleByArgument {}

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows one person's or horse's record: career, windows, best courses, last runs.",
    discussion: """
      Case, accents and dots in a name do not matter, and the beginning of any of its words is \
      enough. If several names match, they are listed.

      Examples:
        railbird show jockey "Oisin Ditiand" --store S
        railbird show trainer vekind --store S --windows 30d,365d --runs 50
        railbird show jockey "Oisin Ditiand" --store S --bets sp,ew,lay_bsp --luck
        railbird show trainer vekind --store S --where "class_change < 0 and sp < 10"
        railbird show horse "Noble Neanas Dancer" --store S --as-of 2024-06-01 --json
      """)

  @Argument(help: "Whose record: jockey, trainer, horse, owner or sire.") var role: RecordRole
  @Argument(help: ArgumentHelp("The name, or its beginning.", valueName: "name"))
  var name: [String]
  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions
  @OptionGroup var aliasOptions: AliasOptions

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Windows, by commas.", valueName: "list"),
    completion: .names(Window.standard.map(\.name)))
  var windows = "14d,30d,90d,365d,all"

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Number of recent runs to list.", valueName: "n"))
  var runs = 20

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Leave out courses with fewer runs (default: 20, for a horse 2).", valueName: "n"))
  var minRuns: Int?

  @OptionGroup var scope: ScopeOptions
  @OptionGroup var empty: EmptyOptions

  @OptionGroup var figures: FigureOptions

  @Flag(name: .long, help: "Print JSON.") var json = false

  func validate() throws {
    _ = try request(name: "")
  }

  func run() throws {
    try reportingErrors {
      let aliases = try aliasOptions.aliases(store: storeOptions.store)
      let snapshot = try Snapshot(store: storeOptions.store)
      let typed = name.joined(separator: " ")
      let match = try NameSearch(role, in: snapshot, aliases: aliases).find(typed)
      guard case .one(let found) = match else {
        let message = NameMatchText.message(match, for: typed, role) ?? ""
        // The names are listed below it.
        Console.fail("\(storeOptions.store): \(message)", isPointing: true)
        throw ExitCode(1)
      }
      var request = try request(name: found.name)
      request.aliases = aliases
      let record = try RecordJob(request, from: snapshot).run()
      try empty.check(
        request.filter,
        with: StoreCheck(
          snapshot, aliases: aliases, rules: request.facts, before: request.asOf))
      try Console(work).noteDoubtfulDay(of: snapshot, isAsked: request.asOf != nil)
      let text = json ? RecordJSON.text(record) : RecordText.text(record)
      Console.print(String(text.dropLast()))
    }
  }

  // MARK: - Implementation

  private func request(name: String) throws -> RecordRequest {
    var request = RecordRequest(role, name)
    do {
      request.windows = try Window.list(
        windows.split(separator: ",", omittingEmptySubsequences: false).map {
          $0.trimmingCharacters(in: .whitespaces)
        })
      request.figures = try figures.choice()
    } catch let error as ReportError {
      throw ValidationError(error.description)
    }
    request.filter = try scope.filter()
    request.facts = try scope.facts()
    request.asOf = try scope.day()
    for (option, number) in [("--runs", runs), ("--min-runs", minRuns ?? 0)] where number < 0 {
      throw ValidationError("\(option): found \(number); expected 0 or more")
    }
    request.runCount = runs
    request.minCourseRuns = minRuns ?? role.minCourseRuns
    request.threads = work.threadCount
    return request
  }
}
