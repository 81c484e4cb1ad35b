import APICore
import Columns
import Foundation
import Testing

@testable import SparkConnect

/// Sessions over real connections with a server that answers by script.
struct SparkSessionTests {
  /// The answers to the three calls that open a session.
  private static func opening(
    version: String = "4.3.0", ansi: String = "true"
  ) -> [GRPCPeer.Answer] {
    let settings =
      [("spark.sql.ansi.enabled", ansi), ("spark.sql.session.timeZone", "UTC")]
      + [
        "spark.sql.caseSensitive", "spark.sql.parser.escapedStringLiterals",
        "spark.sql.parser.quotedRegexColumnNames", "spark.sql.files.ignoreCorruptFiles",
        "spark.sql.files.ignoreMissingFiles",
      ].map { ($0, "false") }
    let read = ProtobufWriter.message { answer in
      for (name, value) in settings {
        answer.add(2) { pair in
          pair.add(1, name)
          pair.add(2, value)
        }
      }
    }
    let told = ProtobufWriter.message { $0.add(8) { $0.add(1, version) } }
    return [.init(messages: [told]), .init(messages: [Data()]), .init(messages: [read])]
  }

  /// An answer with one row, the number of its place and a text, as Spark 4.3 writes it for
  /// `SELECT id AS n, 'é' AS s FROM range(2)`.
  private static func row(_ place: UInt64, id: String) throws -> Data {
    let stream = """
      /////8AAAAAQAAAAAAAKAA4ABgANAAgACgAAAAAABAAQAAAAAAEKAAwAAAAIAAQACgAAAAgAAAAIAAAAAAAAAAIAAABI\
      AAAABAAAANL///8UAAAAFAAAABgAAAAAAAAFFAAAAAAAAAAAAAAABAAEAAQAAAABAAAAcwASABgAFAAAABMADAAAAAgA\
      BAASAAAAFAAAABQAAAAcAAAAAAAAAiAAAAAAAAAAAAAAAAgADAAIAAcACAAAAAAAAAFAAAAAAQAAAG4AAAD/////yAAA\
      ABQAAAAAAAAADAAWAA4AFQAQAAQADAAAACgAAAAAAAAAAAAEABAAAAAAAwoAGAAMAAgABAAKAAAAFAAAAGgAAAABAAAA\
      AAAAAAAAAAAFAAAAAAAAAAAAAAABAAAAAAAAAAgAAAAAAAAACAAAAAAAAAAQAAAAAAAAAAEAAAAAAAAAGAAAAAAAAAAI\
      AAAAAAAAACAAAAAAAAAAAgAAAAAAAAAAAAAAAgAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAA\
      AAABAAAAAAAAAAEAAAAAAAAAAAAAAAIAAADDqQAAAAAAAP////8AAAAA
      """
    var bytes = try #require(Data(base64Encoded: stream))
    // The column's value is behind its validity bits, at the body's eighth byte.
    bytes[bytes.count - 8 - 40 + 8] = UInt8(place)
    return ProtobufWriter.message { answer in
      answer.add(2) { batch in
        batch.add(1, UInt64(1))
        batch.add(2, bytes)
        batch.add(3, place)
      }
      answer.add(13, id)
    }
  }

  /// An answer with a batch that claims so many rows.
  private static func batch(rows: Int64) -> Data {
    ProtobufWriter.message { $0.add(2) { $0.add(1, UInt64(bitPattern: rows)) } }
  }

  private static let last = ProtobufWriter.message { $0.add(14) { _ in } }

  private static func failure(_ message: String, code: Int = 13) -> GRPCPeer.Answer {
    .init(status: [("grpc-status", "\(code)"), ("grpc-message", message)])
  }

  /// Asks for the rows of a peer that opens a session and goes on by script.
  private static func rows(
    _ answers: [GRPCPeer.Answer], _ peer: ((GRPCPeer) -> Void)? = nil
  ) async throws -> [Int64] {
    let server = try GRPCPeer(opening() + answers)
    let session = try await SparkSession(server.address)
    defer { peer?(server) }
    let tables = try await session.query("SELECT 1")
    return tables.flatMap { table -> [Int64] in
      guard case .int64(let numbers) = table.columns[0].values else { return [] }
      return Array(numbers)
    }
  }

