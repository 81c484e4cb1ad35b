import ArgumentParser
import ColumnStore

/// The aliases with which a command reads names.
struct AliasOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file of aliases, in place of the store's aliases.csv.", valueName: "file"),
    completion: .file(extensions: ["csv"]))
  var aliases: String?

  @Flag(name: .long, help: "Use every name as spelt, without aliases.") var noAliases = false

  /// The name of the given option; nil for none.
  var given: String? { noAliases ? "--no-aliases" : aliases.map { _ in "--aliases" } }

  /// The options in the form of a command line.
  var arguments: [String] {
    (noAliases ? ["--no-aliases"] : []) + (aliases.map { ["--aliases", $0] } ?? [])
  }

  func validate() throws {
    if noAliases && aliases != nil {
      throw ValidationError("--aliases: found --no-aliases too; expected one of them")
    }
  }

  /// Returns the aliases to use: none without a store and an option.
  func aliases(store: String?) throws -> NameAliases {
    if noAliases { return NameAliases() }
    if let aliases { return try NameAliases(contentsOf: aliases) }
    return try store.map { try NameAliases(store: $0) } ?? NameAliases()
  }
}
