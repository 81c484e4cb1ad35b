import Foundation
import TestSupport
import Testing

/// The login of `railbird betable`, its kept file and its secrets, against the sandbox.
struct BetableLoginCommandTests {
  @Test(arguments: [[], ["--classic"], ["--register", "--classic"]])
  func `a login goes from the authorize page to the kept session and ends with the logout`(
    options: [String]
  ) throws {
    let player = try BetablePlayer()
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
    let id = try #require(try BetablePlayer.object(account.stdout)["id"] as? String)
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
    let player = try BetablePlayer()
    for (page, text) in [
      ("forged", "without the state of a login that was begun here"),
      ("stateless", "without the state of a login that was begun here"),
      ("elsewhere", "found an address other than betable+railbird+sandbox://authorize"),
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
    let player = try BetablePlayer()
    let location = try player.redirect()
    let forged = try player.run(
      ["login"], input: BettingSandbox.redirect + "?code=abcdefgh&state=forged")
    #expect(forged.exitCode == 1)
    #expect(try player.run(["login"], input: location).exitCode == 0)
  }

  @Test func `the redirect is no argument, and what is no redirect is not repeated`() throws {
    let player = try BetablePlayer()
    let argument = try player.run(["callback", BettingSandbox.redirect + "?code=topsecretcode"])
    #expect(argument.exitCode == 64)
    #expect(argument.stderr.contains("other users of this machine can see arguments"))
    #expect(!argument.stderr.contains("topsecretcode"))
    let none = try player.run(["login"], input: "\n")
    #expect(none.exitCode == 1 && none.stderr.contains("standard input: found no line; expected"))
    let file = try player.sandbox.folder.write("not a topsecretcode%", to: "redirect")
    let wrong = try player.run(["login", "--redirect-file", file])
    #expect(wrong.exitCode == 1 && !wrong.stderr.contains("topsecretcode"))
    let pipe = player.sandbox.folder.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let piped = try player.run(["login", "--redirect-file", pipe])
    #expect(piped.exitCode == 1 && piped.stderr.contains("\(pipe): found no text; expected"))
    let location = try player.redirect()
    _ = try player.sandbox.folder.write(location + "\n", to: "redirect")
    let login = try player.run(["login", "--redirect-file", file, "--json"])
    let json = try BetablePlayer.object(login.stdout)
    #expect(json["backed"] as? Bool == true && json["session_file"] as? String == player.session)
  }

  @Test func `a login that others can read is refused, and still can be forgotten`() throws {
    let player = try BetablePlayer()
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
    let (player, other) = (try BetablePlayer(), try BettingSandbox())
    try player.login()
    let elsewhere = try RailbirdProcess.run(
      ["betable", "account", "--base-url", other.url, "--session-file", player.session],
      environment: BetablePlayer.game)
    #expect(elsewhere.exitCode == 1)
    #expect(elsewhere.stderr.contains("keeps a login for \(player.sandbox.url)/1.0, not for"))
    #expect(!(try other.call("/sandbox/log").contains("/account")))
    // A login begun there replaces it; the file never has the old token with the new address.
    let token = try #require(try player.secrets.first)
    let page = try RailbirdProcess.run(
      ["betable", "authorize", "--base-url", other.url, "--session-file", player.session],
      environment: BetablePlayer.game)
    #expect(page.exitCode == 0)
    #expect(!(try String(contentsOfFile: player.session, encoding: .utf8)).contains(token))
  }

  @Test func `the game's id and secret come from the environment or a file of mode 0600`() throws {
    let player = try BetablePlayer(
      environment: BetablePlayer.game.merging(["RAILBIRD_BETABLE_CLIENT_SECRET": ""]) { $1 })
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
      let result = try parse(["betable", "authorize", option, "x"])
      #expect(result.exitCode == 64 && result.stderr.contains("Unknown option"))
    }
  }

  @Test func `token and session of the environment count in place of a kept login`() throws {
    let player = try BetablePlayer()
    try player.login()
    let kept = try player.secrets
    func run(_ environment: [String: String]) throws -> ProcessResult {
      try RailbirdProcess.run(
        [
          "betable", "session", "--base-url", player.sandbox.url, "--session-file",
          player.sandbox.folder.file("none"),
        ], environment: BetablePlayer.game.merging(environment) { $1 })
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

  @Test func `no secret is in any output, in the store or in the list of processes`() throws {
    let player = try BetablePlayer()
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
      BetablePlayer.slots + ["--store", player.sandbox.store, "--times", "60", "--verbose"])
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
}
