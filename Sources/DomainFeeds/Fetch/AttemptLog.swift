import APICore
import Synchronization

/// Keeps the records of a call's attempts until its answer is written down.
final class AttemptLog: Sendable {
  private let records = Mutex<[RequestRecord]>([])

  /// Notes an attempt.
  func note(_ record: RequestRecord) { records.withLock { $0.append(record) } }

  /// The attempts since the last call, oldest first.
  func take() -> [RequestRecord] {
    records.withLock { records in
      defer { records = [] }
      return records
    }
  }
}
