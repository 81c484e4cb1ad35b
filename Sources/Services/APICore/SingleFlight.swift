import Synchronization

/// Shares one piece of work among callers that request the same value at the same time.
///
/// The work runs until it ends or its last waiting caller is cancelled.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Flight {
    let number: Int
    var callers: [Int: CheckedContinuation<Value?, Never>] = [:]
    var task: Task<Void, Never>?
  }

  private struct State {
    var flights: [Key: Flight] = [:]
    var nextNumber = 0

    mutating func number() -> Int {
      nextNumber += 1
      return nextNumber
    }
  }

  private let state = Mutex(State())

  /// Joins the running work of a key, or starts it.
  ///
  /// - Parameters:
  ///   - key: The key of the value.
  ///   - work: The work that produces it.
  /// - Returns: The work's result; nil if the caller was cancelled.
  func value(of key: Key, by work: @escaping @Sendable () async -> Value) async -> Value? {
    let caller = state.withLock { $0.number() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        join(key, caller, continuation, work)
      }
    } onCancel: {
      leave(key, caller)
    }
  }

  // MARK: - Implementation

  private func join(
    _ key: Key, _ caller: Int, _ continuation: CheckedContinuation<Value?, Never>,
    _ work: @escaping @Sendable () async -> Value
  ) {
    let isGone = state.withLock { state in
      // Checked inside the lock: any later cancellation finds the caller in the flight.
      if Task.isCancelled { return true }
      var flight = state.flights[key] ?? Flight(number: state.number())
      flight.callers[caller] = continuation
      if flight.task == nil {
        let number = flight.number
        flight.task = Task { land(key, number, await work()) }
      }
      state.flights[key] = flight
      return false
    }
    if isGone { continuation.resume(returning: nil) }
  }

  private func land(_ key: Key, _ number: Int, _ value: Value) {
    let callers = state.withLock { state -> [CheckedContinuation<Value?, Never>] in
      guard let flight = state.flights[key], flight.number == number else { return [] }
      state.flights[key] = nil
      return Array(flight.callers.values)
    }
    for caller in callers { caller.resume(returning: value) }
  }

  private func leave(_ key: Key, _ caller: Int) {
    let (continuation, task) = state.withLock {
      state -> (CheckedContinuation<Value?, Never>?, Task<Void, Never>?) in
      guard let continuation = state.flights[key]?.callers.removeValue(forKey: caller) else {
        return (nil, nil)
      }
      guard state.flights[key]?.callers.isEmpty == true else { return (continuation, nil) }
      return (continuation, state.flights.removeValue(forKey: key)?.task)
    }
    task?.cancel()
    continuation?.resume(returning: nil)
  }
}
