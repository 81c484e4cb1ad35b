import APICore
import Foundation
import Synchronization

/// A support service's API: branding, tickets with messages and attachments, customers and devices.
///
/// Agents answer and close tickets on a schedule drawn from the seed, by the sandbox's clock:
/// before each call, everything that is due happens at its own moment. So the state does not depend
/// on the number of calls.
public final class ChatistSandbox: SandboxService {
  private struct Gate {
    var rate: RateGate
    var isKeyExpired = false
  }

  static let attachments = "/attachments/"
  static let logo = "/branding/logo.svg"

  let settings: ChatistSettings
  let book: StateBook
  let rota: AgentRota
  private let gate: Mutex<Gate>

  /// Makes the service, or takes up the one of the state's file.
  ///
  /// - Parameter settings: How it is served.
  /// - Throws: ``SandboxError`` `.state` when the file cannot be used.
  public init(_ settings: ChatistSettings) throws(SandboxError) {
    self.settings = settings
    rota = AgentRota(seed: settings.seed)
    book = try ChatBook.open(settings)
    gate = Mutex(
      Gate(
        rate: RateGate(requestsPerSecond: settings.rate, tolerance: .milliseconds(20))))
  }

  /// Ends the key, or gives it back.
  ///
  /// - Parameter isExpired: Whether it is refused from now on.
  public func setKeyExpired(_ isExpired: Bool) { gate.withLock { $0.isKeyExpired = isExpired } }

  /// Never: the service has a rate of its own, and no quota.
  public var isLimited: Bool { false }

  /// Whether a path is one of the API's.
  public func serves(_ path: String) -> Bool {
    ["branding", "tickets", "customer", "device", "attachments"].contains {
      path == "/\($0)" || path.hasPrefix("/\($0)/")
    }
  }

  /// Looks for `x-api-key`; logo and attachments want none: an attachment's URL cannot be guessed.
  public func keyUse(of request: HTTPRequest) -> LoggedRequest.KeyUse {
    if request.path.hasPrefix(Self.attachments) || request.path == Self.logo { return .right }
    guard let sent = request.headers["x-api-key"] else { return .missing }
    return sent == settings.key && !gate.withLock(\.isKeyExpired) ? .right : .wrong
  }

  /// Refuses a request without a key, with another one, or with one that has expired.
  public func keyRefusal(of request: HTTPRequest) -> HTTPResponse {
    switch request.headers["x-api-key"] {
    case nil: HTTPResponse(status: 401, message: "An API key is required.")
    case settings.key?: HTTPResponse(status: 401, message: "The API key has expired.")
    default: refusal(.unauthorised)
    }
  }

  /// Answers the calls of the API, unless they come too soon; others give 404.
  public func answer(_ request: HTTPRequest) -> HTTPResponse {
    if let wait = gate.withLock({ $0.rate.take(at: settings.clock.uptime) }) {
      let seconds = Int(wait.components.seconds) + (wait.components.attoseconds > 0 ? 1 : 0)
      return refusal(.rateLimited(retryAfter: max(1, seconds)))
    }
    do throws(ChatRefusal) {
      return try reply(to: request)
    } catch {
      return error.response
    }
  }

  /// Says no with a message.
  public func refusal(_ reason: SandboxRefusal) -> HTTPResponse {
    switch reason {
    case .unauthorised: HTTPResponse(status: 401, message: "The API key is not valid.")
    case .notSubscribed: HTTPResponse(status: 403, message: "The API key may not do this.")
    case .rateLimited(let seconds), .quotaExceeded(let seconds):
      HTTPResponse(
        status: 429, message: "Too many requests.", headers: ["Retry-After": String(seconds)])
    case .failed(let status): HTTPResponse(status: status, message: "Something went wrong.")
    }
  }

  /// None.
  public func limitHeaders(_ quota: QuotaState) -> HTTPHeaders { [:] }

  /// Path and query, with a mask in place of the word that opens an attachment.
  public func loggedTarget(_ request: HTTPRequest) -> String {
    guard request.path.hasPrefix(Self.attachments) else { return request.target }
    return Self.attachments + "***"
  }

  /// Runs a call at the sandbox's time, when everything that was due by then has happened; what it
  /// changes happens as a whole or not at all.
  func calling<Result>(
    _ body: (BookStatements, Int64) throws(SandboxError) -> Result
  ) throws(ChatRefusal) -> Result {
    do {
      return try book.write { book throws(SandboxError) in
        let now = try book.chatClock() ?? settings.clock.now
        try book.catchUp(to: now, rota)
        return try body(book, now)
      }
    } catch {
      throw ChatRefusal(500, "\(error)")
    }
  }

  // MARK: - Implementation

  private func reply(to request: HTTPRequest) throws(ChatRefusal) -> HTTPResponse {
    let parts = request.path.split(separator: "/").map { String($0) }
    let asked = request.method
    switch (parts.first, parts.count) {
    case ("branding", 1):
      try allow([.get], asked)
      return try branding(request)
    case ("branding", 2) where request.path == Self.logo:
      try allow([.get], asked)
      return logoImage
    case ("tickets", 1):
      try allow([.get, .post], asked)
      return asked == .get ? try tickets(request) : try createTicket(request)
    case ("tickets", 2):
      try allow([.get], asked)
      return try ticket(parts[1], request)
    case ("tickets", 3) where parts[2] == "messages":
      try allow([.post], asked)
      return try sendMessage(parts[1], request)
    case ("customer", 1):
      try allow([.put], asked)
      return try updateCustomer(request)
    case ("device", 1):
      try allow([.put], asked)
      return try updateDevice(request)
    case ("attachments", 2...):
      try allow([.get], asked)
      return try attachment(parts[1])
    default: throw ChatRefusal(404, "\(request.path): no such call.")
    }
  }

  private func allow(_ methods: [HTTPMethod], _ asked: HTTPMethod) throws(ChatRefusal) {
    guard methods.contains(asked) else {
      throw ChatRefusal(405, "The \(asked.rawValue) method is not supported.")
    }
  }
}

/// A request that the service refuses.
struct ChatRefusal: Error {
  let status: Int
  let message: String

  init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }

  var response: HTTPResponse { HTTPResponse(status: status, message: message) }
}
