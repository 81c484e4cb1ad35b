import Foundation

/// The requests of one session, as Spark's protocol numbers their fields.
///
/// Source: `spark/connect/base.proto`, `commands.proto` and `relations.proto` of Spark 4.3.
struct SessionRequests: Sendable {
  /// The session's id, a UUID.
  let sessionID: String
  /// The user under whom the server lists the session.
  let userID: String

  /// The tag of the session's queries, which an interrupt names.
  static let tag = "railbird"
  private static let clientType = "railbird"

  /// Asks for Spark's version (`AnalyzePlan`).
  var version: Data {
    request {
      $0.add(3, Self.clientType)
      $0.add(10) { _ in }
    }
  }

  /// Sets settings of the session (`Config`).
  func set(_ settings: [(name: String, value: String)]) -> Data {
    config { operation in
      operation.add(1) { set in
        for (name, value) in settings {
          set.add(1) { pair in
            pair.add(1, name)
            pair.add(2, value)
          }
        }
      }
    }
  }

  /// Asks for settings of the session (`Config`).
  func get(_ names: [String]) -> Data {
    config { operation in operation.add(2) { get in for name in names { get.add(1, name) } } }
  }

  /// Runs a statement (`ExecutePlan`) so that a lost connection can attach to it again.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - isQuery: Whether its rows are wanted.
  ///   - operation: The operation's id, a UUID.
  /// - Returns: The request.
  func execute(_ sql: String, isQuery: Bool, operation: String) -> Data {
    let relation = ProtobufWriter.message { $0.add(10) { $0.add(1, sql) } }
    return request { request in
      request.add(3) { plan in
        if isQuery {
          plan.add(1, relation)
        } else {
          plan.add(2) { command in command.add(5) { $0.add(6, relation) } }
        }
      }
      request.add(4, Self.clientType)
      request.add(5) { option in option.add(1) { $0.add(1, UInt64(1)) } }
      request.add(6, operation)
      request.add(7, Self.tag)
    }
  }

  /// Continues an operation's answers (`ReattachExecute`).
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - answer: The last answer that arrived; nil for none.
  /// - Returns: The request.
  func reattach(_ operation: String, after answer: String?) -> Data {
    request { request in
      request.add(3, operation)
      request.add(4, Self.clientType)
      if let answer { request.add(5, answer) }
    }
  }

  /// Lets the server forget an operation and its answers (`ReleaseExecute`).
  func release(_ operation: String) -> Data {
    request { request in
      request.add(3, operation)
      request.add(4, Self.clientType)
      request.add(5) { _ in }
    }
  }

  /// Interrupts the session's queries by their tag (`Interrupt`).
  var interrupt: Data {
    request { request in
      request.add(3, Self.clientType)
      request.add(4, UInt64(2))
      request.add(5, Self.tag)
    }
  }

  /// Ends the session (`ReleaseSession`).
  var close: Data { request { $0.add(3, Self.clientType) } }

  // MARK: - Implementation

  /// Makes a request with the session and its user; further fields follow in the order of their
  /// numbers.
  private func request(_ write: (inout ProtobufWriter) -> Void) -> Data {
    ProtobufWriter.message { request in
      request.add(1, sessionID)
      request.add(2) { $0.add(1, userID) }
      write(&request)
    }
  }

  private func config(_ write: (inout ProtobufWriter) -> Void) -> Data {
    request { request in
      request.add(3, write)
      request.add(4, Self.clientType)
    }
  }
}
