import Columns
import Foundation
import Synchronization
import TabularFiles

/// A statement's execution on the server, from its request to its last answer.
///
/// The server keeps the answers until they are released. So if a connection breaks, or the server
/// ends it after its maximum time, another one continues after the last answer that arrived.
final class Execution: Sendable {
  private struct State {
    var batches: [ExecutionAnswer.Batch] = []
    var rowCount = 0
    var lastAnswer: String?
    var isComplete = false
  }

  private let state = Mutex(State())
  private let channel: SparkChannel
  private let requests: SessionRequests
  private let progress: @Sendable (SparkProgress) -> Void
  private let id = UUID().uuidString.lowercased()

  /// The pauses before further attempts; after the last pause in a row, a failure is final.
  private static let pauses: [Duration] = [
    .milliseconds(100), .milliseconds(400), .seconds(2), .seconds(5), .seconds(10), .seconds(15),
  ]
  /// The time after which a connection may end without an answer and count as no failure.
  private static let shortest = Duration.seconds(10)

  init(
    _ channel: SparkChannel, _ requests: SessionRequests,
    _ progress: @escaping @Sendable (SparkProgress) -> Void
  ) {
    self.channel = channel
    self.requests = requests
    self.progress = progress
  }

  /// Runs the statement.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - isQuery: Whether its rows are wanted.
  /// - Returns: The rows, a table for each batch.
  /// - Throws: ``SparkError``; ``SparkError/cancelled`` after the query was interrupted,
  ///   ``SparkError/unheard(server:)`` if the server could not be reached to end it.
  func run(_ sql: String, isQuery: Bool) async throws(SparkError) -> [Table] {
    do throws(SparkError) {
      try await receiveAll(requests.execute(sql, isQuery: isQuery, operation: id))
    } catch {
      let isCancelled = error == .cancelled || Task.isCancelled
      let isReceived = await giveUp(isCancelled: isCancelled)
      guard isCancelled else { throw error }
      throw isReceived ? .cancelled : .unheard(server: channel.address.name)
    }
    await send("ReleaseExecute", requests.release(id))
    return try tables()
  }

  // MARK: - Implementation

  /// Receives answers, by one connection after another, up to the last.
  private func receiveAll(_ request: Data) async throws(SparkError) {
    var failures = 0
    var isSent = false
    while true {
      let before = state.withLock { $0.lastAnswer }
      let begun = ContinuousClock.now
      var failure: SparkError?
      do throws(SparkError) {
        if isSent {
          try await receive("ReattachExecute", requests.reattach(id, after: before))
        } else {
          isSent = true
          try await receive("ExecutePlan", request)
        }
      } catch {
        failure = error
      }
      let (last, isComplete) = state.withLock { ($0.lastAnswer, $0.isComplete) }
      if isComplete { return }
      if let failure { isSent = try next(after: failure, isSent: isSent) }
      // The server ends a connection after its maximum time; old servers send nothing until then.
      let isRegular = failure == nil && begun.duration(to: .now) > Self.shortest
      if last != before || isRegular { failures = 0 }
      if failure == nil && (last != before || isRegular) { continue }
      guard failures < Self.pauses.count else {
        throw lost(failure ?? channel.unreadable("an answer without an end"))
      }
      guard (try? await Task.sleep(for: Self.pauses[failures])) != nil else { throw .cancelled }
      failures += 1
    }
  }

  /// Whether the next connection attaches to the operation; throws if there is to be none.
  private func next(after error: SparkError, isSent: Bool) throws(SparkError) -> Bool {
    switch error {
    case .lost, .unreachable: return isSent
    case .failed(_, let failure) where failure.isForgotten:
      // Nothing arrived: the server has never seen the operation, so it is sent again.
      guard state.withLock({ $0.lastAnswer }) == nil,
        failure.errorClass == "INVALID_HANDLE.OPERATION_NOT_FOUND"
      else { throw lost(error) }
      return false
    case .failed(_, let failure) where failure.errorClass == "INVALID_CURSOR.DISCONNECTED":
      return isSent
    default: throw error
    }
  }

  private func lost(_ error: SparkError) -> SparkError {
    let server = channel.address.name
    return switch error {
    case .lost(_, let reason), .unreachable(_, let reason): .lost(server: server, reason: reason)
    case .failed(_, let failure): .forgotten(server: server, reason: failure.message)
    default: .lost(server: server, reason: "\(error)")
    }
  }

  private func receive(_ method: String, _ message: Data) async throws(SparkError) {
    try await channel.stream(method, message, within: Limits.connectionTime) {
      [self] bytes throws(ProtobufReader.Problem) in
      let answer = try ExecutionAnswer(bytes)
      try state.withLock { state throws(ProtobufReader.Problem) in
        if !answer.id.isEmpty { state.lastAnswer = answer.id }
        state.isComplete = state.isComplete || answer.isLast
        guard let batch = answer.batch else { return }
        guard batch.start ?? state.rowCount == state.rowCount else {
          throw ProtobufReader.Problem(found: "a batch that does not follow the one before")
        }
        let (rowCount, overflows) = state.rowCount.addingReportingOverflow(batch.rowCount)
        guard batch.rowCount >= 0, !overflows else {
          throw ProtobufReader.Problem(found: "a batch of \(batch.rowCount) rows")
        }
        state.rowCount = rowCount
        state.batches.append(batch)
      }
      if let progress = answer.progress { self.progress(progress) }
    }
  }

  /// Removes the statement from the server; returns whether the server received the interrupt.
  private func giveUp(isCancelled: Bool) async -> Bool {
    let isReceived = isCancelled ? await send("Interrupt", requests.interrupt) : true
    await send("ReleaseExecute", requests.release(id))
    return isReceived
  }

  /// Makes a call whose failure does no harm: the server forgets a silent session by itself.
  ///
  /// - Parameters:
  ///   - method: The call.
  ///   - message: Its request.
  /// - Returns: Whether the server has answered.
  @discardableResult
  private func send(_ method: String, _ message: Data) async -> Bool {
    let channel = channel
    // A separate task, because the caller's may be cancelled.
    return await Task {
      do throws(SparkError) {
        _ = try await channel.call(method, message, within: .seconds(5))
        return true
      } catch {
        switch error {
        case .failed, .refused: return true
        default: return false
        }
      }
    }.value
  }

  private func tables() throws(SparkError) -> [Table] {
    var tables: [Table] = []
    for batch in state.withLock({ $0.batches }) {
      do throws(FileError) {
        let found = try Table.batches(ofArrowStream: batch.bytes, from: "a batch of rows")
        guard found.reduce(0, { $0 + $1.rowCount }) == batch.rowCount else {
          throw .malformed(
            file: "a batch of rows", found: "another number of rows",
            expected: "\(batch.rowCount)")
        }
        tables += found
      } catch {
        throw channel.unreadable("\(error)")
      }
    }
    return tables
  }
}
