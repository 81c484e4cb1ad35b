import Columns
import CommandTools
import StoreImport

/// An import in `railbird imports --json`, with the names of the `imports` table.
struct ImportRecord: Encodable {
  let importID: Int
  let importedAt: String
  let mapping: String
  let table: String
  let file: String
  let sha256: String?
  let xxh128: String?
  let mappingSHA256: String
  let bytes: Int
  let rowsRead: Int
  let stored: Int
  let duplicates: Int
  let replaced: Int
  let rejected: Int
  let unresolved: Int
  let reasons: [String: Int]
  let incomplete: Int?
  let undoneAt: String?
  let retryOf: Int?
  let unusedColumns: [String]?
  let duplicateMonths: [String: Int]?

  enum CodingKeys: String, CodingKey {
    case importID = "import_id"
    case importedAt = "imported_at"
    case mapping
    case table
    case file
    case sha256
    case xxh128
    case mappingSHA256 = "mapping_sha256"
    case bytes
    case rowsRead = "rows_read"
    case stored
    case duplicates
    case replaced
    case rejected
    case unresolved
    case reasons
    case incomplete
    case undoneAt = "undone_at"
    case retryOf = "retry_of"
    case unusedColumns = "unused_columns"
    case duplicateMonths = "duplicate_months"
  }

  init(_ imported: ImportedFile) {
    importID = imported.id
    importedAt = Moment.text(imported.importedAt, places: 6) + "Z"
    mapping = imported.mapping
    table = imported.table
    file = imported.name
    sha256 = imported.sha256
    xxh128 = imported.xxh128
    mappingSHA256 = imported.mappingSHA256
    bytes = imported.bytes
    rowsRead = imported.rowsRead
    stored = imported.stored
    duplicates = imported.duplicates
    replaced = imported.replaced
    rejected = imported.rejected
    unresolved = imported.unresolved
    reasons = imported.reasons
    incomplete = imported.incomplete
    undoneAt = imported.undoneAt.map { Moment.text($0, places: 6) + "Z" }
    retryOf = imported.retryOf
    unusedColumns = imported.unusedColumns
    duplicateMonths = imported.duplicateMonths
  }
}
