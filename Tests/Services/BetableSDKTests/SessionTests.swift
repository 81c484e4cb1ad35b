import APICore
import BetableSDK
import FeedContract
import Foundation
import Synchronization
import TestSupport
import Testing

/// Betable without a network: a session with periodic reality checks, by the test's clock.
private final class SimulatedBetable: Transport {
  private struct State {
    var checkedAt = Duration.zero
    var asked: [String] = []
  }

  private let clock: ManualClock
  private let period: Duration
  private let end: Duration
  private let state = Mutex(State())
  /// Special answers to single requests, by number from 0.
  private let faults: [Int: TransportError]

  init(
    _ clock: ManualClock, period: Duration, end: Duration, faults: [Int: TransportError] = [:]
  ) {
    self.clock = clock
    self.period = period
    self.end = end
    self.faults = faults
  }

  /// Path and time of the requests, in order.
  var asked: [String] { state.withLock { $0.asked } }

  func send(
    _ request: HTTPRequest, limits: TransferLimits
  ) async throws(TransportError) -> HTTPResponse {
    let now = clock.uptime
    let body = request.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let isChecked = body.contains("reality_checked")
    let name = request.url.lastPathComponent + (isChecked ? " checked" : "")
    let (index, left) = state.withLock { state in
      state.asked.append("\(name) \(now / .seconds(1))")
      if isChecked { state.checkedAt = now }
      return (state.asked.count - 1, state.checkedAt + period - now)
    }
    if let fault = faults[index] { throw fault }
    let json = """
      {"alive": \(now < end), "reality_check": {"enabled": \(period < .seconds(1e6)),
      "remaining_time": \(Int(left / .milliseconds(1)))}}
      """
    return HTTPResponse(status: 200, body: Data(json.utf8))
  }
}

/// Sessions in simulated time: heartbeats, reality checks, and their end.
struct SessionTests {
  private let clock = ManualClock(isImpatient: true)

  private func client(
    _ service: any Transport, journal: MemoryJournal = MemoryJournal(),
    _ change: (inout BetableServiceSettings) -> Void = { _ in }
  ) throws -> Betable {
    var settings = ServedBetable.settings(try #require(URL(string: "https://betable.example")))
    settings.retries = .never
    change(&settings)
    let betable = Betable(
      settings,
      surroundings: BetableSurroundings(
        transport: service, clock: clock,
        store: BetableMemoryStore(StoredLogin(credentials: ServedBetable.credentials)),
        journal: BetRecords(
          journal, identities: IdentityHash(salt: Data("salt".utf8)) { _ in "hash" })))
    betable.launch()
    return betable
  }

  @Test func `two hours of heartbeats, two reality checks and a revoke pass in simulated time`()
    async throws
  {
    let start = ContinuousClock.now
    let journal = MemoryJournal()
    let service = SimulatedBetable(clock, period: .seconds(3600), end: .seconds(7500))
    let betable = try client(service, journal: journal)
    let game = TestGame(TestScreen([.continuePlaying, .checkBalance], closesAtOnce: true))
    try await betable.checkCredentials(game)
    await game.wait(for: "revoked")
    #expect(
      game.story == [
        "success", "pre", "Continue Playing", "post", "pre", "Check Balance", "shows wallet",
        "Continue Playing", "post", "forgets 4 cookies", "revoked",
      ])
    // By the guide's rule: a minute, or less if the check is due before.
    var expected = ["keep-alive 0.0"]
    for check in [0.0, 3598.5] {
      expected += (1...59).map { "alive \(check + Double($0) * 60)" }
      expected += ["alive \(check + 3598.5)", "keep-alive checked \(check + 3598.5)"]
    }
    expected += ["keep-alive checked 7197.0"]
    expected += (1...6).map { "alive \(7197.0 + Double($0) * 60)" }
    #expect(service.asked == expected)
    #expect(betable.credentials == nil && !betable.isWatching)
    let kinds = journal.events.compactMap { event in
      if case .session(let step) = event { step.kind } else { nil }
    }
    #expect(kinds.count { $0 == .heartbeat } == 126 && kinds.count { $0 == .realityCheck } == 2)
    #expect(kinds.count { $0 == .choice } == 3 && kinds.last == .logout)
    // Other tests keep the processors busy at the same time.
    print("simulated: 7500 s in \(start.duration(to: .now))")
  }

