import Foundation
import TestSupport
import Testing

/// Accounts, sessions and usage of `railbird betable` against the sandbox.
struct BetableCommandTests {
  // MARK: - Account

  @Test func `account, wallet, addresses and pages are shown as text and as JSON`() throws {
    let player = try BetablePlayer()
    try player.login()
    let wallet = try player.run(["wallet", "--credits-of", "bonus-spins"])
    #expect(
      wallet.stdout.contains(/real +1000\.00 GBP +credits: bonus-spins 0\.00/), "\(wallet.stdout)")
    let json = try BetablePlayer.object(try player.run(["wallet", "--json"]).stdout)
    #expect((json["sandbox"] as? [String: Any])?["balance"] as? String == "1000.00")
    let urls = try BetablePlayer.object(try player.run(["urls", "--game", "a b", "--json"]).stdout)
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
    let promotion = try BetablePlayer.object(
      try player.run(["page", "redeem", "--promotion", "https://p.example/a?b=c", "--json"]).stdout)
    #expect(
      (promotion["url"] as? String)?.hasSuffix("&promotion=https%3A%2F%2Fp.example%2Fa%3Fb%3Dc")
        == true)
    let game = try player.run(["game", "lucky-sevens", "--currency", "GBP"])
    #expect(game.stdout.hasPrefix(player.sandbox.url + "/ext/play/lucky-sevens?economy=sandbox&"))
    #expect(!game.stdout.contains("client_id"))
  }

  // MARK: - Sessions

  @Test func `a session is reported, extended and written down`() throws {
    let player = try BetablePlayer()
    try player.login(["--store", player.sandbox.store])
    let status = try player.run(["heartbeat", "--store", player.sandbox.store])
    #expect(
      status.stdout.contains(/^The session is live; the next reality check is in 59 min \d+ s\n$/))
    let extended = try player.run([
      "session", "--keep-alive", "--store", player.sandbox.store, "--json",
    ])
    let json = try BetablePlayer.object(extended.stdout)
    #expect(json["alive"] as? Bool == true && (json["remaining_ms"] as? Int ?? 0) > 3_000_000)
    #expect(try player.run(["logout", "--store", player.sandbox.store]).exitCode == 0)
    let steps = try player.journal.map { line in
      (line["sessions"] as? [[String: Any]])?.first?["kind"] as? String
    }
    #expect(steps == ["login", "keepalive", "heartbeat", "keepalive", "logout"])
  }

  @Test func `a session that has ended is reported, and no bet is taken`() throws {
    let player = try BetablePlayer()
    try player.login()
    try player.sandbox.call("/sandbox/betable/end?what=sessions", method: "POST")
    let status = try player.run(["session", "--json"])
    #expect(status.exitCode == 1)
    #expect(try BetablePlayer.object(status.stdout)["alive"] as? Bool == false)
    #expect(status.stderr.contains("session: found one that has ended; expected a live one"))
    let bet = try player.bet(["--key", "late"])
    #expect(bet.exitCode == 1 && bet.stderr.contains("session_expired"), "\(bet.stderr)")
    #expect(
      bet.stderr.hasSuffix("  - Log in: railbird betable authorize, then railbird betable login\n"))
    #expect(bet.stdout == "late  0.10 GBP  rejected: session_expired\n")
    #expect(try player.sandbox.truth("bets").isEmpty)
  }

  @Test func `a watch of a session that has ended ends the login`() throws {
    let player = try BetablePlayer()
    try player.login()
    try player.sandbox.call("/sandbox/betable/end?what=sessions", method: "POST")
    #expect(try player.run(["session"]).exitCode == 1)
    #expect(FileManager.default.fileExists(atPath: player.session))
    let watch = try player.run(["session", "--watch"])
    #expect(watch.exitCode == 1 && watch.stderr.contains("session: found one that has ended"))
    #expect(!FileManager.default.fileExists(atPath: player.session))
  }

  @Test func `a watch asks at the reality check, shows the balance's page and logs out`() throws {
    let player = try BetablePlayer()
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
    #expect(session.first == "The session is live; a reality check is due")
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
    let player = try BetablePlayer()
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
    let help = try parse(["betable", "--help"])
    #expect(help.exitCode == 0 && help.stdout.contains("Examples:"))
    let names = [
      "authorize", "login", "account", "wallet", "urls", "page", "game", "bet", "batch",
      "settle-unknown", "session", "logout",
    ]
    for name in names {
      #expect(help.stdout.contains("\n  \(name)"), "\(name)")
      let own = try parse(["betable", name, "--help"])
      #expect(own.exitCode == 0 && own.stdout.contains("Example"), "\(name)")
    }
    // The guide's words for three of them.
    for (alias, name) in [
      ("authorize-url", "authorize"), ("callback", "login"), ("heartbeat", "session"),
    ] {
      let own = try parse(["betable", name, "--help"])
      #expect(try parse(["betable", alias, "--help"]).stdout == own.stdout)
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
    let result = try parse(["betable"] + arguments)
    #expect(result.exitCode == 64, "\(result.stderr)")
  }
}
