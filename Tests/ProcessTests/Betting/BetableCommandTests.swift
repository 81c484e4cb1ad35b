import Foundation
import TestSupport
import Testing

/// `railbird betable …` against the sandbox.
struct BetableCommandTests {
  private static let game = [
    "RAILBIRD_BETABLE_CLIENT_ID": BettingSandbox.clientID,
    "RAILBIRD_BETABLE_CLIENT_SECRET": BettingSandbox.clientSecret,
    "RAILBIRD_BETABLE_ACCESS_TOKEN": "", "RAILBIRD_BETABLE_SESSION_ID": "",
  ]
  private static let slots = [
    "bet", "lucky-sevens", "--wager", "0.10", "--currency", "GBP", "--paylines", "1,1,1",
  ]

  /// A sandbox, and a player's folder with a login.
  private final class Player {
    let sandbox: BettingSandbox
    let environment: [String: String]

    init(_ options: [String] = [], environment: [String: String] = BetableCommandTests.game) throws
    {
      sandbox = try BettingSandbox(options)
      self.environment = environment
    }

    var session: String { sandbox.folder.file("state/login") }
    var journalPath: String { sandbox.store + "/fetch/betable-bets.ndjson" }

    /// The token, session and state in the login's file.
    var secrets: [String] {
      get throws {
        let kept = try BetableCommandTests.object(
          String(contentsOfFile: session, encoding: .utf8))
        return ["access_token", "session_id", "pending_state"].compactMap { kept[$0] as? String }
      }
    }

    /// The journal's lines.
    var journal: [[String: Any]] {
      get throws {
        try String(contentsOfFile: journalPath, encoding: .utf8).split(separator: "\n")
          .map { try BetableCommandTests.object(String($0)) }
      }
    }

    func start(_ arguments: [String], input: String? = nil) throws -> RailbirdProcess {
      let place =
        arguments.first == "logout" ? [] : ["--base-url", sandbox.url, "--attempts", "1"]
      let whole = ["betable"] + arguments + place + ["--session-file", session]
      guard let input else { return try RailbirdProcess.start(whole, environment: environment) }
      let file = try sandbox.folder.write(input, to: "input")
      return try RailbirdProcess.start(
        program: "sh",
        ["-c", "exec \"$0\" \"$@\" < '\(file)'", RailbirdProcess.executable] + whole,
        environment: environment)
    }

    func run(_ arguments: [String], input: String? = nil) throws -> ProcessResult {
      try start(arguments, input: input).wait()
    }

    /// Places bets of a slot machine in the store.
    func bet(_ arguments: [String] = []) throws -> ProcessResult {
      try run(BetableCommandTests.slots + ["--store", sandbox.store] + arguments)
    }

    /// Returns the authorize page's redirect for a player who consents.
    func redirect(_ arguments: [String] = []) throws -> String {
      let page = try run(["authorize"] + arguments)
      let query = page.stdout.trimmingCharacters(in: .newlines).split(separator: "?").last ?? ""
      // The preloaded page's address names no type of answer.
      let type = query.contains("response_type") ? "" : "response_type=code&"
      let answer = try BetableCommandTests.object(
        sandbox.call("/sandbox/betable/authorize?" + type + query))
      return try #require(answer["location"] as? String)
    }

    @discardableResult
    func login(_ arguments: [String] = []) throws -> ProcessResult {
      let login = try run(["login"] + arguments, input: redirect() + "\n")
      #expect(login.exitCode == 0, "\(login.stderr)")
      return login
    }
  }

  private static func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func lines(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map { try Self.object(String($0)) }
  }

  // MARK: - Login

