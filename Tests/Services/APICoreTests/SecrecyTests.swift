import APICore
import Foundation
import Synchronization
import TestSupport
import Testing

/// No text that leaves the module may hold a credential.
struct SecrecyTests {
  private static let key = #"Zx7/q+9 k"y=%"#
  private let secret = Secret(SecrecyTests.key)

  private func dumped(_ value: Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }

  private func forms(_ value: Any) -> String {
    "\(value) \(String(reflecting: value)) \(dumped(value))"
  }

  @Test func `a secret shows itself nowhere`() throws {
    struct Settings: Encodable { let key: Secret }
    let json = try JSONEncoder().encode(Settings(key: secret))
    let texts = [
      forms(secret), forms([secret]), forms(["a": secret]), forms(Settings(key: secret)),
      String(decoding: json, as: UTF8.self), forms(CredentialStore(["A": secret])),
      forms(Optional(secret) as Any),
    ]
    for text in texts { #expect(!text.contains("Zx7")) }
    #expect("\(secret)" == "•••")
  }

  @Test func `requests and answers show neither credential nor body`() {
    let request = HTTPRequest(
      .post, URL(string: "https://h.example/a?q=Zx7hidden")!,
      headers: ["X-RapidAPI-Key": "Zx7hidden", "Cookie": "Zx7hidden", "Accept": "text/plain"],
      body: Data("Zx7hidden".utf8))
    let response = HTTPResponse(
      status: 401, headers: ["Set-Cookie": "Zx7hidden", "Retry-After": "3"],
      body: Data("Zx7hidden".utf8))
    let values: [Any] = [
      request, response, request.headers, request.headers.fields, APIFailure.refused(response),
      APICallHolder(request: request),
    ]
    for value in values {
      #expect(!forms(value).contains("Zx7"), "\(type(of: value))")
    }
    #expect("\(response.headers)" == "[Set-Cookie: •••, Retry-After: 3]")
  }

  private struct APICallHolder { let request: HTTPRequest }

  @Test func `a redactor finds a secret however it is written`() throws {
    let redactor = Redactor([secret])
    let json = String(decoding: try JSONEncoder().encode([Self.key]), as: UTF8.self)
    let percent = PercentEncoding.part(Self.key)
    let texts = [
      Self.key, json, percent, percent.lowercased().replacingOccurrences(of: "zx7", with: "Zx7"),
      percent.replacingOccurrences(of: "%20", with: "+"),
      Self.key.unicodeScalars.map { String(format: "\\u%04x", $0.value) }.joined(),
      Self.key.utf8.map { String(format: "%%%02X", $0) }.joined(),
    ]
    for text in texts {
      let redacted = redactor.redacted("before \(text) after")
      #expect(redacted.hasPrefix("before "), "\(redacted)")
      #expect(redacted.contains("•••"), "\(redacted)")
      #expect(redacted.hasSuffix(" after") && redacted.count < 25, "\(redacted)")
    }
  }

  @Test func `a redactor leaves all else as it is`() {
    let redactor = Redactor([Secret("abcdef"), Secret("abc"), Secret("")])
    #expect(redactor.redacted("abc abcde %61 \\u0061") == "abc abcde %61 \\u0061")
    #expect(redactor.redacted("xabcdefabcdefg") == "x••••••g")
    #expect(redactor.redacted(Data([0xFF, 0x00])) == Data([0xFF, 0x00]))
    #expect(Redactor([Secret]()).redacted("abcdef") == "abcdef")
  }

  @Test func `letters beyond ASCII are found as JSON may write them`() {
    let redactor = Redactor([Secret("Zürich99x"), Secret("🐎gallop")])
    for text in [
      "Zürich99x", #"Z\u00fcrich99x"#, #"\u005a\u00FCrich99x"#, "Z%C3%BCrich99x", "🐎gallop",
      #"\ud83d\udc0egallop"#, #"\uD83D\uDC0E\u0067allop"#,
    ] {
      #expect(redactor.redacted("a \(text) b") == "a ••• b")
    }
    for text in [#"Z\u00fdrich99x"#, #"\ud83dgallop"#, #"\udc0egallop"#, #"Z\u00"#, "Z%C3rich99x"] {
      #expect(redactor.redacted(text) == text)
    }
  }

  @Test func `of two secrets the longer one goes first`() {
    let redactor = Redactor([Secret("abcdef"), Secret("abcdefgh")])
    #expect(redactor.redacted("abcdefgh") == "•••")
  }

  @Test func `a bearer token is found without its scheme`() {
    let redactor = Redactor(HTTPHeaders([.init(name: "Authorization", value: "Bearer tok-12345")]))
    #expect(redactor.redacted("bad token tok-12345") == "bad token •••")
  }

  @Test func `no key is in logs, records and errors of a whole conversation`() async throws {
    let key = "Zx7Zx7Zx7Zx7Zx7Zx7Zx7Zx7Zx7Zx7Zx7"
    let log = CapturedLog()
    let clock = ManualClock(isImpatient: true)
    let echo = HTTPResponse(
      status: 403, headers: ["X-Echo": key], body: Data("unknown key \(key)".utf8))
    let answers: [ScriptedTransport.Answer] = [
      .status(429), .status(503, ["Retry-After": "1"]),
      .failure(.timedOut(host: "h", after: .zero)),
      .success(echo),
    ]
    let texts = Texts()
    let connection = APIConnection(
      APISettings(api: "racing", baseURL: URL(string: "https://races.example")!),
      transport: ScriptedTransport(clock, answers), authorization: KeyRing(key), clock: clock,
      log: log.logger, observe: { record in texts.add(String(reflecting: record)) })
    do {
      _ = try await connection.send(
        APICall(endpoint: "/races", query: [URLQueryItem(name: "q", value: "hidden-query")]))
      Issue.record("nothing was thrown")
    } catch {
      texts.add(forms(error))
      guard case .refused(let response) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(String(decoding: response.body, as: UTF8.self) == "unknown key •••")
    }
    #expect(log.lines.count >= 7)
    for text in texts.all + log.lines {
      #expect(!text.contains("Zx7") && !text.contains("hidden-query"), "\(text)")
    }
  }

  @Test func `a credential that a good answer repeats is taken out of it`() async throws {
    let key = "Zx7Zx7Zx7Zx7Zx7Zx7Zx7Zx7Zx7Zx7Zx7"
    let clock = ManualClock(isImpatient: true)
    let echo = HTTPResponse(status: 200, body: Data(#"{"you":"\#(key)"}"#.utf8))
    let sizes = Texts()
    let connection = APIConnection(
      APISettings(api: "racing", baseURL: URL(string: "https://races.example")!),
      transport: ScriptedTransport(clock, [.success(echo)]), authorization: KeyRing(key),
      clock: clock, log: CapturedLog().logger, observe: { sizes.add("\($0.bytes)") })
    let answer = try await connection.send(APICall(endpoint: "/races"))
    #expect(String(decoding: answer.body, as: UTF8.self) == #"{"you":"•••"}"#)
    // The record counts the bytes received.
    #expect(sizes.all == ["\(echo.body.count)"])
  }

  /// A login whose secrets change.
  private final class Login: Authorization {
    let held = Mutex([Secret("old-password")])

    func headers() async -> HTTPHeaders? { ["Authorization": "Bearer first-token"] }
    func renew(after refused: HTTPHeaders) async -> Bool { false }
    var secrets: [Secret] { held.withLock { $0 } }
  }

  private func connection(
    _ login: Login, _ texts: Texts, answer: @escaping @Sendable () -> ScriptedTransport.Answer
  ) -> APIConnection {
    let clock = ManualClock(isImpatient: true)
    let transport = ScriptedTransport(clock) { _, _ in
      login.held.withLock { $0 = [Secret("new-password")] }
      return answer()
    }
    return APIConnection(
      APISettings(api: "racing", baseURL: URL(string: "https://races.example")!),
      transport: transport, authorization: login, clock: clock, log: CapturedLog().logger,
      observe: { texts.add(String(reflecting: $0)) })
  }

  private static let repeated = "first-token old-password new-password"

  @Test(arguments: [200, 404])
  func `a login's further secrets are taken out of any answer, old and new ones`(status: Int)
    async throws
  {
    let connection = connection(Login(), Texts()) {
      .status(status, ["X-Echo": Self.repeated], Self.repeated)
    }
    let answer: HTTPResponse
    do throws(APIFailure) {
      answer = try await connection.send(APICall(endpoint: "/races"))
    } catch .refused(let response) {
      answer = response
    }
    #expect(answer.status == status && answer.headers["X-Echo"] == "••• ••• •••")
    #expect(String(decoding: answer.body, as: UTF8.self) == "••• ••• •••")
  }

  @Test(arguments: [
    TransportError.redirectedAway(host: "h", to: repeated),
    .malformed(host: "h", reason: repeated), .redirectRefused(host: "h", reason: repeated),
  ])
  func `a login's further secrets are taken out of errors and records`(error: TransportError)
    async
  {
    let texts = Texts()
    let connection = connection(Login(), texts) { .failure(error) }
    do throws(APIFailure) {
      _ = try await connection.send(APICall(endpoint: "/races"))
      Issue.record("nothing was thrown")
    } catch {
      #expect("\(error)".contains("••• ••• •••"))
      texts.add("\(error)")
    }
    #expect(texts.all.count == 2)
    for text in texts.all {
      #expect(!text.contains("password") && !text.contains("first-token"), "\(text)")
    }
  }

  @Test(arguments: [0, 1, 2, 3, 4], ["sandbox-key?>~ÿ1", "abcdef", "0123456"])
  func `a secret in base 64 is masked, wherever it begins`(place: Int, secret: String) {
    let redactor = Redactor([Secret(secret)])
    let bytes = Array(repeating: UInt8(ascii: "?"), count: place) + Array(secret.utf8)
    for tail in ["", "y", "yz", "~~~"] {
      let standard = Data(bytes + Array(tail.utf8)).base64EncodedString()
      let others = standard.replacing("+", with: "-").replacing("/", with: "_")
      for text in [standard, others] {
        let shown = redactor.redacted("key \(text) sent")
        #expect(shown.hasPrefix("key ") && shown.hasSuffix(" sent") && shown.contains(Secret.mask))
        // At the most a letter at either end is the secret's too.
        let left = shown.replacing(Secret.mask, with: "").count - "key  sent".count
        let own = (place * 8 + 5) / 6 + (text.count - bytes.count * 8 / 6)
        #expect(left == own, "\(shown)")
      }
    }
    #expect(redactor.redacted("YWJj an ordinary text") == "YWJj an ordinary text")
  }
}
