import ColumnStore
import Columns
import Foundation
import TabularFiles

/// One file's turn in a store's history: what is known before its rows are read.
struct ImportStep {
  var input: ImportInput
  /// The import's number.
  var id: Int
  /// What tells the file from others; its size alone while the rest is being found out.
  var identity: FileIdentity
  /// The identity in the making.
  var pending: PendingIdentity?
  /// The file's copy, for the archive.
  var draft: ArchiveDraft?
  /// The import whose refused rows alone are read; nil for the whole file.
  var retryOf: Int?
  /// The first import of the files that are read together; nil for a file on its own.
  var callID: Int?

  /// The step with the file's identity, once that is found out.
  ///
  /// - Parameter sum: The file's checksum, where reading its rows came to it.
  /// - Returns: The step, nothing pending.
  /// - Throws: ``ImportError`` when the file cannot be read, or was changed since it was opened.
  func identified(_ sum: FileSum?) throws(ImportError) -> ImportStep {
    guard let pending else { return self }
    var step = self
    (step.identity, step.draft) = try pending.value(sum)
    step.pending = nil
    return step
  }

  /// The import with no row counted yet.
  func imported(by job: ImportJob) -> ImportedFile {
    ImportedFile(
      id: id, name: input.file.name, table: input.tableName, mapping: job.mapping.name,
      sha256: job.keepsArchive ? identity.sha256 : nil, xxh128: identity.xxh128,
      mappingSHA256: Checksum.hex(of: Data(job.mappingText.utf8)), bytes: identity.bytes,
      importedAt: job.now, retryOf: retryOf, callID: callID, rowsRead: 0, stored: 0, duplicates: 0,
      replaced: 0,
      rejected: 0, reasons: [:], unresolved: 0, wasKnown: false)
  }
}