  @Test(arguments: [[], ["--classic"], ["--register", "--classic"]])
  func `a login goes from the authorize page to the kept session and ends with the logout`(
    options: [String]
  ) throws {
    let player = try Player()
    let location = try player.redirect(options)
    #expect(location.hasPrefix(BettingSandbox.redirect + "?"))
    let login = try player.run(["login"], input: location + "\n")
    #expect(login.exitCode == 0 && login.stderr.isEmpty, "\(login.stderr)")
    #expect(login.stdout.hasPrefix("Logged in at \(player.sandbox.url) as "), "\(login.stdout)")
    for file in ["login", "login.place", "login.installation"] {
      let path = player.sandbox.folder.file("state/" + file)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect(mode as? Int == 0o600, "\(file)")
    }
    let account = try player.run(["account", "--json"])
    let id = try #require(try Self.object(account.stdout)["id"] as? String)
    #expect(login.stdout.hasSuffix(" as \(id)\n"))
    // The code is valid once.
    let again = try player.run(["login"], input: location)
    #expect(again.exitCode == 1 && again.stderr.contains("without the state"), "\(again.stderr)")
    #expect(try player.run(["logout"]).stdout == "Logged out\n")
    #expect(!FileManager.default.fileExists(atPath: player.session))
    #expect(try player.run(["logout", "--json"]).stdout == "{\"logged_out\":false}\n")
    let denied = try player.run(["account"])
    #expect(denied.exitCode == 1)
    #expect(
      denied.stderr
        == "railbird: betable: login: found none; expected one before any request\n"
        + "  - Log in: railbird betable authorize, then railbird betable login\n")
  }

  @Test func `a redirect that is not that of the login ends before any exchange`() throws {
    let player = try Player()
    for (page, text) in [
      ("forged", "without the state of a login that was begun here"),
      ("stateless", "without the state of a login that was begun here"),
      ("elsewhere", "found another place than betable+railbird+sandbox://authorize"),
      ("deny", "login: refused: access_denied"), ("close", "login: closed by the player"),
    ] {
      try player.sandbox.call("/sandbox/betable/page?next=" + page, method: "POST")
      let location = try player.redirect()
      let login = try player.run(["login"], input: location)
      #expect(login.exitCode == 1 && login.stdout.isEmpty)
      #expect(login.stderr.contains(text), "\(page): \(login.stderr)")
      let code = URLComponents(string: location)?.queryItems?.first { $0.name == "code" }?.value
      if let code { #expect(!login.stderr.contains(code)) }
    }
    #expect(!(try player.sandbox.call("/sandbox/log").contains("/1.0/token")))
  }

  @Test func `a forged redirect leaves the login that was begun as it was`() throws {
    let player = try Player()
    let location = try player.redirect()
    let forged = try player.run(
      ["login"], input: BettingSandbox.redirect + "?code=abcdefgh&state=forged")
    #expect(forged.exitCode == 1)
    #expect(try player.run(["login"], input: location).exitCode == 0)
  }

  @Test func `the redirect is no argument, and what is no redirect is not repeated`() throws {
    let player = try Player()
    let argument = try player.run(["callback", BettingSandbox.redirect + "?code=topsecretcode"])
    #expect(argument.exitCode == 64)
    #expect(argument.stderr.contains("other users of this machine can see arguments"))
    #expect(!argument.stderr.contains("topsecretcode"))
    let none = try player.run(["login"], input: "\n")
    #expect(none.exitCode == 1 && none.stderr.contains("standard input: found no line; expected"))
    let file = try player.sandbox.folder.write("not a topsecretcode%", to: "redirect")
    let wrong = try player.run(["login", "--redirect-file", file])
    #expect(wrong.exitCode == 1 && !wrong.stderr.contains("topsecretcode"))
    let location = try player.redirect()
    _ = try player.sandbox.folder.write(location + "\n", to: "redirect")
    let login = try player.run(["login", "--redirect-file", file, "--json"])
    let json = try Self.object(login.stdout)
    #expect(json["backed"] as? Bool == true && json["session_file"] as? String == player.session)
  }

  @Test func `a login that others can read is refused, and still can be forgotten`() throws {
    let player = try Player()
    try player.login()
    for mode in [0o640, 0o604] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: player.session)
      let refused = try player.run(["wallet"])
      #expect(refused.exitCode == 1)
      #expect(
        refused.stderr.contains("found a file that others can read; expected one of your own"))
    }
    #expect(try player.run(["logout"]).stdout == "Logged out\n")
    #expect(!FileManager.default.fileExists(atPath: player.session))
  }

  @Test func `a kept token goes to its own place alone`() throws {
    let (player, other) = (try Player(), try BettingSandbox())
    try player.login()
    let elsewhere = try RailbirdProcess.run(
      ["betable", "account", "--base-url", other.url, "--session-file", player.session],
      environment: Self.game)
    #expect(elsewhere.exitCode == 1)
    #expect(elsewhere.stderr.contains("keeps a login for \(player.sandbox.url)/1.0, not for"))
    #expect(!(try other.call("/sandbox/log").contains("/account")))
    // A login begun there replaces it; the file never has the old token with the new address.
    let token = try #require(try player.secrets.first)
    let page = try RailbirdProcess.run(
      ["betable", "authorize", "--base-url", other.url, "--session-file", player.session],
      environment: Self.game)
    #expect(page.exitCode == 0)
    #expect(!(try String(contentsOfFile: player.session, encoding: .utf8)).contains(token))
  }

  @Test func `the game's id and secret come from the environment or a file of mode 0600`() throws {
    let player = try Player(
      environment: Self.game.merging(["RAILBIRD_BETABLE_CLIENT_SECRET": ""]) { $1 })
    let none = try player.run(["authorize"])
    #expect(none.exitCode == 1)
    #expect(
      none.stderr.contains("the game's secret: found none; expected RAILBIRD_BETABLE_CLIENT_SECRET")
    )
    let file = try player.sandbox.folder.write(
      "RAILBIRD_BETABLE_CLIENT_SECRET=\(BettingSandbox.clientSecret)\n", to: "game")
    for (mode, code) in [(0o640, 1), (0o600, 0)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
      let page = try player.run(["authorize", "--credentials", file])
      #expect(page.exitCode == Int32(code), "\(page.stderr)")
    }
    for option in ["--client-secret", "--token", "--access-token", "--session-id", "--code"] {
      let result = try player.run(["authorize", option, "x"])
      #expect(result.exitCode == 64 && result.stderr.contains("Unknown option"))
    }
  }

  @Test func `token and session of the environment count in place of a kept login`() throws {
    let player = try Player()
    try player.login()
    let kept = try player.secrets
    func run(_ environment: [String: String]) throws -> ProcessResult {
      try RailbirdProcess.run(
        [
          "betable", "session", "--base-url", player.sandbox.url, "--session-file",
          player.sandbox.folder.file("none"),
        ], environment: Self.game.merging(environment) { $1 })
    }
    let given = try run([
      "RAILBIRD_BETABLE_ACCESS_TOKEN": kept[0], "RAILBIRD_BETABLE_SESSION_ID": kept[1],
    ])
    #expect(given.exitCode == 0, "\(given.stderr)")
    let unbacked = try run(["RAILBIRD_BETABLE_ACCESS_TOKEN": kept[0]])
    #expect(unbacked.exitCode == 1 && unbacked.stderr.contains("found none with a session"))
    let half = try run(["RAILBIRD_BETABLE_SESSION_ID": kept[1]])
    #expect(half.exitCode == 1 && half.stderr.contains("without RAILBIRD_BETABLE_ACCESS_TOKEN"))
  }

  @Test func `no secret stands in any output, in the store or in the list of processes`() throws {
    let player = try Player()
    let location = try player.redirect()
    let state = try player.secrets
    let code = try #require(
      URLComponents(string: location)?.queryItems?.first { $0.name == "code" }?.value)
    var said: [ProcessResult] = []
    said.append(try player.run(["login", "--verbose"], input: location))
    said.append(try player.run(["login", "--verbose"], input: location))
    let secrets = try player.secrets + state + [code, BettingSandbox.clientSecret]
    #expect(secrets.count == 5)
    said.append(try player.run(["wallet", "--verbose", "--store", player.sandbox.store]))
    said.append(try player.run(["account", "--verbose", "--log-format", "json"]))
    said.append(try player.run(["session", "--keep-alive", "--verbose", "--json"]))
    let betting = try player.start(
      Self.slots + ["--store", player.sandbox.store, "--times", "60", "--verbose"])
    var list = ""
    while !list.contains("lucky-sevens"), betting.isRunning {
      let bytes = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(betting.id)/cmdline"))
      list = String(decoding: bytes ?? Data(), as: UTF8.self)
    }
    #expect(list.contains("lucky-sevens"))
    said.append(try betting.wait())
    try player.sandbox.call("/sandbox/betable/end?what=tokens", method: "POST")
    said.append(try player.run(["account", "--verbose"]))
    let codes = said.map { $0.exitCode }
    #expect(codes == [0, 1, 0, 0, 0, 0, 1])
    #expect(said[0].stderr.contains("POST /token: 200"), "\(said[0].stderr)")
    let journal = try String(contentsOfFile: player.journalPath, encoding: .utf8)
    let texts =
      said.flatMap { [$0.stdout, $0.stderr] }
      + [list, journal]
    for secret in secrets { #expect(!texts.contains { $0.contains(secret) }) }
  }

  // MARK: - Account

  @Test func `account, wallet, addresses and pages are shown as text and as JSON`() throws {
    let player = try Player()
    try player.login()
    let wallet = try player.run(["wallet", "--credits-of", "bonus-spins"])
    #expect(
      wallet.stdout.contains(/real +1000\.00 GBP +credits: bonus-spins 0\.00/), "\(wallet.stdout)")
    let json = try Self.object(try player.run(["wallet", "--json"]).stdout)
    #expect((json["sandbox"] as? [String: Any])?["balance"] as? String == "1000.00")
    let urls = try Self.object(try player.run(["urls", "--game", "a b", "--json"]).stdout)
    let api = player.sandbox.url + "/1.0"
    #expect(
      urls as? [String: String] == [
        "token": api + "/token", "bet": api + "/games/a%20b/bet",
        "wallet": api + "/account/wallet", "account": api + "/account",
      ])
    let session = try player.secrets[1]
    let page = try player.run(["page", "deposit"]).stdout
    #expect(page.hasPrefix(player.sandbox.url + "/track?action=deposit&client_id="))
    #expect(page.contains("&session_id=" + session))
    let promotion = try Self.object(
      try player.run(["page", "redeem", "--promotion", "https://p.example/a?b=c", "--json"]).stdout)
    #expect(
      (promotion["url"] as? String)?.hasSuffix("&promotion=https%3A%2F%2Fp.example%2Fa%3Fb%3Dc")
        == true)
    let game = try player.run(["game", "lucky-sevens", "--currency", "GBP"])
    #expect(game.stdout.hasPrefix(player.sandbox.url + "/ext/play/lucky-sevens?economy=sandbox&"))
    #expect(!game.stdout.contains("client_id"))
  }

  // MARK: - Bets

  @Test func `a bet is told, booked once and written down under its key`() throws {
    let player = try Player()
    try player.login()
    let bet = try player.bet(["--key", "k-1", "--json"])
    #expect(bet.exitCode == 0 && bet.stderr.isEmpty, "\(bet.stderr)")
    let line = try Self.object(bet.stdout)
    let booked = try player.sandbox.truth("bets")
    #expect(booked.count == 1 && booked[0][1] == "k-1" && booked[0][9] == "10")
    #expect(line["key"] as? String == "k-1" && line["result"] as? String == "ok")
    #expect(line["economy"] as? String == "sandbox" && line["wager"] as? String == "0.10")
    let payout = try #require(line["payout"] as? String)
    #expect(Int(payout.replacing(".", with: "")) == Int(booked[0][10]))
    let events = try player.journal.compactMap { $0["event"] as? String }
    #expect(events.prefix(2) == ["sent", "answered"])
    let again = try player.bet(["--key", "k-1"])
    #expect(again.exitCode == 1 && again.stderr.contains("expected a new key. Nothing was sent"))
    #expect(try player.sandbox.truth("bets").count == 1)
    let text = try player.bet(["--key", "k-2"]).stdout
    #expect(text.contains(/^k-2  0\.10 GBP → [\d.]+ GBP/), "\(text)")
  }

  @Test func `many bets are placed one by one or in batches, and come to what is booked`() throws {
    let player = try Player()
    try player.login()
    let one = try player.bet(["--times", "7"])
    #expect(one.exitCode == 0, "\(one.stderr)")
    #expect(one.stdout.contains("\n7 of 7 bets: 0.70 GBP staked, "), "\(one.stdout)")
    let many = try player.bet(["--times", "25", "--batch", "10", "--key", "b", "--json"])
    #expect(many.exitCode == 0, "\(many.stderr)")
    let told = try lines(many.stdout)
    #expect(told.count == 25 && told.allSatisfy { $0["result"] as? String == "ok" })
    let booked = try player.sandbox.truth("bets")
    #expect(booked.count == 32)
    #expect(told.compactMap { $0["key"] as? String } == booked.suffix(25).map { $0[1] })
    #expect(booked.suffix(25).first?[1] == "b-1:0" && booked.last?[1] == "b-3:4")
    let sent = try player.journal.count { $0["event"] as? String == "sent" }
    #expect(sent == 32)
  }

  @Test func `a wheel's stake is shared, and a body of one's own goes as it is`() throws {
    let player = try Player()
    try player.login()
    let wheel = try player.run([
      "bet", "wheel", "--wager", "0.20", "--currency", "GBP", "--on", "red", "17", "--store",
      player.sandbox.store,
    ])
    #expect(wheel.exitCode == 0, "\(wheel.stderr)")
    let body = try player.sandbox.folder.write(
      #"{"currency":"GBP","economy":"real","wager":"0.30","paylines":[[0,0,0],[1,1,1]]}"#,
      to: "bet.json")
    let own = ["bet", "lucky-sevens", "--data", body, "--store", player.sandbox.store]
    let careless = try player.run(own)
    #expect(
      careless.exitCode == 1 && careless.stderr.contains("found real; expected --economy real"))
    let meant = try player.run(own + ["--economy", "real", "--json"])
    #expect(meant.exitCode == 0, "\(meant.stderr)")
    let booked = try player.sandbox.truth("bets")
    #expect(booked.map { $0[7] } == ["sandbox", "real"] && booked.map { $0[9] } == ["20", "30"])
  }

  @Test func `an unbacked token bets without money alone`() throws {
    let player = try Player()
    let login = try player.run(["login", "--unbacked", "user-17"])
    #expect(login.stdout.hasSuffix(" as user-17, for unbacked bets alone\n"), "\(login.stderr)")
    let backed = try player.bet()
    #expect(backed.exitCode == 1 && backed.stderr.contains("found none with a session"))
    #expect(!FileManager.default.fileExists(atPath: player.journalPath))
    let unbacked = try player.run([
      "bet", "lucky-sevens", "--wager", "0.10", "--paylines", "1,1,1", "0,0,0", "--unbacked",
      "--times", "3", "--batch", "2", "--store", player.sandbox.store,
    ])
    #expect(unbacked.exitCode == 0, "\(unbacked.stderr)")
    #expect(unbacked.stdout.contains("3 of 3 bets: 0.30 staked, "))
    let booked = try player.sandbox.truth("bets")
    #expect(booked.allSatisfy { $0[2].isEmpty && $0[3] == "user-17" && $0[6] == "unbacked" })
    _ = try player.run(["logout"])
    try player.login()
    let taken = try player.run(["login", "--unbacked", "user-17"])
    #expect(taken.exitCode == 1 && taken.stderr.contains("found one with a session"))
  }

  @Test(arguments: [[], ["--batch", "2"]])
  func `bets stop where the balance ends`(options: [String]) throws {
    let player = try Player()
    try player.login()
    // Four bets of 300.00 are unlikely to win much.
    let bets = try player.run(
      [
        "bet", "bonus-spins", "--wager", "300", "--currency", "GBP", "--paylines", "1,1,1",
        "--times", "50", "--store", player.sandbox.store, "--json",
      ] + options)
    let told = try lines(bets.stdout)
    #expect(bets.exitCode == 1)
    #expect(bets.stderr.contains("The balance is too small: insufficient_funds"), "\(bets.stderr)")
    let results = told.compactMap { $0["result"] as? String }
    #expect(results.count { $0 == "ok" } == (try player.sandbox.truth("bets").count))
    #expect(results.last == "rejected" && told.last?["error"] as? String == "insufficient_funds")
    #expect(results.count < 50 && results.contains("ok"))
  }

  @Test(arguments: [[], ["--batch", "3"]])
  func `a bet without an answer is named, written down and not sent again`(
    options: [String]
  ) throws {
    let player = try Player()
    try player.login()
    try player.sandbox.call("/sandbox/fault?next=lost", method: "POST")
    let bet = try player.bet(["--times", "9", "--key", "lost", "--json"] + options)
    #expect(bet.exitCode == 1)
    let keys = options.isEmpty ? ["lost-1"] : ["lost-1:0", "lost-1:1", "lost-1:2"]
    #expect(try lines(bet.stdout).map { $0["key"] as? String } == keys)
    #expect(try lines(bet.stdout).allSatisfy { $0["result"] as? String == "indeterminate" })
    #expect(bet.stderr.contains(keys.joined(separator: ", ") + ": the outcome is unknown: "))
    let hint =
      "fetch betting --store \(player.sandbox.store) --base-url \(player.sandbox.url)"
      + " --session-file \(player.session)"
    #expect(bet.stderr.hasSuffix("\n  - Find out: railbird \(hint)\n"), "\(bet.stderr)")
    let story = try player.journal.map { line in
      let row = (line["bets"] as? [[String: Any]])?.first
      return "\(line["event"] ?? "") \(row?["bet_key"] ?? "")"
    }
    #expect(story == keys.map { "sent " + $0 } + keys.map { "indeterminate " + $0 })
    // The sandbox has accepted them: sending them again would bet twice.
    #expect(try player.sandbox.truth("bets").map { $0[1] } == keys)
    // Following the hint finds the outcome.
    let found = try RailbirdProcess.run(
      hint.split(separator: " ").map { String($0) } + ["--quiet"], environment: Self.game)
    #expect(found.exitCode == 0, "\(found.stderr)")
    #expect(keys.allSatisfy { found.stderr.contains($0) }, "\(found.stderr)")
  }

  @Test func `an interrupt ends behind the bet that is under way`() throws {
    let player = try Player()
    try player.login()
    let betting = try player.start(
      Self.slots + ["--store", player.sandbox.store, "--times", "100000", "--json"])
    while betting.stdoutSoFar.count(where: \.isNewline) < 5, betting.isRunning {
      Thread.sleep(forTimeInterval: 0.02)
    }
    betting.send(SIGINT)
    let result = try betting.wait()
    #expect(result.exitCode == 130, "\(result.stderr)")
    let told = try lines(result.stdout).map { $0["key"] as? String }
    #expect(told == (try player.sandbox.truth("bets").map { $0[1] }))
  }

  @Test func `where standard output fails behind a bet, the command says that bets were placed`()
    throws
  {
    let player = try Player()
    try player.login()
    let betting = try RailbirdProcess.run(
      program: "sh",
      ["-c", "exec \"$0\" \"$@\" > /dev/full", RailbirdProcess.executable, "betable"] + Self.slots
        + [
          "--store", player.sandbox.store, "--times", "3", "--base-url", player.sandbox.url,
          "--session-file", player.session,
        ], environment: Self.game)
    #expect(betting.exitCode == 74)
    #expect(betting.stderr.contains("bets were placed; standard output: cannot be written"))
    #expect(try player.sandbox.truth("bets").count == 1)
  }

  @Test func `without a journal that can be written no bet leaves`() throws {
    let player = try Player()
    try player.login()
    let store = try player.sandbox.folder.write("", to: "S")
    let bet = try player.bet()
    #expect(bet.exitCode == 1 && bet.stderr.contains(store + "/fetch"), "\(bet.stderr)")
    #expect(try player.sandbox.truth("bets").isEmpty)
  }

  // MARK: - Batches

  @Test func `a batch tells each request's end, and is 65 where one failed`() throws {
    let player = try Player()
    try player.login()
    let requests = #"""
      {"requests": [
        {"path": "/games/lucky-sevens/bet", "method": "post", "name": "bet",
         "body": {"currency": "GBP", "economy": "sandbox", "wager": "0.10", "paylines": [[1,1,1]]}},
        {"path": "/account/wallet", "method": "GET", "name": "wallet", "depends_on": ["bet"]},
        {"path": "/games/nowhere/bet", "method": "POST",
         "body": {"currency": "GBP", "economy": "sandbox", "wager": "0.10", "paylines": [[1,1,1]]}}
      ]}
      """#
    let batch = try player.run(
      ["batch", "-", "--store", player.sandbox.store, "--json"], input: requests)
    #expect(batch.exitCode == 65)
    #expect(batch.stderr == "railbird: betable: 1 of 3 requests of the batch failed\n")
    let answer = try Self.object(batch.stdout)
    let items = try #require(answer["items"] as? [[String: Any]])
    let id = try #require(answer["batch_id"] as? String)
    #expect(items.map { $0["bet_key"] as? String } == [id + ":0", nil, id + ":2"])
    #expect((items[1]["body"] as? [String: Any])?["sandbox"] != nil)
    #expect((items[2]["error"] as? String)?.contains("unknown_game") == true)
    #expect(try player.sandbox.truth("bets").map { $0[1] } == [id + ":0"])
    #expect(try player.journal.count { $0["event"] as? String == "sent" } == 2)
    let text = try player.run(["batch", "-", "--store", player.sandbox.store], input: requests)
    #expect(text.stdout.contains("\nGET /account") == false && text.stdout.contains("\nwallet  {"))
  }

  @Test func `a batch that is none is told where, and nothing is sent`() throws {
    let player = try Player()
    try player.login()
    for (requests, text) in [
      ("[]", "standard input, requests: found none; expected a list"),
      (
        #"{"requests":[{"path":"/account","method":"GET"},{"path":"account","method":"GET"}]}"#,
        #"standard input, requests[1].path: found "account"; expected a text such as /account"#
      ),
      (
        #"{"requests":[{"path":"/account","method":"PUT"}]}"#,
        #"requests[0].method: found "PUT"; expected GET or POST"#
      ),
      (
        #"{"requests":[{"path":"/batch","method":"POST","body":{}}]}"#,
        "requests[0].path: found /batch to post; expected a bet such as /games/abc/bet"
      ),
      (
        #"{"requests":[{"path":"/games/a/bet","method":"POST","body":{"economy":"real"}}]}"#,
        "requests[0].body.economy: found real; expected --economy real beside it"
      ),
      (
        #"{"requests":[{"path":"/account","method":"GET","url":"/"}]}"#,
        "requests[0].url: found a member of that name; expected body, depends_on, method, name, path"
      ),
      (
        #"{"requests":[{"path":"/a","method":"GET","name":"a","depends_on":["a"]}]}"#,
        "found dependencies in a circle (a); expected an order"
      ),
    ] {
      let batch = try player.run(["batch", "-", "--store", player.sandbox.store], input: requests)
      #expect(batch.exitCode == 1 && batch.stderr.contains(text), "\(batch.stderr)")
    }
    #expect(!(try player.sandbox.call("/sandbox/log").contains("/1.0/batch")))
  }

  // MARK: - Sessions

  @Test func `a session is told, extended and written down`() throws {
    let player = try Player()
    try player.login(["--store", player.sandbox.store])
    let status = try player.run(["heartbeat", "--store", player.sandbox.store])
    #expect(
      status.stdout.contains(/^The session lives; the next reality check is in 59 min \d+ s\n$/))
    let extended = try player.run([
      "session", "--keep-alive", "--store", player.sandbox.store, "--json",
    ])
    let json = try Self.object(extended.stdout)
    #expect(json["alive"] as? Bool == true && (json["remaining_ms"] as? Int ?? 0) > 3_000_000)
    #expect(try player.run(["logout", "--store", player.sandbox.store]).exitCode == 0)
    let steps = try player.journal.map { line in
      (line["sessions"] as? [[String: Any]])?.first?["kind"] as? String
    }
    #expect(steps == ["login", "keepalive", "heartbeat", "keepalive", "logout"])
  }

  @Test func `a session that has ended is told, and no bet is taken`() throws {
    let player = try Player()
    try player.login()
    try player.sandbox.call("/sandbox/betable/end?what=sessions", method: "POST")
    let status = try player.run(["session", "--json"])
    #expect(status.exitCode == 1)
    #expect(try Self.object(status.stdout)["alive"] as? Bool == false)
    #expect(status.stderr.contains("session: found one that has ended; expected one that lives"))
    let bet = try player.bet(["--key", "late"])
    #expect(bet.exitCode == 1 && bet.stderr.contains("session_expired"), "\(bet.stderr)")
    #expect(
      bet.stderr.hasSuffix("  - Log in: railbird betable authorize, then railbird betable login\n"))
    #expect(bet.stdout == "late  0.10 GBP  rejected: session_expired\n")
    #expect(try player.sandbox.truth("bets").isEmpty)
  }

  @Test func `a watch asks at the reality check, shows the balance's page and logs out`() throws {
    let player = try Player()
    try player.login()
    // The check is due: the clock is an hour after the login, and the session still lives.
    let moment = Date().addingTimeInterval(29 * 60)
    for minutes in [0.0, 29, 58] {
      let text = moment.addingTimeInterval(minutes * 60 - 60).ISO8601Format()
      try player.sandbox.call("/sandbox/betable/clock?at=" + text, method: "POST")
      #expect(try player.run(["session", "--keep-alive"]).exitCode == 0)
    }
    let watch = try player.run(
      ["session", "--watch", "--store", player.sandbox.store], input: "x\n3\nlog\n")
    #expect(watch.exitCode == 0, "\(watch.stderr)")
    let session = watch.stdout.split(separator: "\n")
    #expect(session.first == "The session lives; a reality check is due")
    #expect(session.dropFirst().first?.contains("/track?action=wallet&") == true)
    #expect(session.last == "Logged out")
    #expect(watch.stderr.contains("1 Logout, 2 Continue Playing, 3 Check Balance?\n"))
    #expect(!FileManager.default.fileExists(atPath: player.session))
    let steps = try player.journal.compactMap { line in
      (line["sessions"] as? [[String: Any]])?.first?["kind"] as? String
    }
    #expect(
      steps == [
        "heartbeat", "keepalive", "reality_check", "choice", "keepalive", "choice", "logout",
      ])
  }

  @Test func `a watch without anybody to ask decides nothing`() throws {
    let player = try Player()
    try player.login()
    for minutes in [29.0, 58, 87] {
      let text = Date().addingTimeInterval(minutes * 60).ISO8601Format()
      try player.sandbox.call("/sandbox/betable/clock?at=" + text, method: "POST")
      #expect(try player.run(["session", "--keep-alive"]).exitCode == 0)
    }
    let watch = try player.run(["session", "--watch"])
    #expect(watch.exitCode == 1 && watch.stderr.contains("found the end of standard input"))
    #expect(FileManager.default.fileExists(atPath: player.session))
  }

  // MARK: - Usage

  @Test func `the group's help has examples and all commands`() throws {
    let help = try RailbirdProcess.run(["betable", "--help"])
    #expect(help.exitCode == 0 && help.stdout.contains("Examples:"))
    let names = [
      "authorize", "login", "account", "wallet", "urls", "page", "game", "bet", "batch", "session",
      "logout",
    ]
    for name in names {
      #expect(help.stdout.contains("\n  \(name)"), "\(name)")
      let own = try RailbirdProcess.run(["betable", name, "--help"])
      #expect(own.exitCode == 0 && own.stdout.contains("Example"), "\(name)")
    }
  }

  @Test(arguments: [
    ["account", "--base-url", "http://book.example"], ["account", "--base-url", "book"],
    ["authorize", "--redirect-uri", "https://me.example/authorize"], ["login", "--unbacked", ""],
    ["page", "casino"], ["page", "redeem"], ["page", "wallet", "--promotion", "https://p.example"],
    ["game", "a"], ["game", "a", "--currency", "GBP", "--unbacked"],
    ["bet", "a", "--wager", "0.10", "--currency", "GBP", "--paylines", "1,1,1"],
    ["bet", "a", "--currency", "GBP", "--paylines", "1,1,1", "--store", "S"],
    ["bet", "a", "--wager", "0.10", "--paylines", "1,1,1", "--store", "S"],
    ["bet", "a", "--wager", "0", "--currency", "GBP", "--paylines", "1,1,1", "--store", "S"],
    ["bet", "a", "--wager", "1e2", "--currency", "GBP", "--paylines", "1,1,1", "--store", "S"],
    ["bet", "a", "--wager", "0.10", "--currency", "GBP", "--store", "S"],
    ["bet", "a", "--wager", "0.10", "--currency", "GBP", "--paylines", "1,x", "--store", "S"],
    ["bet", "a", "--wager", "0.01", "--currency", "GBP", "--on", "red", "17", "--store", "S"],
    ["bet", "a", "--data", "F", "--wager", "0.10", "--store", "S"],
    ["bet", "a", "--data", "F", "--store", "S", "--times", "0"],
    ["bet", "a", "--data", "F", "--store", "S", "--batch", "501"],
    ["bet", "a", "--data", "F", "--store", "S", "--key", "a b"],
    ["bet", "a", "--data", "F", "--store", "S", "--economy", "euro"],
    ["batch", "F"], ["session", "--watch", "--json"], ["session", "--attempts", "0"],
  ])
  func `bad usage ends with 64`(arguments: [String]) throws {
    let result = try RailbirdProcess.run(["betable"] + arguments)
    #expect(result.exitCode == 64, "\(result.stderr)")
  }
}
