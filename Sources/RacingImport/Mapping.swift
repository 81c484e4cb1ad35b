/// What a source's files, columns and words mean: data, read from YAML.
public struct Mapping: Codable, Equatable, Sendable {
  /// The name given to `--format`, and the source name of the rows it reads.
  public var name: String
  /// One line for people.
  public var description: String
  /// The files it reads, by name.
  public var tables: [String: TableMapping]
}

/// How one file of a source is read.
public struct TableMapping: Codable, Equatable, Sendable {
  /// What a row becomes.
  public enum Target: String, Codable, Sendable {
    /// A runner, its race's facts on the same row.
    case runners
    /// A declared dividend.
    case dividends
  }

  /// What its rows become.
  public var feeds: Target
  /// Columns that tell this file from the source's others.
  public var recognisedBy: [String]
  /// The fields that tell one runner of a race from another, in order of precedence: the first
  /// that two rows both have a value in decides.
  public var key: [String]?
  /// Fields of which the file must have at least one.
  public var requiresOneOf: [String]?
  /// Fields that have the same value on every row.
  public var constants: [String: String]?
  /// Where each field's value comes from.
  public var fields: [String: FieldMapping]

  enum CodingKeys: String, CodingKey {
    case feeds
    case recognisedBy = "recognised_by"
    case key
    case requiresOneOf = "requires_one_of"
    case constants
    case fields
  }
}

extension TableMapping {
  /// The key of a mapping that names none.
  static let standardKey = ["horse_id", "horse", "number"]
}

/// A piece of a cell's text: a column, and what its words mean.
public struct ColumnMapping: Codable, Equatable, Sendable {
  /// The file's column.
  public var column: String
  /// Texts that stand for no value; the empty text always does.
  public var empty: [String]?
  /// Texts with a meaning of their own; a `*` at either end matches anything there.
  public var words: [String: String]?
  /// An ending that is cut off.
  public var stripSuffix: String?
  /// Takes the text between the last such opening and closing mark.
  public var between: [String]?

  enum CodingKeys: String, CodingKey {
    case column
    case empty
    case words
    case stripSuffix = "strip_suffix"
    case between
  }
}

/// Where one field's value comes from and how its text is read.
public struct FieldMapping: Codable, Equatable, Sendable {
  /// What a text that cannot be read leads to.
  public enum Bad: String, Codable, Sendable {
    /// The row is refused.
    case reject
    /// The field stays empty.
    case null
  }

  /// How a text is read where the field's type leaves a choice.
  public enum Kind: String, Codable, Sendable {
    /// Lengths as `2-3/4`, `1/2` or `3`.
    case lengths
  }

  /// The single column, or nil where several are joined.
  public var column: ColumnMapping?
  /// The columns that are joined.
  public var join: [ColumnMapping]?
  /// What stands between joined columns.
  public var separator: String?
  /// The file may lack the column.
  public var optional: Bool?
  /// What a text that cannot be read leads to; rejection by default.
  public var bad: Bad?
  /// A reading other than the field type's own.
  public var kind: Kind?
  /// A mark between thousands.
  public var thousands: String?
  /// The stake that an amount is declared for.
  public var divideBy: Int64?
  /// The lowest odds accepted, inclusive; by default they must be above 1.
  public var atLeast: String?

  /// The columns the value is made of.
  public var parts: [ColumnMapping] { join ?? column.map { [$0] } ?? [] }

  enum CodingKeys: String, CodingKey {
    case column
    case join
    case separator
    case optional
    case bad
    case kind
    case thousands
    case divideBy = "divide_by"
    case atLeast = "at_least"
  }

  /// Takes a column's cells as they stand.
  init(column name: String) {
    column = ColumnMapping(column: name)
  }

  /// Reads a field; the keys of a single column stand beside the field's own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    join = try container.decodeIfPresent([ColumnMapping].self, forKey: .join)
    column = join == nil ? try ColumnMapping(from: decoder) : nil
    separator = try container.decodeIfPresent(String.self, forKey: .separator)
    optional = try container.decodeIfPresent(Bool.self, forKey: .optional)
    bad = try container.decodeIfPresent(Bad.self, forKey: .bad)
    kind = try container.decodeIfPresent(Kind.self, forKey: .kind)
    thousands = try container.decodeIfPresent(String.self, forKey: .thousands)
    divideBy = try container.decodeIfPresent(Int64.self, forKey: .divideBy)
    atLeast = try container.decodeIfPresent(String.self, forKey: .atLeast)
  }
}
