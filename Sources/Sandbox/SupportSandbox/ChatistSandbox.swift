import APICore
import Foundation
import SandboxCore
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

  /// Makes the service, or resumes the one in the state file.
  ///
  /// - Parameter settings: The service's options.
  /// - Throws: `SandboxError` `.state` if the file cannot be used.
  public init(_ settings: ChatistSettings) throws(SandboxError) {
    self.settings = settings
    rota = AgentRota(seed: settings.seed)
    book = try ChatBook.open(settings)
    gate = Mutex(
      Gate(
        rate: RateGate(requestsPerSecond: settings.rate, tolerance: .milliseconds(20))))
  }

  /// Expires the key, or restores it.
  ///
  /// - Parameter isExpired: Whether the key is refused from now on.
  public func setKeyExpired(_ isExpired: Bool) { gate.withLock { $0.isKeyExpired = isExpired } }

  /// False: the service has its own rate, and no quota.
  public var isLimited: Bool { false }

  /// Whether a path belongs to the API.
  public func serves(_ path: String) -> Bool {
    ["branding", "tickets", "customer", "device", "attachments"].contains {
      path == "/\($0)" || path.hasPrefix("/\($0)/")
    }
  }

  /// Checks `x-api-key`; logo and attachments need no key: an attachment's URL cannot be guessed.
  public func keyUse(of request: HTTPRequest) -> LoggedRequest.KeyUse {
    if request.path.hasPrefix(Self.attachments) || request.path == Self.logo { return .right }
    guard let sent = request.headers["x-api-key"] else { return .missing }
    return sent == settings.key && !gate.withLock(\.isKeyExpired) ? .right : .wrong
  }

  /// Refuses a request with a missing, wrong or expired key.
  public func keyRefusal(of request: HTTPRequest) -> HTTPResponse {
    switch request.headers["x-api-key"] {
    case nil: HTTPResponse(status: 401, message: "An API key is required.")
    case settings.key?: HTTPResponse(status: 401, message: "The API key has expired.")
    default: refusal(.unauthorised)
    }
  }

  /// Answers the API's calls, unless they come too soon; 404 for others.
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

  /// Returns a refusal with a message.
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

  /// Returns no fields.
  public func limitHeaders(_ quota: QuotaState) -> HTTPHeaders { [:] }

  /// Returns path and query, with the secret word of an attachment masked.
  public func loggedTarget(_ request: HTTPRequest) -> String {
    guard request.path.hasPrefix(Self.attachments) else { return request.target }
    return Self.attachments + "***"
  }

  /// Runs a call as one transaction at the sandbox's time, after all actions that are due by then.
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
