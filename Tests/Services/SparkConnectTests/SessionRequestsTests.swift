import Foundation
import Testing

@testable import SparkConnect

/// The bytes of requests, held against those of Google's own library with Spark's own descriptors.
///
/// Expected bytes are `SerializeToString()` of `pyspark.sql.connect.proto` 4.3.0.
struct SessionRequestsTests {
  private static let requests = SessionRequests(
    sessionID: "00112233-4455-6677-8899-aabbccddeeff", userID: "ann")
  private static let operation = "8b1c0d52-0000-4000-8000-000000000001"
  /// The session and its user, with which all requests begin.
  private static let session =
    "0a2430303131323233332d343435352d363637372d383839392d61616262636364646565666612050a03616e6e"
  private static let client = "087261696c62697264"
  private static let number =
    "2438623163306435322d303030302d343030302d383030302d303030303030303030303031"
  private static let reattachable = "2a040a0208013224" + number.dropFirst(2) + "3a" + client

  @Test(arguments: [
    ("version", requests.version, "1a" + client + "5200"),
    (
      "set", requests.set([("spark.sql.ansi.enabled", "true")]),
      "1a220a200a1e0a16737061726b2e73716c2e616e73692e656e61626c656412047472756522" + client
    ),
    (
      "get", requests.get(["spark.sql.ansi.enabled", "spark.sql.session.timeZone"]),
      "1a3612340a16737061726b2e73716c2e616e73692e656e61626c65640a1a737061726b2e73716c2e73657373"
        + "696f6e2e74696d655a6f6e6522" + client
    ),
    (
      "query", requests.execute("SELECT 1", isQuery: true, operation: operation),
      "1a0e0a0c520a0a0853454c454354203122" + client + reattachable
    ),
    (
      "statement", requests.execute("SET x=é", isQuery: false, operation: operation),
      "1a1212102a0e320c520a0a0853455420783dc3a922" + client + reattachable
    ),
    (
      "reattach", requests.reattach(operation, after: "r-7"),
      "1a" + number + "22" + client + "2a03722d37"
    ),
    ("release", requests.release(operation), "1a" + number + "22" + client + "2a00"),
    ("interrupt", requests.interrupt, "1a" + client + "20022a" + client),
    ("close", requests.close, "1a" + client),
  ])
  func `a request has the bytes of Google's library`(
    name: String, request: Data, expected: String
  ) {
    #expect(request.hex == Self.session + expected, "\(name)")
  }

  @Test func `a reattachment before the first answer names none`() {
    let request = Self.requests.reattach(Self.operation, after: nil)
    #expect(request.hex == Self.session + "1a" + Self.number + "22" + Self.client)
  }
}

extension Data {
  /// The bytes as hexadecimal digits.
  var hex: String {
    map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  /// Reads hexadecimal digits.
  init(hex: String) {
    let digits = Array(hex.utf8)
    self.init(
      stride(from: 0, to: digits.count, by: 2).map { place in
        UInt8(String(decoding: digits[place...(place + 1)], as: UTF8.self), radix: 16) ?? 0
      })
  }
}
