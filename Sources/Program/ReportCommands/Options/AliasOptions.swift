import ArgumentParser
import ColumnStore

/// The aliases with which a command reads names.
package struct AliasOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file of aliases, in place of the store's aliases.csv.", valueName: "file"),
    completion: .file(extensions: ["csv"]))
  package var aliases: String?

  @Flag(name: .long, help: "Use every name as spelt, without aliases.") var noAliases = false

  package init() {}

  /// The name of the given option; nil for none.
  package var given: String? { noAliases ? "--no-aliases" : aliases.map { _ in "--aliases" } }

  /// The options in the form of a command line.
  package var arguments: [String] {
    (noAliases ? ["--no-aliases"] : []) + (aliases.map { ["--aliases", $0] } ?? [])
  }

  package func validate() throws {
    if noAliases && aliases != nil {
      throw ValidationError("--aliases: found --no-aliases too; expected one of them")
    }
  }

  /// Returns the aliases to use: none without a store and an option.
  package func aliases(store: String?) throws -> NameAliases {
    if noAliases { return NameAliases() }
    if let aliases { return try NameAliases(contentsOf: aliases) }
    return try store.map { try NameAliases(store: $0) } ?? NameAliases()
  }
}