  @Test func `a session sets its settings, reads rows and lets them go`() async throws {
    let answers = [
      GRPCPeer.Answer(messages: [
        try Self.row(0, id: "r-1"), try Self.row(1, id: "r-2"), Self.last,
      ])
    ]
    let rows = try await Self.rows(answers) { server in
      #expect(server.calls.count == 5)
      #expect(String(decoding: server.calls[1], as: UTF8.self).contains("spark.sql.ansi.enabled"))
      #expect(String(decoding: server.calls[3], as: UTF8.self).contains("SELECT 1"))
    }
    #expect(rows == [0, 1])
  }

  @Test func `a lost connection goes on after the last answer that arrived`() async throws {
    let answers = [
      GRPCPeer.Answer(messages: [try Self.row(0, id: "r-1")], status: nil),
      GRPCPeer.Answer(messages: [try Self.row(1, id: "r-2"), Self.last]),
    ]
    let rows = try await Self.rows(answers) { server in
      #expect(server.calls[4].hex.hasSuffix("2a03722d31"))
    }
    #expect(rows == [0, 1])
  }

  @Test func `a connection that the server ends early goes on likewise`() async throws {
    let answers = [
      GRPCPeer.Answer(messages: [try Self.row(0, id: "r-1")]),
      GRPCPeer.Answer(messages: [Self.last]),
    ]
    #expect(try await Self.rows(answers) == [0])
  }

  @Test func `a server that ends each connection at once is not asked without pause`() async throws
  {
    let server = try GRPCPeer(Self.opening())
    let address = try server.address
    let task = Task {
      try await SparkSession.using(address, token: nil) { session throws(SparkError) in
        try await session.query("SELECT 1").count
      }
    }
    // By now it has paused twice, and its third pause lasts longest.
    while server.calls.count < 6 { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    await #expect(throws: SparkError.cancelled) { try await task.value }
    #expect(server.calls.count < 15)
  }

  @Test func `an answer that cannot be right is not read to its end`() async throws {
    let server = try GRPCPeer(
      Self.opening() + [.init(messages: [Data([0x12, 0x05, 0x01])], isSilent: true)])
    let session = try await SparkSession(server.address)
    await #expect {
      try await session.query("SELECT 1")
    } throws: { "\($0)".hasSuffix("expected an answer of Spark Connect") }
  }

  @Test func `a statement that never reached the server is sent again`() async throws {
    let answers = [
      GRPCPeer.Answer(status: nil), Self.failure("[INVALID_HANDLE.OPERATION_NOT_FOUND] gone"),
      GRPCPeer.Answer(messages: [try Self.row(0, id: "r-1"), Self.last]),
    ]
    let rows = try await Self.rows(answers) { server in
      #expect(server.calls[5] == server.calls[3])
    }
    #expect(rows == [0])
  }