  @Test func `the next heartbeat is in a minute, or in time for the reality check`() {
    let heartbeats = HeartbeatSettings()
    let cases: [(Duration?, Duration)] = [
      (nil, .seconds(60)), (.seconds(3600), .seconds(60)), (.seconds(61.5), .seconds(60)),
      (.seconds(40), .seconds(38.5)), (.seconds(2), .seconds(0.5)), (.seconds(1.5), .zero),
      (.seconds(1), .zero), (.seconds(-5), .zero),
    ]
    for (remaining, expected) in cases {
      #expect(heartbeats.next(remaining: remaining) == expected)
    }
  }

  @Test func `a player who stops at a reality check is logged out`() async throws {
    let service = SimulatedBetable(clock, period: .seconds(100), end: .seconds(1e9))
    let betable = try client(service)
    let game = TestGame(TestScreen([.logout]))
    try await betable.checkCredentials(game)
    await game.wait(for: "post")
    #expect(
      game.story == ["success", "pre", "Logout", "forgets 4 cookies", "revoked", "post"])
    #expect(betable.credentials == nil && !betable.isWatching)
    #expect(service.asked == ["keep-alive 0.0", "alive 60.0", "alive 98.5"])
  }

  @Test func `a player who looks at the balance is asked again once the page has closed`()
    async throws
  {
    let service = SimulatedBetable(clock, period: .seconds(100), end: .seconds(1e9))
    let betable = try client(service)
    let game = TestGame(TestScreen([.checkBalance, .logout]))
    try await betable.checkCredentials(game)
    await game.wait(for: "shows wallet")
    for _ in 0..<100 { await Task.yield() }
    #expect(game.story == ["success", "pre", "Check Balance", "shows wallet"])
    #expect(service.asked.last == "keep-alive checked 98.5")
    let wallet = try betable.trackURL(.wallet)
    #expect(game.screen.pages.map(\.url) == [wallet])
    game.screen.close()
    await game.wait(for: "post")
    #expect(game.story.suffix(4) == ["Logout", "forgets 4 cookies", "revoked", "post"])
  }

  @Test func `a session that cannot be asked for is lost, unless some grace is given`()
    async throws
  {
    let cut = TransportError.interrupted(host: "h", reason: "reset")
    let faults = [1: cut, 2: cut, 4: cut]
    for (grace, last) in [(0, "alive 60.0"), (1, "alive 120.0"), (2, "alive 420.0")] {
      let own = SessionTests()
      let simulated = SimulatedBetable(
        own.clock, period: .seconds(1e7), end: .seconds(420), faults: faults)
      let betable = try own.client(simulated) { $0.heartbeats.grace = grace }
      let game = TestGame()
      try await betable.checkCredentials(game)
      await game.wait(for: "revoked")
      #expect(simulated.asked.last == last, "\(grace)")
    }
  }

  @Test func `what the player does makes the next heartbeat extend the session`() async throws {
    let manual = ManualClock()
    let service = SimulatedBetable(manual, period: .seconds(1e7), end: .seconds(1e9))
    var settings = ServedBetable.settings(try #require(URL(string: "https://betable.example")))
    settings.retries = .never
    let betable = Betable(
      settings,
      surroundings: BetableSurroundings(
        transport: service, clock: manual,
        store: BetableMemoryStore(StoredLogin(credentials: ServedBetable.credentials))))
    betable.launch()
    try await betable.checkCredentials(TestGame())
    for activity in [false, true, false] {
      await manual.waitForSleepers(1)
      if activity { betable.recordUserActivity() }
      manual.advance(by: .seconds(60))
    }
    await manual.waitForSleepers(1)
    #expect(service.asked == ["keep-alive 0.0", "alive 60.0", "keep-alive 120.0", "alive 180.0"])
    try await betable.logout()
    #expect(manual.sleeperCount == 0)
  }

  @Test func `a session that has ended before is asked for again, and the player logs in`()
    async throws
  {
    let service = SimulatedBetable(clock, period: .seconds(1e7), end: .zero)
    let betable = try client(service)
    let game = TestGame()
    try await betable.checkCredentials(game)
    #expect(
      game.story == ["success", "forgets 4 cookies", "revoked", "shows authorize"])
    #expect(service.asked == ["keep-alive 0.0"] && !betable.isWatching)
  }

  /// A game whose reality checks, and whose player's decisions, the test controls.
  private final class HeldGame: BetablePresenter, BetableCredentialCallbacks {
    private let told = Mutex<[String]>([])
    private let (games, game) = AsyncStream.makeStream(of: Void.self)
    private let (players, player) = AsyncStream.makeStream(of: RealityCheckChoice.self)

    var currentGameView: any BetablePresenter { self }
    var story: [String] { told.withLock { $0 } }

    func begin() { game.yield() }
    func decide(_ choice: RealityCheckChoice) { player.yield(choice) }
    func wait(for text: String, times: Int = 1) async {
      let end = ContinuousClock.now + .seconds(20)
      while story.count(where: { $0 == text }) < times, .now < end { await Task.yield() }
    }

    private func add(_ text: String) { told.withLock { $0.append(text) } }

    func present(_ page: WebPage, onClose: @escaping BetableCancelHandler) async {}
    func chooseAtRealityCheck(_ choices: [RealityCheckChoice]) async -> RealityCheckChoice {
      add(choices.map(\.title).joined(separator: ", "))
      for await choice in players { return choice }
      return .logout
    }
    nonisolated(nonsending) func onPreRealityCheck() async {
      add("pre")
      for await _ in games { return }
    }
    nonisolated(nonsending) func onPostRealityCheck() async { add("post") }
    nonisolated(nonsending) func onCredentialsRevoked() async { add("revoked") }
  }

  private static let choices = "Logout, Continue Playing, Check Balance"

  @Test func `a reality check begins once the game lets it, with the guide's three choices`()
    async throws
  {
    let service = SimulatedBetable(clock, period: .seconds(100), end: .seconds(1e9))
    let betable = try client(service)
    let game = HeldGame()
    try await betable.checkCredentials(game)
    await game.wait(for: "pre")
    for _ in 0..<100 { await Task.yield() }
    #expect(game.story == ["pre"])
    game.begin()
    await game.wait(for: Self.choices)
    game.decide(.logout)
    await game.wait(for: "post")
    #expect(game.story == ["pre", Self.choices, "revoked", "post"])
  }

  @Test func `during a reality check there is no second one, and the player's decision counts`()
    async throws
  {
    let service = SimulatedBetable(clock, period: .seconds(100), end: .seconds(1e9))
    let betable = try client(service)
    let game = HeldGame()
    try await betable.checkCredentials(game)
    game.begin()
    await game.wait(for: Self.choices)
    // The game checks the credentials again while its player thinks.
    try await betable.checkCredentials(game)
    for _ in 0..<100 { await Task.yield() }
    #expect(game.story == ["pre", Self.choices])
    game.decide(.continuePlaying)
    await game.wait(for: "post")
    #expect(service.asked.contains("keep-alive checked 98.5"))
    #expect(betable.credentials == ServedBetable.credentials && betable.isWatching)
    // The watch continues to the next check, at which the game logs out while the player thinks.
    game.begin()
    await game.wait(for: Self.choices, times: 2)
    try await betable.logout()
    game.decide(.continuePlaying)
    await game.wait(for: "post", times: 2)
    #expect(game.story.prefix(5) == ["pre", Self.choices, "post", "pre", Self.choices])
    // The check ends with the login, while the game is being notified.
    #expect(game.story.dropFirst(5).sorted() == ["post", "revoked"])
    #expect(service.asked.filter { $0.hasPrefix("keep-alive checked") }.count == 1)
  }

  @Test func `the session goes along with tokens, heartbeats and keep-alives`() async throws {
    let served = try ServedBetable()
    let betable = served.client()
    _ = try await betable.heartbeat()
    _ = try await betable.keepAlive()
    _ = try await betable.keepAlive(afterRealityCheck: true)
    _ = try await betable.unbackedToken("u")
    let requests = served.server.requests
    #expect(requests[0].query["session_id"] == ServedBetable.session)
    let session = JSONValue.string(ServedBetable.session)
    #expect(requests[1].json == ["session_id": session])
    #expect(
      requests[2].json
        == ["session_id": session, "keep_alive": true, "reality_checked": true])
    let form = String(decoding: requests[3].body, as: UTF8.self)
    #expect(form.hasSuffix("&session_id=" + ServedBetable.session))
  }

  @Test func `the client ends with its last user, and the watch with it`() async throws {
    let manual = ManualClock()
    let service = SimulatedBetable(manual, period: .seconds(1e7), end: .seconds(1e9))
    let game = TestGame()
    weak var gone: Betable?
    do {
      let betable = Betable(
        ServedBetable.settings(try #require(URL(string: "https://betable.example"))),
        surroundings: BetableSurroundings(
          transport: service, clock: manual,
          store: BetableMemoryStore(StoredLogin(credentials: ServedBetable.credentials))))
      betable.launch()
      try await betable.checkCredentials(game)
      await manual.waitForSleepers(1)
      gone = betable
    }
    #expect(gone == nil)
    while manual.sleeperCount > 0 { await Task.yield() }
    #expect(service.asked == ["keep-alive 0.0"])
  }

  /// An actor of the app's own.
  private actor GameLoop {}

  /// A game that records the actor of each call.
  private final class Placed: BetableCredentialCallbacks {
    let screen = TestScreen([.logout])
    let actor: any Actor
    let calls = Mutex<[Bool]>([])
    init(_ actor: any Actor) { self.actor = actor }
    var currentGameView: any BetablePresenter { screen }

    private func check(_ isolation: (any Actor)?) {
      calls.withLock { $0.append(isolation === actor) }
    }
    nonisolated(nonsending) func onCredentialsSuccess(_ credentials: BetableCredentials) async {
      check(#isolation)
    }
    nonisolated(nonsending) func onCredentialsRevoked() async { check(#isolation) }
    nonisolated(nonsending) func onCredentialsFailure() async { check(#isolation) }
    nonisolated(nonsending) func onPreRealityCheck() async { check(#isolation) }
    nonisolated(nonsending) func onPostRealityCheck() async { check(#isolation) }
  }

  @Test func `callbacks come on the main actor, or the one that the app names`() async throws {
    for actor in [MainActor.shared, GameLoop()] as [any Actor] {
      let own = SessionTests()
      let service = SimulatedBetable(own.clock, period: .seconds(100), end: .seconds(1e9))
      var surroundings = BetableSurroundings(
        transport: service, clock: own.clock,
        store: BetableMemoryStore(StoredLogin(credentials: ServedBetable.credentials)))
      if !(actor is MainActor) { surroundings.callbackActor = actor }
      let betable = Betable(
        ServedBetable.settings(try #require(URL(string: "https://betable.example"))),
        surroundings: surroundings)
      betable.launch()
      let game = Placed(actor)
      try await betable.checkCredentials(game)
      while game.calls.withLock({ $0.count }) < 4 { await Task.yield() }
      #expect(game.calls.withLock { $0 } == [true, true, true, true])
      // The player is logged out now, and closes the page of the next login.
      try await betable.checkCredentials(game)
      game.screen.close()
      while game.calls.withLock({ $0.count }) < 5 { await Task.yield() }
      #expect(game.calls.withLock { $0.last } == true)
    }
  }
}
