import APICore
import Synchronization

/// Keeps the records of a call's attempts until its answer is in the journal.
final class AttemptLog: Sendable {
  private let records = Mutex<[RequestRecord]>([])

  /// Adds an attempt.
  func note(_ record: RequestRecord) { records.withLock { $0.append(record) } }

  /// Returns and removes the attempts since the last call, oldest first.
  func take() -> [RequestRecord] {
    records.withLock { records in
      defer { records = [] }
      return records
    }
  }
}
