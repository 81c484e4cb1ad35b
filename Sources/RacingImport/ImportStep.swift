import ColumnStore
import Columns
import Foundation

/// One file's turn in a store's history: what is known before its rows are read.
struct ImportStep {
  var input: ImportInput
  /// The import's number.
  var id: Int
  /// The file's checksum; empty while it is being computed.
  var sha256: String
  /// The file's size.
  var bytes: Int
  /// The checksum in the making.
  var pendingSum: PendingSum?
  /// The import whose refused rows alone are read; nil for the whole file.
  var retryOf: Int?
  /// The first import of the files that are read together; nil for a file on its own.
  var callID: Int?

  /// The step with its checksum, once that is computed.
  func summed() throws(StoreError) -> ImportStep {
    guard let pendingSum else { return self }
    var step = self
    (step.sha256, step.bytes) = try pendingSum.value()
    step.pendingSum = nil
    return step
  }

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

/// A file's checksum, computed while its rows are read.
final class PendingSum: Sendable {
  private let task: BackgroundTask<Result<Sum, StoreError>>

  private struct Sum {
    let hex: String
    let bytes: Int
  }

  /// Starts to read a file.
  init(_ path: String) {
    task = BackgroundTask {
      Result { () throws(StoreError) in
        let sum = try Checksum.ofMappedFile(path)
        return Sum(hex: sum.hex, bytes: sum.bytes)
      }
    }
  }

  /// Waits for the checksum and the number of bytes it was computed of.
  func value() throws(StoreError) -> (hex: String, bytes: Int) {
    let sum = try task.value().get()
    return (sum.hex, sum.bytes)
  }
}
