import APICore
import BetableSDK
import ChatistSDK
import Foundation
import PoniRacing
import SeasonalRewards
import SportsbookAPI
import Synchronization
import TestSupport
import Testing

/// All five clients in one program, over one transport, clock and log.
struct FiveClientsTests {
  /// Answers each request with all that the client has sent, so that an error could repeat it.
  private final class Mirror: Transport {
    let status: Int
    let clock: ManualClock
    let requests = Mutex<[HTTPRequest]>([])

    init(status: Int, clock: ManualClock) {
      self.status = status
      self.clock = clock
    }

    func send(
      _ request: HTTPRequest, limits: TransferLimits
    ) async throws(TransportError) -> HTTPResponse {
      requests.withLock { $0.append(request) }
      clock.advance(by: .milliseconds(70))
      let body = String(decoding: request.body ?? Data(), as: UTF8.self)
      let fields = request.headers.fields.map { "\($0.name) \($0.value)" }
      let told = ([request.url.absoluteString, body] + fields).joined(separator: " ")
      let answer = JSONValue.object(["message": .string(told), "error": .string(told)])
      return HTTPResponse(
        status: status, headers: ["Content-Type": "application/json"],
        body: Data(answer.json.utf8))
    }
  }

  private static let secrets = [
    "racing": "racingKey" + String(repeating: "4a", count: 16),
    "points": "pointsToken" + String(repeating: "5b", count: 16),
    "password": "sportsbookPassword" + String(repeating: "6c", count: 16),
    "token": "sportsbookToken" + String(repeating: "7d", count: 16),
    "betable": "betableToken" + String(repeating: "8e", count: 16),
    "session": "betableSession" + String(repeating: "9f", count: 16),
    "secret": "betableSecret" + String(repeating: "1g", count: 16),
    "code": "betableCode" + String(repeating: "3j", count: 16),
    "chatist": "chatistKey" + String(repeating: "2h", count: 16),
  ]

  /// The clients, all with the same surroundings.
  private struct Clients {
    let transport: Mirror
    let clock = ManualClock(start: 1_700_000_000_000_000, isImpatient: true)
    let log = CapturedLog()
    let records = Records()
    let racing: RealDataService
    let seasonal: DataService
    let sportsbook: SportsbookClient
    let betable: Betable
    let chatist: APIClient

    final class Records: Sendable {
      let all = Mutex<[RequestRecord]>([])
      var observe: @Sendable (RequestRecord) -> Void {
        { record in self.all.withLock { $0.append(record) } }
      }
    }

    init(status: Int) throws {
      transport = Mirror(status: status, clock: clock)
      let (secrets, url) = (FiveClientsTests.secrets, URL(string: "https://api.example")!)
      func secret(_ name: String) -> Secret { Secret(secrets[name]!) }
      let racingSettings = RacingServiceSettings(baseURL: url)
      racing = RealDataService(
        racingSettings, key: secrets["racing"],
        // The services of a host share a limiter, which would wait by the machine's clock.
        surroundings: RacingSurroundings(
          transport: transport, clock: clock, log: log.logger,
          limiter: RateLimiter(interval: racingSettings.interval, clock: clock),
          observe: records.observe))
      let header = HTTPHeaders([
        .init(name: "Authorization", value: "Bearer " + secrets["points"]!)
      ])
      seasonal = DataService(
        SeasonalServiceSettings(baseURL: url),
        surroundings: SeasonalSurroundings(
          transport: transport, clock: clock, log: log.logger, authHeaders: { header },
          observe: records.observe))
      sportsbook = SportsbookClient(
        SportsbookServiceSettings(baseURL: url),
        surroundings: SportsbookSurroundings(
          transport: transport, clock: clock, log: log.logger, observe: records.observe),
        credentials: SportsbookCredentials(
          username: "user@mail.example", password: secret("password")),
        token: secret("token"))
      var game = BetableServiceSettings(
        clientID: "game-1", clientSecret: secret("secret"),
        redirectURI: try RedirectURI("betable+acme+slots://authorize"))
      try game.use(baseURL: "https://api.example")
      betable = Betable(
        game,
        surroundings: BetableSurroundings(
          transport: transport, clock: clock, log: log.logger, observe: records.observe))
      betable.use(
        BetableCredentials(accessToken: secret("betable"), sessionID: secret("session")))
      betable.launch()
      chatist = APIClient(
        ChatistService(
          try ChatistServiceSettings(baseURL: "https://api.example", key: secret("chatist")),
          surroundings: ChatistSurroundings(
            transport: transport, clock: clock, log: log.logger, observe: records.observe)))
    }

    /// Asks each service for something; gives the errors by the service.
    func ask() async -> [String: any Error] {
      var errors: [String: any Error] = [:]
      func ask(_ name: String, _ work: () async throws -> Void) async {
        do { try await work() } catch { errors[name] = error }
      }
      await ask("racing") { _ = try await racing.fetchRaceDetails(raceId: "1") }
      await ask("points") { _ = try await seasonal.pointsConfig() }
      await ask("sportsbook") { _ = try await sportsbook.news() }
      await ask("betable") { _ = try await betable.userAccount() }
      await ask("chatist") { _ = try await chatist.getTickets() }
      return errors
    }

