import ArgumentParser
import Cards
import ColumnStore
import Columns
import CommandTools
import Foundation
import Racing
import TabularFiles

struct AliasesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "aliases",
    abstract: "Lists, sets or clears the aliases of names.",
    discussion: """
      A file of aliases is CSV with the columns role, spelling and name. Reports read the store's \
      aliases; stored rows keep their spelling, so clearing the aliases undoes them. `railbird \
      verify` reports a change of the store's aliases.csv; --accept confirms that the change is \
      yours.

      Examples:
        railbird aliases --store S
        railbird aliases --store S --set aliases.csv
        railbird aliases --store S --clear
        railbird aliases --store S --accept

      Exit codes: 0 done, 1 failed, 64 bad usage, 74 the change is stored, but \
      the disk or standard output failed afterwards.
      """)

  @OptionGroup var storeOptions: StoreOptions

  @Option(
    name: .long,
    help: ArgumentHelp("Checks this file and copies it into the store.", valueName: "file"),
    completion: .file(extensions: ["csv"]))
  var set: String?

  @Flag(name: .long, help: "Removes the store's aliases.") var clear = false

  @Flag(name: .long, help: "Accepts the store's aliases.csv after a change by hand.")
  var accept = false

  func validate() throws {
    if clear && set != nil {
      throw ValidationError("--clear: found --set too; expected one of them")
    }
    if accept && (clear || set != nil) {
      let other = clear ? "--clear" : "--set"
      throw ValidationError("--accept: found \(other) too; expected one of them")
    }
  }

  func run() throws {
    try reportingErrors {
      let store = storeOptions.store
      if let set {
        let writer = try StoreWriter(ofAliasesIn: store)
        let source = try NameAliases.file(set)
        let aliases = try NameAliases(source)
        // A compressed file is stored uncompressed.
        try writer.replaceAliases(with: Data(source.text!.bytes))
        confirm(aliases)
      } else if accept {
        let writer = try StoreWriter(ofAliasesIn: store)
        let aliases = try NameAliases(unchecked: store)
        try writer.acceptAliases()
        confirm(aliases)
      } else if clear {
        try StoreWriter(ofAliasesIn: store).replaceAliases(with: nil)
        Console.recordChange("the aliases are removed")
        Console.print("each spelling is a name of its own")
      } else {
        let tables: Set = [RacingTables.races, RacingTables.runners]
        try list(NameAliases(store: store), Snapshot(store: store, tables: tables))
      }
    }
  }

  // MARK: - Implementation

  private func confirm(_ aliases: NameAliases) {
    Console.recordChange("the aliases are stored")
    Console.print("\(grouped(aliases.count)) spellings have another name")
  }

  private func list(_ aliases: NameAliases, _ snapshot: Snapshot) throws {
    guard !aliases.isEmpty else { return Console.print("no aliases") }
    var rows = [["role", "spelling", "name", "runners"]]
    for role in NameAliases.roles {
      let spellings = aliases.spellings(of: role)
      guard !spellings.isEmpty else { continue }
      let counts = try NameCounts(role, snapshot)
      for (spelling, name) in spellings.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
        rows.append([role, spelling, name, grouped(counts[spelling])])
      }
    }
    Console.print(columns(rows))
  }
}
