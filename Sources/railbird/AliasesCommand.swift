import ArgumentParser
import ColumnStore
import Columns
import Foundation
import Racing
import RacingReports
import TabularFiles

struct AliasesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "aliases",
    abstract: "Lists, sets or clears the spellings that stand for one name.",
    discussion: """
      A file of aliases is CSV with the columns role, spelling and name. Reports read the store's \
      aliases; stored rows keep their spelling, so clearing the aliases undoes them.

      Examples:
        railbird aliases --store S
        railbird aliases --store S --set aliases.csv
        railbird aliases --store S --clear
      """)

  @OptionGroup var storeOptions: StoreOptions

  @Option(
    name: .long,
    help: ArgumentHelp("Checks this file and copies it into the store.", valueName: "file"))
  var set: String?

  @Flag(name: .long, help: "Removes the store's aliases.") var clear = false

  func validate() throws {
    if clear && set != nil {
      throw ValidationError("--clear: found --set beside it; expected one of the two")
    }
  }

  func run() throws {
    try reportingErrors {
      let snapshot = try Snapshot(
        store: storeOptions.store, tables: [RacingTables.races, RacingTables.runners])
      let path = snapshot.store + "/" + NameAliases.fileName
      if let set {
        try replace(path, with: set)
      } else if clear {
        try remove(path)
      } else {
        list(try NameAliases(store: snapshot.store), snapshot)
      }
    }
  }

  // MARK: - Implementation

  /// A file that is compressed is stored plain.
  private func replace(_ path: String, with file: String) throws {
    let aliases = try NameAliases(contentsOf: file)
    let text = try SourceFile(path: file).text!
    try DurableFile.replace(path, with: Data(text.bytes))
    Console.print("\(grouped(aliases.count)) spellings stand for another name")
  }

  private func remove(_ path: String) throws {
    try DurableFile.remove(path)
    Console.print("every name is taken as it is spelt")
  }

  private func list(_ aliases: NameAliases, _ snapshot: Snapshot) {
    guard !aliases.isEmpty else { return Console.print("no aliases") }
    var rows = [["role", "spelling", "name", "runners"]]
    for role in NameAliases.roles {
      let spellings = aliases.spellings(of: role)
      guard !spellings.isEmpty else { continue }
      let counts = NameCounts(role, snapshot)
      for (spelling, name) in spellings.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
        rows.append([role, spelling, name, grouped(counts[spelling])])
      }
    }
    Console.print(columns(rows))
  }
}
