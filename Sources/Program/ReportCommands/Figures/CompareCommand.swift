import ArgumentParser
import Cards
import ColumnStore
import Columns
import CommandTools
import Questions
import ReportWriters
import RunnerKeys

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares two people or horses: all runs, races of both, who was ahead.",
    discussion: """
      Names are found as by `railbird show`. The rows are those of `railbird report --luck`: with \
      intervals of the return, and p for luck.

      Examples:
        railbird compare jockey "Oisin Ditiand" "Tom Peanel" --store S
        railbird compare trainer vekind fevul --store S --windows 365d,all --json
        railbird compare jockey ditiand peanel --store S --where "sp < 10" --csv
      """)

  @Argument(help: "Whose records: jockey, trainer, horse, owner or sire.") var role: RecordRole
  @Argument(help: ArgumentHelp("The first name, or its beginning.", valueName: "name"))
  var first: String
  @Argument(help: ArgumentHelp("The second name, or its beginning.", valueName: "name"))
  var second: String
  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions
  @OptionGroup var aliasOptions: AliasOptions

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Windows, by commas.", valueName: "list"),
    completion: .names(Window.standard.map(\.name)))
  var windows = Window.all.name

  @OptionGroup var scope: ScopeOptions
  @OptionGroup var empty: EmptyOptions

  @Flag(name: .long, help: "Print JSON.") var json = false
  @Flag(name: .long, help: "Print CSV.") var csv = false

  func validate() throws {
    _ = try request(name: "")
    guard !(json && csv) else {
      throw ValidationError("--csv: found --json too; expected one of them")
    }
  }

  func run() throws {
    try reportingErrors {
      let aliases = try aliasOptions.aliases(store: storeOptions.store)
      let snapshot = try Snapshot.reported(store: storeOptions.store)
      let search = try NameSearch(role, in: snapshot, aliases: aliases)
      let names = try [first, second].map { typed -> String in
        let match = search.find(typed)
        if case .one(let found) = match { return found.name }
        let message = NameMatchText.message(match, for: typed, role) ?? ""
        Console.fail("\(storeOptions.store): \(message)", isPointing: true)
        throw ExitCode(1)
      }
      guard names[0] != names[1] else {
        throw ValidationError("found \(names[0]) twice; expected two names")
      }
      var request = try request(name: names[0])
      request.aliases = aliases
      try empty.check(
        request.filter,
        with: StoreCheck(snapshot, aliases: aliases, rules: request.facts, before: request.asOf))
      let comparison = try ComparisonJob(request, and: names[1], from: snapshot).run()
      try Console(work).noteDoubtfulDay(of: snapshot, isAsked: request.asOf != nil)
      let text =
        json
        ? ComparisonText.json(comparison)
        : csv ? ComparisonText.csv(comparison) : ComparisonText.text(comparison)
      Console.print(String(text.dropLast()), isPlain: csv && !Console.outIsTerminal)
    }
  }

  // MARK: - Implementation

  private func request(name: String) throws -> RecordRequest {
    var request = RecordRequest(role, name)
    do { request.windows = try Window.list(QuestionOptions.list(windows)) } catch {
      throw ValidationError(error.description)
    }
    request.figures.luck = .bh
    request.filter = try scope.filter()
    request.facts = try scope.facts()
    request.asOf = try scope.day()
    request.threads = work.threadCount
    return request
  }
}
