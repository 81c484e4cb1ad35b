import Foundation
import TestSupport
import Testing

/// Eight clients bet while answers are lost and clients are killed: no bet is lost, and none counts
/// twice.
///
/// `RAILBIRD_BETTING_STORM=50000` makes as many bets and kills twenty clients; it takes minutes.
struct BettingStormTests {
  private static let total =
    ProcessInfo.processInfo.environment["RAILBIRD_BETTING_STORM"].flatMap { Int($0) } ?? 1_200
  private static let kills = total < 50_000 ? 4 : 20
  private static let players = 8
  /// Answers that never come, though the bet counts or not.
  private static let faults = "lost:0.004,reset:0.004,stalled:0.001"

  @Test(.longForm)
  func `the store's ledger is the server's to the cent, whatever was lost on the way`() throws {
    let sandbox = try BettingSandbox([
      "--players", "\(Self.players)", "--fault", Self.faults, "--slow-seconds", "1",
      "--session-minutes", "600",
    ])
    let clients = try (1...Self.players).map { try Client($0, sandbox) }
    try storm(clients)
    // Wait for the last requests to arrive or fail.
    Thread.sleep(forTimeInterval: 1.1)
    var told = ""
    for client in clients { told += try client.fetch() }

    let truth = try sandbox.truth("bets")
    #expect(truth.count >= Self.total - Self.players * 500)
    #expect(Set(truth.map { $0[1] }).count == truth.count, "a bet was sent twice")
    let bets = try stored(sandbox)
    let taken = bets.filter { $0["result"] == "ok" }
    let ledger = { (key: String, wager: String, payout: String) in "\(key) \(wager) \(payout)" }
    #expect(
      Set(taken.map { ledger($0["bet_key"]!, pence($0["wager"]!), pence($0["payout"]!)) })
        == Set(truth.map { ledger($0[1], $0[9], $0[10]) }))
    #expect(taken.count == truth.count)
    #expect(bets.allSatisfy { ["ok", "rejected"].contains($0["result"]) })
    // Every bet without an answer was named, by the client or, if it was killed, by the fetch.
    let said = clients.reduce(told) { $0 + $1.said }
    let unanswered = bets.filter { $0["status"] == "" }.map { $0["bet_key"]! }
    #expect(!unanswered.isEmpty && unanswered.allSatisfy { said.contains($0) })
    #expect(try sandbox.isBalanced())
    try expectReplayIsTheSame(sandbox)
    print(
      "storm: \(truth.count) bets taken, \(Self.kills) clients killed, \(unanswered.count) bets "
        + "without an answer, \(bets.count - taken.count) of them never arrived")
  }

  // MARK: - Implementation

  /// A player's client, started again whenever it has ended.
  private final class Client {
    private let sandbox: BettingSandbox
    private let environment: [String: String]
    private let number: Int
    private var process: RailbirdProcess?
    private var runs = 0
    private var acknowledgedBefore = 0
    private(set) var said = ""

    init(_ number: Int, _ sandbox: BettingSandbox) throws {
      let script = """
        import base64, json, sys, urllib.parse as parse, urllib.request as http
        url, player, identity, secret, redirect = sys.argv[1:]
        def call(request):
          while True:
            try: return json.loads(http.urlopen(request).read())
            except OSError: pass
        page = dict(client_id=identity, redirect_uri=redirect, response_type="code", player=player)
        def login():
          place = call(url + "/sandbox/betable/authorize?" + parse.urlencode(page))["location"]
          code = dict(parse.parse_qsl(place.split("?")[1]))["code"]
          form = dict(grant_type="authorization_code", code=code, redirect_uri=redirect)
          basic = base64.b64encode(f"{identity}:{secret}".encode()).decode()
          return json.loads(http.urlopen(http.Request(
            url + "/1.0/token", parse.urlencode(form).encode(),
            {"Authorization": "Basic " + basic})).read())
        while True:
          try:
            answer = login()
            break
          except OSError: pass
        print(answer["access_token"], answer["session_id"])
        """
      let login = try RailbirdProcess.run(
        program: "python3",
        [
          "-c", script, sandbox.url, "\(number)", BettingSandbox.clientID,
          BettingSandbox.clientSecret, BettingSandbox.redirect,
        ])
      let secrets = login.stdout.split(whereSeparator: \.isWhitespace).map { String($0) }
      try #require(secrets.count == 2, "\(login.stderr)")
      environment = [
        "RAILBIRD_BETABLE_ACCESS_TOKEN": secrets[0], "RAILBIRD_BETABLE_SESSION_ID": secrets[1],
      ]
      self.sandbox = sandbox
      self.number = number
    }

    /// Bets whose answers have come.
    var acknowledged: Int {
      acknowledgedBefore + (process?.stdoutSoFar.count(where: \.isNewline) ?? 0)
    }

    var isRunning: Bool { process?.isRunning ?? false }

    /// Starts a client: every other one sends batches.
    func start() throws {
      try finish()
      runs += 1
      let batch = runs % 2 == 0 ? ["--batch", "25"] : []
      process = try RailbirdProcess.start(
        [
          "betable", "bet", "lucky-sevens", "--wager", "0.10", "--currency", "GBP", "--paylines",
          "1,1,1", "--times", "500", "--store", sandbox.store, "--json", "--base-url", sandbox.url,
        ] + batch, environment: environment)
    }

    func kill() { process?.kill() }

    /// Waits for its end and keeps its output.
    func finish() throws {
      guard let process else { return }
      let result = try process.wait()
      acknowledgedBefore += result.stdout.count(where: \.isNewline)
      said += result.stderr
      self.process = nil
    }

    /// Stores the player's bets, as often as the server's faults make it fail.
    func fetch() throws -> String {
      var said = ""
      for _ in 0..<20 {
        let fetch = try RailbirdProcess.run(
          [
            "fetch", "betting", "--store", sandbox.store, "--base-url", sandbox.url, "--rate", "0",
            "--arrival-time", "1",
          ], environment: environment)
        said += fetch.stderr
        if fetch.exitCode == 0 { return said }
      }
      Issue.record("no fetch of player \(number) came to an end: \(said)")
      return said
    }
  }

  /// Has clients bet until enough is acknowledged, and kills some of them on the way.
  private func storm(_ clients: [Client]) throws {
    for client in clients { try client.start() }
    var killed = 0
    while true {
      let acknowledged = clients.reduce(0) { $0 + $1.acknowledged }
      guard acknowledged < Self.total else { break }
      if killed < Self.kills, acknowledged * (Self.kills + 1) > (killed + 1) * Self.total {
        let running = clients.filter(\.isRunning)
        running[killed % max(1, running.count)].kill()
        killed += running.isEmpty ? 0 : 1
      }
      for client in clients where !client.isRunning { try client.start() }
      Thread.sleep(forTimeInterval: 0.02)
    }
    #expect(killed == Self.kills)
    for client in clients { client.kill() }
    for client in clients { try client.finish() }
  }

  private func stored(_ sandbox: BettingSandbox) throws -> [[String: String]] {
    try export("bets", sandbox)
  }

  private func export(_ table: String, _ sandbox: BettingSandbox) throws -> [[String: String]] {
    let out = sandbox.folder.file(UUID().uuidString)
    let result = try RailbirdProcess.run([
      "export", "--store", sandbox.store, "--to", "csv", "--table", table, "--out", out,
    ])
    #expect(result.exitCode == 0, "\(result.stderr)")
    let lines = CSVLines.fields(
      try String(contentsOfFile: "\(out)/\(table).csv", encoding: .utf8))
    return lines.dropFirst().map { fields in
      Dictionary(uniqueKeysWithValues: zip(lines[0], fields))
    }
  }

  private func pence(_ text: String) -> String {
    String(Int(((Double(text) ?? -1) * 100).rounded()))
  }

  private func expectReplayIsTheSame(_ sandbox: BettingSandbox) throws {
    let tables = ["bets", "bet_outcomes", "wallet_snapshots"]
    let before = try tables.map { try export($0, sandbox) }
    let replay = try RailbirdProcess.run(["replay", "--store", sandbox.store])
    #expect(replay.exitCode == 0, "\(replay.stderr)")
    #expect(try tables.map { try export($0, sandbox) } == before)
    let verify = try RailbirdProcess.run(["verify", "--store", sandbox.store])
    #expect(verify.exitCode == 0, "\(verify.stdout)")
  }
}