  @Test func `a query that the server has forgotten is lost`() async throws {
    let answers = [
      GRPCPeer.Answer(messages: [try Self.row(0, id: "r-1")], status: nil),
      Self.failure("[INVALID_HANDLE.OPERATION_NOT_FOUND] gone"),
    ]
    await #expect {
      try await Self.rows(answers)
    } throws: { error in
      "\(error)".hasSuffix(
        ": the connection was lost and the query with it ([INVALID_HANDLE.OPERATION_NOT_FOUND] gone)"
      )
    }
  }

  @Test(arguments: [
    (
      "a batch that does not follow the one before",
      [try! Self.row(1, id: "r-1"), Self.last]
    ),
    ("a message that ends inside field 2", [Data([0x12, 0x05, 0x01])]),
    (
      "a batch of 9223372036854775807 rows",
      [try! Self.row(0, id: "r-1"), Self.batch(rows: .max), Self.last]
    ),
    ("a batch of -1 rows", [Self.batch(rows: -1), Self.last]),
  ])
  func `an answer that cannot be right is refused`(found: String, messages: [Data]) async throws {
    await #expect {
      try await Self.rows([.init(messages: messages)])
    } throws: { error in
      "\(error)".hasSuffix(": found \(found); expected an answer of Spark Connect")
    }
  }

  @Test func `a failure has the class and the state of its details`() async throws {
    let details =
      "CA0SI1tBUklUSE1FVElDX09WRVJGTE9XXSBsb25nIG92ZXJmbG93Gp8BCih0eXBlLmdvb2dsZWFwaXMuY29tL2dvb2ds"
      + "ZS5ycGMuRXJyb3JJbmZvEnMKKW9yZy5hcGFjaGUuc3BhcmsuU3BhcmtBcml0aG1ldGljRXhjZXB0aW9uEhBvcmcuYXBh"
      + "Y2hlLnNwYXJrGhEKCHNxbFN0YXRlEgUyMjAwMxohCgplcnJvckNsYXNzEhNBUklUSE1FVElDX09WRVJGTE9X"
    let answer = GRPCPeer.Answer(status: [
      ("grpc-status", "13"), ("grpc-message", "long%20overflow"),
      ("grpc-status-details-bin", details),
    ])
    await #expect {
      try await Self.rows([answer])
    } throws: { error in
      guard case SparkError.failed(_, let failure) = error else { return false }
      return failure.errorClass == "ARITHMETIC_OVERFLOW" && failure.sqlState == "22003"
        && failure.isOverflow
        && "\(failure)" == "a sum is too large for the cluster's numbers: long overflow"
    }
  }

  @Test(arguments: [
    ("3.4.1", "found Spark 3.4.1; expected Spark 3.5 or newer"),
    ("", "found no version of Spark; expected a Spark Connect server"),
  ])
  func `an old server is refused`(version: String, text: String) async throws {
    let server = try GRPCPeer(Self.opening(version: version))
    await #expect {
      try await SparkSession(server.address)
    } throws: { "\($0)".hasSuffix(text) }
  }

  @Test func `a setting that the server does not keep is refused`() async throws {
    let server = try GRPCPeer(Self.opening(ansi: "false"))
    await #expect {
      try await SparkSession(server.address)
    } throws: { error in
      // The session is let go.
      server.calls.count == 4
        && "\(error)".hasSuffix(
          "found spark.sql.ansi.enabled=false after it was set; expected true")
    }
  }

  @Test func `a refused token is reported, and not shown`() async throws {
    let server = try GRPCPeer([Self.failure("Invalid authentication token", code: 16)])
    await #expect {
      try await SparkSession(server.address, token: Secret("hunter2"))
    } throws: { error in
      guard case SparkError.refused = error else { return false }
      return !"\(error)".contains("hunter2")
    }
  }

  @Test func `a server that speaks no gRPC is told from Spark`() async throws {
    let server = try GRPCPeer([.init(messages: [], status: [("x", "y")], isForbidden: true)])
    await #expect {
      try await SparkSession(server.address)
    } throws: {
      "\($0)".contains("without gRPC's status (HTTP 404); expected a Spark Connect server")
    }
  }

  @Test func `a cancelled query is interrupted on the server`() async throws {
    let server = try GRPCPeer(Self.opening() + [.init(isSilent: true)])
    let address = try server.address
    let task = Task {
      try await SparkSession.using(address, token: nil) { session throws(SparkError) in
        try await session.query("SELECT 1").count
      }
    }
    while server.calls.count < 4 { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    await #expect(throws: SparkError.cancelled) { try await task.value }
    // Interrupt by tag, ReleaseExecute, ReleaseSession.
    #expect(server.calls.count == 7)
    #expect(server.calls[4].hex.hasSuffix("20022a087261696c62697264"))
  }

  @Test func `a query whose server cannot be told may go on, and the error says so`() async throws {
    var server: GRPCPeer? = try GRPCPeer(Self.opening() + [.init(isSilent: true)])
    let address = try #require(try server?.address)
    let task = Task {
      try await SparkSession.using(address, token: nil) { session throws(SparkError) in
        try await session.query("SELECT 1").count
      }
    }
    while (server?.calls.count ?? 4) < 4 { try await Task.sleep(for: .milliseconds(5)) }
    server = nil
    // By now the connection is lost, and others are tried.
    try await Task.sleep(for: .milliseconds(300))
    task.cancel()
    await #expect(throws: SparkError.unheard(server: address.name)) { try await task.value }
  }

  @Test func `a query beyond its time limit is interrupted on the server`() async throws {
    let server = try GRPCPeer(Self.opening() + [.init(isSilent: true)])
    let (address, limit) = (try server.address, Duration.milliseconds(300))
    await #expect(throws: SparkError.timedOut(server: address.name, after: limit, isUnheard: false))
    {
      try await SparkSession.using(
        address, token: nil, timeLimit: limit,
        wait: { _ in
          while server.calls.count < 4 {
            guard (try? await Task.sleep(for: .milliseconds(5))) != nil else { return false }
          }
          return true
        }
      ) {
        session throws(SparkError) in
        try await session.query("SELECT 1").count
      }
    }
    #expect(server.calls.count == 7)
  }
}
