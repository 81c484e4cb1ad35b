import APICore
import Columns
import Foundation
import SandboxCore
import Synchronization

/// The API of a sportsbook's home screen and promotions, over a world made from a seed.
///
/// Every answer is a function of settings and the sandbox's clock; its only state is that clock and
/// the issued tokens.
public final class SportsbookSandbox: SandboxService {
  struct State {
    /// The moment at which the clock is stopped; nil while it runs.
    var stoppedAt: Int64?
    var tokens = IssuedTokens()
  }

  static let login = "/api/auth/v1/login"
  static let template = "/api/home/v1/template"
  static let promotions = "/api/promotions/v1"

  let settings: SportsbookSettings
  let world: SportsbookWorld
  let wire: SportsbookWire
  let state: Mutex<State>

  /// Makes the sportsbook.
  public init(_ settings: SportsbookSettings) {
    self.settings = settings
    world = SportsbookWorld(seed: settings.seed)
    wire = SportsbookWire(form: settings.wire)
    state = Mutex(State(stoppedAt: settings.now))
  }

  /// The sandbox's time, µs since 1970 UTC.
  public var now: Int64 { state.withLock { $0.stoppedAt } ?? settings.clock.now }

  /// Stops the clock at a moment, or lets it run.
  ///
  /// - Parameter moment: The moment, µs since 1970 UTC; nil for the settings' clock.
  public func setClock(_ moment: Int64?) { state.withLock { $0.stoppedAt = moment } }

  /// Expires all tokens issued so far.
  public func expireTokens() { state.withLock { $0.tokens.expireAll() } }

  /// False: the service has no request limit.
  public var isLimited: Bool { false }

  /// Whether a path belongs to login, home or promotions.
  public func serves(_ path: String) -> Bool {
    path == Self.login || path.hasPrefix("/api/home/") || path == Self.promotions
      || path.hasPrefix(Self.promotions + "/")
  }

  /// Checks the token; the login needs none.
  public func keyUse(of request: HTTPRequest) -> LoggedRequest.KeyUse {
    if request.path == Self.login { return .right }
    guard let sent = request.headers["Authorization"] else { return .missing }
    let now = now
    return state.withLock { $0.tokens.use(of: sent, at: now) } == .current ? .right : .wrong
  }

  /// Refuses a request with a missing, unknown or expired token.
  public func keyRefusal(of request: HTTPRequest) -> HTTPResponse {
    let now = now
    let use = request.headers["Authorization"].map { sent in
      state.withLock { $0.tokens.use(of: sent, at: now) }
    }
    return use == .expired
      ? refusal(.unauthorised) : HTTPResponse(status: 401, message: "Unauthenticated.")
  }

  /// Answers the API's calls; 404 for others.
  public func answer(_ request: HTTPRequest) -> HTTPResponse {
    do {
      return try reply(to: request)
    } catch {
      return error.response
    }
  }

  /// Returns a refusal in the form of the service's framework.
  public func refusal(_ reason: SandboxRefusal) -> HTTPResponse {
    switch reason {
    case .unauthorised:
      InvalidRequest(
        401, "Unauthenticated", errors: [("token", ["The token has expired"])]
      ).response
    case .notSubscribed: HTTPResponse(status: 403, message: "This action is unauthorized.")
    case .rateLimited(let seconds), .quotaExceeded(let seconds):
      HTTPResponse(
        status: 429, message: "Too Many Attempts.", headers: ["Retry-After": String(seconds)])
    case .failed(let status): HTTPResponse(status: status, message: "Server Error")
    }
  }

  /// Returns no fields.
  public func limitHeaders(_ quota: QuotaState) -> HTTPHeaders { [:] }

  // MARK: - Implementation

  private func reply(to request: HTTPRequest) throws(InvalidRequest) -> HTTPResponse {
    let method: HTTPMethod = request.path == Self.login ? .post : .get
    guard request.method == method else {
      throw InvalidRequest(405, "The \(request.method.rawValue) method is not supported.")
    }
    if request.path == Self.login { return try logIn(request) }
    let audience = try AskedAudience(
      request, settings, wantsPlatform: request.path == Self.template)
    let now = now
    switch request.path {
    case Self.template: return HTTPResponse(json: homeTemplate(audience, at: now))
    case Self.promotions: return HTTPResponse(json: everything(at: now))
    case Self.promotions + "/alert-banner": return alertBanner(at: now)
    case Self.promotions + "/news": return HTTPResponse(json: try news(request, at: now))
    case Self.promotions + "/pro-choices": return HTTPResponse(json: proChoices(at: now))
    default:
      let name = request.part(behind: Self.promotions + "/") ?? ""
      guard let kind = SandboxPromotion.Kind(rawValue: name) else {
        throw InvalidRequest(404, "The route \(request.path) could not be found.")
      }
      return HTTPResponse(json: list(kind, at: now))
    }
  }
}

/// A request that the service refuses, in the words of its framework (Laravel).
struct InvalidRequest: Error {
  let status: Int
  let message: String
  let errors: [(field: String, texts: [String])]

  init(_ status: Int, _ message: String, errors: [(field: String, texts: [String])] = []) {
    self.status = status
    self.message = message
    self.errors = errors
  }

  /// Makes the refusal of a wrong field (422); its text is also the message.
  init(field: String, _ text: String) {
    self.init(422, text, errors: [(field, [text])])
  }

  var response: HTTPResponse {
    let fields = errors.map { error in
      (name: error.field, value: WireJSON.list(error.texts.map { .text($0) }))
    }
    let detail: [(name: String, value: WireJSON)] =
      fields.isEmpty ? [] : [("errors", .object(fields))]
    return HTTPResponse(status: status, json: .object([("message", .text(message))] + detail))
  }
}

/// A request's audience, checked as by the service.
struct AskedAudience {
  let client: Int
  let platform: String?

  static let platforms = ["web", "ios", "android", "mobile"]

  init(
    _ request: HTTPRequest, _ settings: SportsbookSettings, wantsPlatform: Bool
  ) throws(InvalidRequest) {
    platform = request.query("platform")
    if let platform, !Self.platforms.contains(platform) {
      throw InvalidRequest(field: "platform", "The selected platform is invalid.")
    }
    if wantsPlatform, platform == nil {
      throw InvalidRequest(field: "platform", "The platform field is required.")
    }
    let client = request.query("client_id")
    guard let number = Int(client ?? "1") else {
      throw InvalidRequest(field: "client_id", "The client id field must be an integer.")
    }
    guard settings.clients.contains(number) else {
      throw InvalidRequest(403, "This action is unauthorized.")
    }
    self.client = number
    if request.query("user_type")?.isEmpty == true {
      throw InvalidRequest(field: "user_type", "The user type field must be a string.")
    }
  }
}
