import APICore
import Columns
import Foundation
import HTTPTransport
import Synchronization

/// A session of a Spark Connect server: statements to it, rows back.
///
/// Sums that overflow and damaged files are errors (ANSI mode), days are in UTC and texts may have
/// backslashes, whatever the server's settings. A cancelled task interrupts its query on the
/// server. End a session by ``close()``, or make it by ``using(_:token:timeLimit:wait:_:)``.
public final class SparkSession: Sendable {
  /// The server.
  public var address: SparkAddress { channel.address }
  /// Spark's version, such as `4.3.0`.
  public let version: String

  private let channel: SparkChannel
  private let requests: SessionRequests

  /// The settings on which exact answers depend.
  private static let settings = [
    (name: "spark.sql.ansi.enabled", value: "true"),
    (name: "spark.sql.session.timeZone", value: "UTC"),
    (name: "spark.sql.caseSensitive", value: "false"),
    (name: "spark.sql.parser.escapedStringLiterals", value: "false"),
    (name: "spark.sql.parser.quotedRegexColumnNames", value: "false"),
    (name: "spark.sql.files.ignoreCorruptFiles", value: "false"),
    (name: "spark.sql.files.ignoreMissingFiles", value: "false"),
  ]

  /// Opens a session.
  ///
  /// - Parameters:
  ///   - address: The server.
  ///   - token: The token; nil for none.
  ///   - transport: The transport of its calls.
  /// - Throws: ``SparkError`` unless a server of Spark 3.5 or newer answers and takes the settings.
  public init(
    _ address: SparkAddress, token: Secret? = nil,
    transport: AsyncHTTPTransport = AsyncHTTPTransport()
  ) async throws(SparkError) {
    channel = try SparkChannel(address, token: token, transport: transport)
    requests = SessionRequests(
      sessionID: UUID().uuidString.lowercased(), userID: address.userID)
    let (channel, requests) = (channel, requests)
    let answer: ProtobufReader
    do {
      answer = try await channel.call("AnalyzePlan", requests.version)
    } catch .lost(let server, let reason) {
      throw .unsuitable(
        server: server, found: "no answer to the first call (\(reason))",
        expected: "a Spark Connect server")
    }
    version = try channel.reading { () throws(ProtobufReader.Problem) in
      try answer.message(8)?.text(1) ?? ""
    }
    do throws(SparkError) {
      try Self.check(version, of: address)
      try await set()
    } catch {
      // The server has had the session since the first call, so end it.
      await close()
      throw error
    }
  }

  /// Runs a query.
  ///
  /// - Parameters:
  ///   - sql: The query.
  ///   - progress: Takes the server's reports of its work, on the transport's thread.
  /// - Returns: The rows, a table for each batch; at least one table, which has the columns.
  /// - Throws: ``SparkError``.
  public func query(
    _ sql: String, progress: @escaping @Sendable (SparkProgress) -> Void = { _ in }
  ) async throws(SparkError) -> [Table] {
    try await Execution(channel, requests, progress).run(sql, isQuery: true)
  }

  /// Runs a statement without rows, such as one that makes a view.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - progress: Takes the server's reports of its work, on the transport's thread.
  /// - Throws: ``SparkError``.
  public func execute(
    _ sql: String, progress: @escaping @Sendable (SparkProgress) -> Void = { _ in }
  ) async throws(SparkError) {
    _ = try await Execution(channel, requests, progress).run(sql, isQuery: false)
  }

  /// Ends the session; the server interrupts its unfinished queries.
  public func close() async {
    let (channel, requests) = (channel, requests)
    // A separate task, because the caller's may be cancelled. A server that is gone has no session.
    await Task {
      _ = try? await channel.call("ReleaseSession", requests.close, within: .seconds(5))
    }.value
  }

  /// Opens a session, does the work and closes the session, even after an error.
  ///
  /// - Parameters:
  ///   - address: The server.
  ///   - token: The token; nil for none.
  ///   - timeLimit: The maximum time of the whole call; nil for none.
  ///   - wait: Waits for a duration; returns false if it is cancelled.
  ///   - work: Uses the session; cancelled when the time is over.
  /// - Returns: The work's value.
  /// - Throws: ``SparkError`` of the session, of the time limit, or of the work.
  public static func using<Value: Sendable>(
    _ address: SparkAddress, token: Secret?, timeLimit: Duration? = nil,
    wait: @escaping @Sendable (Duration) async -> Bool = {
      (try? await Task.sleep(for: $0)) != nil
    },
    _ work: @escaping @Sendable (SparkSession) async throws(SparkError) -> Value
  ) async throws(SparkError) -> Value {
    let isLate = Mutex(false)
    let task = Task { () async -> Result<Value, SparkError> in
      do throws(SparkError) {
        let session = try await SparkSession(address, token: token)
        let result: Result<Value, SparkError>
        do throws(SparkError) {
          result = .success(try await work(session))
        } catch {
          result = .failure(error)
        }
        await session.close()
        return result
      } catch {
        return .failure(error)
      }
    }
    let watch = Task {
      guard let timeLimit, await wait(timeLimit) else { return }
      isLate.withLock { $0 = true }
      task.cancel()
    }
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    watch.cancel()
    guard case .failure(let error) = result, isLate.withLock({ $0 }) else {
      return try result.get()
    }
    switch error {
    case .cancelled, .unheard:
      throw .timedOut(
        server: address.name, after: timeLimit ?? .zero, isUnheard: error != .cancelled)
    default: throw error
    }
  }

  // MARK: - Implementation

  /// Sets the settings, and reads them back.
  private func set() async throws(SparkError) {
    _ = try await channel.call("Config", requests.set(Self.settings))
    let read = try await channel.call("Config", requests.get(Self.settings.map(\.name)))
    let pairs = try channel.reading { () throws(ProtobufReader.Problem) in try read.messages(2) }
    for setting in Self.settings {
      let found = pairs.first { $0.text(1) == setting.name }?.text(2) ?? "nothing"
      guard found == setting.value else {
        throw .unsuitable(
          server: address.name, found: "\(setting.name)=\(found) after it was set",
          expected: setting.value)
      }
    }
  }

  /// Refuses a version whose queries cannot be attached to again.
  private static func check(_ version: String, of address: SparkAddress) throws(SparkError) {
    let numbers = version.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    guard numbers.count == 2 else {
      throw .unsuitable(
        server: address.name, found: "no version of Spark", expected: "a Spark Connect server")
    }
    guard (numbers[0], numbers[1]) >= (3, 5) else {
      throw .unsuitable(
        server: address.name, found: "Spark \(version)", expected: "Spark 3.5 or newer")
    }
  }
}
