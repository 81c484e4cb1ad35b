import ArgumentParser
import ColumnStore

/// The aliases that a command reads with.
struct AliasOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file of aliases, in place of the store's aliases.csv.", valueName: "file"),
    completion: .file(extensions: ["csv"]))
  var aliases: String?

  @Flag(name: .long, help: "Use every name as spelt, without aliases.") var noAliases = false

  func validate() throws {
    if noAliases && aliases != nil {
      throw ValidationError("--aliases: found --no-aliases beside it; expected one of the two")
    }
  }

  /// Returns the aliases in force.
  func aliases(store: String) throws -> NameAliases {
    if noAliases { return NameAliases() }
    return try aliases.map { try NameAliases(contentsOf: $0) } ?? NameAliases(store: store)
  }
}
