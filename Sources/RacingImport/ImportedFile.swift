/// What became of one file's rows.
///
/// As JSON it has the names of the `imports` table's columns.
public struct ImportedFile: Codable, Equatable, Sendable {
  /// The import's number within the store.
  public var id: Int
  /// The file's name.
  public var name: String
  /// Which of the mapping's tables it is.
  public var table: String
  /// The mapping's name.
  public var mapping: String
  /// The file's SHA-256, its name in the archive; nil where it was not kept.
  public var sha256: String?
  /// The file's `FileSum`, by which it is known again; nil in imports of before there was one.
  public var xxh128: String?
  /// The checksum of the mapping's text.
  public var mappingSHA256: String
  /// The file's size on disk.
  public var bytes: Int
  /// When it was imported, µs since 1970 UTC.
  public var importedAt: Int64
  /// When it was undone, µs since 1970 UTC; nil while its rows stand.
  public var undoneAt: Int64?
  /// The import whose refused rows were read again; nil where the whole file was read.
  public var retryOf: Int?
  /// The first import of the files it was read together with, for some take columns of others; nil
  /// where it was read on its own.
  public var callID: Int?
  /// Records read, those of a wrong width included.
  public var rowsRead: Int
  /// Rows stored, those that replace an older version included.
  public var stored: Int
  /// Rows that say nothing new.
  public var duplicates: Int
  /// Stored rows that replace an older version.
  public var replaced: Int
  /// Rows refused then; some may have been accepted by a retry since.
  public var rejected: Int
  /// How many rows were refused for which reason.
  public var reasons: [String: Int]
  /// Rows that stay without a known outcome.
  public var unresolved: Int
  /// Whether the very file had been imported before, so that nothing was done.
  public var wasKnown = false
  /// Races that another source had told of too.
  public var matchedRaces = 0
  /// Races refused because they may be stored from another source already.
  public var ambiguousRaces = 0
  /// Runners of matched races whose result the sources tell differently.
  public var disagreements = 0
  /// The file's columns that no field took; nil where there is none, and in imports of before they
  /// were noted.
  public var unusedColumns: [String]?

  enum CodingKeys: String, CodingKey {
    case id = "import_id"
    case name = "file"
    case table
    case mapping
    case sha256
    case xxh128
    case mappingSHA256 = "mapping_sha256"
    case bytes
    case importedAt = "imported_at"
    case undoneAt = "undone_at"
    case retryOf = "retry_of"
    case callID = "call_id"
    case rowsRead = "rows_read"
    case stored
    case duplicates
    case replaced
    case rejected
    case reasons
    case unresolved
    case matchedRaces = "matched_races"
    case ambiguousRaces = "ambiguous_races"
    case disagreements
    case unusedColumns = "unused_columns"
  }

  /// Notes the columns that no field took: the first ten thousand, for a file may name one in each row.
  mutating func note(unused columns: [String]) {
    unusedColumns = columns.isEmpty ? nil : Array(columns.prefix(10_000))
  }

  /// Whether its rows were taken back.
  public var isUndone: Bool { undoneAt != nil }

  /// Whether every row is accounted for.
  public var isBalanced: Bool { rowsRead == stored + duplicates + rejected }
}
