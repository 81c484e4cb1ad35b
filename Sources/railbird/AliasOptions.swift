import ArgumentParser
import ColumnStore

/// Which spellings stand for other names while a command reads.
struct AliasOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Spellings that stand for one name, in place of the store's aliases.csv.", valueName: "file"))
  var aliases: String?

  @Flag(name: .long, help: "Take every name as it is spelt.") var noAliases = false

  func validate() throws {
    if noAliases && aliases != nil {
      throw ValidationError("--aliases: found --no-aliases beside it; expected one of the two")
    }
  }

  /// The aliases in force.
  func aliases(store: String) throws -> NameAliases {
    if noAliases { return NameAliases() }
    return try aliases.map { try NameAliases(contentsOf: $0) } ?? NameAliases(store: store)
  }
}