    /// Sends what only logins send: a password, a game's secret, and a code.
    func logIn() async -> [any Error] {
      var errors: [any Error] = []
      do { try await sportsbook.login() } catch { errors.append(error) }
      do {
        _ = try await betable.token(
          code: Secret(FiveClientsTests.secrets["code"]!), sessionID: nil)
      } catch {
        errors.append(error)
      }
      return errors
    }
  }

  private static let services: Set = ["racing", "points", "sportsbook", "betable", "chatist"]

  @Test func `five clients work with one transport, clock and log, and tell each attempt`()
    async throws
  {
    let clients = try Clients(status: 400)
    let errors = await clients.ask()
    #expect(Set(errors.keys) == Self.services)
    let records = clients.records.all.withLock { $0 }
    #expect(Set(records.map(\.api)) == Self.services)
    #expect(records.count == clients.transport.requests.withLock { $0.count })
    for record in records {
      #expect(record.status == 400 && record.bytes > 0 && record.attempt >= 1)
      // Each answer takes 70 ms.
      #expect(record.microseconds >= 70_000 && record.error == "refused", "\(record)")
      #expect(record.cache == .miss && record.endpoint.hasPrefix("/"), "\(record)")
      // The clock is stopped in 2023 and moves by what is waited for alone.
      #expect((0..<60_000_000).contains(record.time - 1_700_000_000_000_000))
    }
    for service in Self.services {
      #expect(clients.log.lines.contains { $0.contains("\"api\": \(service)") }, "\(service)")
    }
  }

  @Test(arguments: [400, 401, 403, 422, 429, 500])
  func `no secret of five clients is in a log, record or error`(status: Int) async throws {
    let clients = try Clients(status: status)
    let errors = await clients.ask()
    #expect(Set(errors.keys) == Self.services)
    let logins = await clients.logIn()
    #expect(logins.count == 2)
    var said = clients.log.lines + clients.records.all.withLock { $0.map { "\($0)" } }
    for (name, error) in Array(errors) + logins.map({ (key: "login", value: $0) }) {
      var dumped = ""
      dump(error, to: &dumped)
      said += ["\(name) \(error)", String(reflecting: error), error.localizedDescription, dumped]
    }
    for value in [
      clients.racing, clients.seasonal, clients.sportsbook, clients.betable, clients.chatist,
    ] as [Any] {
      var dumped = ""
      dump(value, to: &dumped)
      said += [String(describing: value), String(reflecting: value), dumped]
    }
    // The service got what the log must not have: the test would find it.
    let sent = clients.transport.requests.withLock { $0 }.map { request in
      let body = String(decoding: request.body ?? Data(), as: UTF8.self)
      return "\(request.url) \(request.headers.fields.map { $0.value }) \(body)"
    }.joined()
    for name in ["racing", "points", "token", "password", "betable", "code", "chatist"] {
      #expect(sent.contains(Self.secrets[name]!), "\(name)")
    }
    let pair = Data("game-1:\(Self.secrets["secret"]!)".utf8).base64EncodedString()
    #expect(sent.contains(pair))
    for (name, secret) in Array(Self.secrets) + [(key: "game", value: pair)] {
      for text in said { #expect(!text.contains(secret), "\(name): \(text)") }
    }
  }

  @Test func `two clients' errors of one name are told apart in one program`() async throws {
    /// The words of each service's own error.
    func told(_ error: any Error) -> String {
      switch error {
      case let error as PoniRacing.APIError:
        switch error {
        case .invalidAPIKey: return "racing: key"
        case .rateLimitExceeded, .networkError, .noData, .invalidResponse: return "racing"
        case .serverError(let refusal): return "racing: \(refusal.status)"
        }
      case let error as ChatistSDK.APIError:
        switch error {
        case .unauthorized: return "chatist: key"
        case .notFound: return "chatist: none"
        case .serverError: return "chatist: refused"
        }
      default: return "another"
      }
    }
    for (status, expected) in [
      (401, ["racing: key", "chatist: key"]), (404, ["racing: 404", "chatist: none"]),
      (400, ["racing: 400", "chatist: refused"]),
    ] {
      let errors = await (try Clients(status: status)).ask()
      #expect(try ["racing", "chatist"].map { told(try #require(errors[$0])) } == expected)
      #expect(errors["racing"] as? ChatistSDK.APIError == nil)
      #expect(errors["chatist"] as? PoniRacing.APIError == nil)
      // The others have names of their own.
      #expect(errors["points"] is SeasonalRewardsError)
      #expect(errors["sportsbook"] is SportsbookError)
      #expect(errors["betable"] is BetableError)
    }
  }
}
