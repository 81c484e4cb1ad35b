import ColumnStore
import Foundation

/// One file's turn in a store's history: what is known before its rows are read.
struct ImportStep {
  var input: ImportInput
  /// The import's number.
  var id: Int
  /// The file's checksum.
  let sha256: String
  /// The file's size.
  let bytes: Int
  /// The import whose refused rows alone are read; nil for the whole file.
  var retryOf: Int?
  /// The first import of the files that are read together; nil for a file on its own.
  var callID: Int?

  /// The import with no row counted yet.
  func imported(by job: ImportJob) -> ImportedFile {
    ImportedFile(
      id: id, name: input.file.name, table: input.tableName, mapping: job.mapping.name,
      sha256: sha256, mappingSHA256: Checksum.hex(of: Data(job.mappingText.utf8)), bytes: bytes,
      importedAt: job.now, retryOf: retryOf, callID: callID, rowsRead: 0, stored: 0, duplicates: 0,
      replaced: 0,
      rejected: 0, reasons: [:], unresolved: 0, wasKnown: false)
  }
}
