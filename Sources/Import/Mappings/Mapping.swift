/// The meaning of a source's files, columns and words: data, read from YAML (`docs/mapping.md`).
public struct Mapping: Equatable, Sendable {
  /// The name given to `--format`, and the source name of the rows it reads.
  public var name: String
  /// A description on one line.
  public var description: String
  /// Texts for fields without a value, in every table.
  package var defaults: [String: String] = [:]
  /// Whether names have a mark that stops spreadsheets from running them.
  package var hasGuardedNames = false
  /// The time zone of times without one, and of a club's seasons.
  package var zone: String?
  /// The files it reads, by name.
  package var tables: [String: TableMapping]
}
