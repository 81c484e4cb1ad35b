import Columns
import RowReading

/// An import of one file: the file, and the counts of its rows.
///
/// Its JSON has the column names of the `imports` table.
public struct ImportedFile: Codable, Equatable, Sendable {
  /// The import's number within the store.
  public var id: Int
  /// The file's name.
  public var name: String
  /// The mapping's table that the file was read as.
  public var table: String
  /// The mapping's name.
  public var mapping: String
  /// The file's SHA-256, also its name in the archive; nil where the file was not kept.
  public var sha256: String?
  /// The file's `FileSum`, which identifies its bytes; nil in older imports.
  public var xxh128: String?
  /// The checksum of the mapping's text.
  public var mappingSHA256: String
  /// The file's size on disk.
  public var bytes: Int
  /// When it was imported, µs since 1970 UTC.
  public var importedAt: Int64
  /// When it was undone, µs since 1970 UTC; nil if it was not.
  public var undoneAt: Int64?
  /// The import whose refused rows were read again; nil where the whole file was read.
  public var retryOf: Int?
  /// The first import among the files that were read together with it, where some take columns of
  /// others; nil for a file on its own.
  public var callID: Int?
  /// Records read, including those with a wrong number of fields.
  public var rowsRead = 0
  /// Rows stored, including those that replace an older version.
  public var stored = 0
  /// Rows that say nothing new.
  public var duplicates = 0
  /// Duplicate rows of runners by the month of their race, such as `2024-03`; nil in older imports,
  /// which did not count them.
  public var duplicateMonths: [String: Int]?
  /// Stored rows that replace an older version.
  public var replaced = 0
  /// Rows refused by this import; a later retry may have accepted some.
  public var rejected = 0
  /// The number of refused rows by reason.
  public var reasons: [String: Int] = [:]
  /// Rows stored or known without a cell that could not be read, and listed for it; nil for none,
  /// and in older imports.
  public var incomplete: Int?
  /// Rows that stay without a known outcome.
  public var unresolved = 0
  /// Whether the same file had been imported before, so that nothing was done.
  public var wasKnown = false
  /// Parts that the archive had lost and that were restored: its copy, its mapping.
  public var restored: [String] = []
  /// Races that another source has, too.
  public var matchedRaces = 0
  /// Races refused because they may be stored from another source already.
  public var ambiguousRaces = 0
  /// Runners of matched races for which the sources give different results.
  public var disagreements = 0
  /// Odd values of stored rows, in words; shown after the import and not kept.
  public var doubts: [String] = []
  /// Runners whose result is a word without a known meaning; shown after the import and not kept.
  public var unknownFinishes = UnknownFinishes()
  /// The file's columns that no field took; nil for none, and in older imports.
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
    case incomplete
    case unresolved
    case matchedRaces = "matched_races"
    case ambiguousRaces = "ambiguous_races"
    case disagreements
    case unusedColumns = "unused_columns"
    case duplicateMonths = "duplicate_months"
  }

  /// Notes the columns that no field took: the first ten thousand, as a file may have other names
  /// in each row.
  mutating func note(unused columns: [String]) {
    unusedColumns = columns.isEmpty ? nil : Array(columns.prefix(10_000))
  }

  /// Whether the import was undone.
  public var isUndone: Bool { undoneAt != nil }

  /// Number of rows listed: refused ones, and those stored without a cell that cannot be read.
  var listed: Int { rejected + (incomplete ?? 0) }

  /// Whether every row is accounted for.
  public var isBalanced: Bool { rowsRead == stored + duplicates + rejected }

  /// Adds the counts of some of the rows.
  mutating func add(_ counts: StoredCounts) {
    rowsRead += counts.rowsRead
    stored += counts.stored
    duplicates += counts.duplicates
    let months = counts.duplicateMonths.map { ($0.iso, $1) }
    duplicateMonths = (duplicateMonths ?? [:]).merging(months) { $0 + $1 }
    replaced += counts.replaced
    rejected += counts.refused + counts.skipped
    if counts.incomplete > 0 { incomplete = (incomplete ?? 0) + counts.incomplete }
    unresolved += counts.unresolved
    matchedRaces += counts.matchedRaces
    ambiguousRaces += counts.ambiguousRaces
    disagreements += counts.disagreements
    doubts += counts.doubts.lines
    unknownFinishes += counts.doubts.finishes
  }

  /// The result of importing the same bytes once more: all rows are known.
  var repeated: ImportedFile {
    var again = self
    again.duplicates += stored
    again.duplicateMonths = nil
    again.stored = 0
    again.replaced = 0
    again.wasKnown = true
    return again
  }

  /// The import without counts, before its rows are read again.
  var uncounted: ImportedFile {
    ImportedFile(
      id: id, name: name, table: table, mapping: mapping, sha256: sha256, xxh128: xxh128,
      mappingSHA256: mappingSHA256, bytes: bytes, importedAt: importedAt, retryOf: retryOf,
      callID: callID)
  }
}
