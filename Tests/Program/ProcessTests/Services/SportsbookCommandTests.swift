import FeedContract
import Foundation
import TestSupport
import Testing

/// `railbird sportsbook …` against the sandbox, and against a service that is scripted.
struct SportsbookCommandTests {
  private static let username = "user@example.test"
  private static let password = "railbirdsandboxpassword"
  private static let login = [
    "RAILBIRD_SPORTSBOOK_USERNAME": username, "RAILBIRD_SPORTSBOOK_PASSWORD": password,
  ]
  private static let moment = "2024-05-15T12:00:00Z"

  /// A sportsbook as a separate process, and a folder for a session.
  private final class Book {
    let folder: TemporaryFolder
    let url: String
    private let process: RailbirdProcess?

    /// Starts the sandbox.
    init(_ options: [String] = []) throws {
      folder = try TemporaryFolder()
      let process = try RailbirdProcess.start(
        [
          "sandbox", "--days", "1", "--races-per-day", "1", "--seed", "2", "--sportsbook-at",
          SportsbookCommandTests.moment, "--verbose",
        ] + options)
      self.process = process
      while process.stdoutSoFar.count(where: \.isNewline) < 4, process.isRunning {
        Thread.sleep(forTimeInterval: 0.02)
      }
      url = process.stdoutSoFar.split(separator: "\n").first.map(String.init) ?? ""
    }

    /// Uses an existing server.
    init(_ server: ScriptedServer) throws {
      folder = try TemporaryFolder()
      url = server.url.absoluteString
      process = nil
    }

    deinit { process?.kill() }

    var session: String { folder.file("state/session") }

    /// The requests so far, a line each.
    var asked: [String] {
      (process?.stderrSoFar ?? "").split(separator: "\n").map(String.init)
    }

    func run(
      _ arguments: [String], environment: [String: String] = SportsbookCommandTests.login
    ) throws -> ProcessResult {
      let place = arguments.first == "logout" ? [] : ["--base-url", url, "--attempts", "1"]
      return try RailbirdProcess.run(
        ["sportsbook"] + arguments + place + ["--session", session],
        environment: ["RAILBIRD_SPORTSBOOK_USERNAME": "", "RAILBIRD_SPORTSBOOK_PASSWORD": ""]
          .merging(environment) { $1 })
    }

    func call(_ path: String) throws -> String {
      let script = """
        import sys, urllib.request as http
        call = http.Request(sys.argv[1], data=b"" if sys.argv[2] else None)
        sys.stdout.buffer.write(http.urlopen(call).read())
        """
      let isPost = path.contains("/clock") || path.contains("/expire")
      return try RailbirdProcess.run(
        program: "python3", ["-c", script, url + path, isPost ? "1" : ""]
      ).stdout
    }
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func list(_ text: String) throws -> [[String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
  }

  @Test func `a login is kept for other commands until the logout`() throws {
    let book = try Book()
    let login = try book.run(["login"])
    #expect(login.exitCode == 0 && login.stderr.isEmpty, "\(login.stderr)")
    #expect(login.stdout == "Logged in at \(book.url) as User Name (1)\n")
    let mode = try FileManager.default.attributesOfItem(atPath: book.session)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let kept = try String(contentsOfFile: book.session, encoding: .utf8)
    #expect(!kept.contains(Self.password) && kept.contains("TOKEN=1|"))
    // Now no password is needed, and no login is sent.
    let news = try book.run(["news"], environment: [:])
    #expect(news.exitCode == 0 && news.stdout.contains(" UTC  "), "\(news.stderr)")
    #expect(book.asked.count { $0.contains("/login") } == 1)
    #expect(try book.run(["logout"], environment: [:]).stdout == "Logged out\n")
    #expect(!FileManager.default.fileExists(atPath: book.session))
    #expect(try book.run(["logout", "--json"]).stdout == "{\"logged_out\":false}\n")
    let denied = try book.run(["news"], environment: [:])
    #expect(denied.exitCode == 1 && denied.stderr.contains("found no login"))
    // With a password each command logs in by itself, and keeps nothing.
    #expect(try book.run(["news"]).exitCode == 0)
    #expect(!FileManager.default.fileExists(atPath: book.session))
  }

  @Test func `a kept token that has expired is renewed, and kept in its place`() throws {
    let book = try Book()
    #expect(try book.run(["login", "--json"]).exitCode == 0)
    let before = try String(contentsOfFile: book.session, encoding: .utf8)
    _ = try book.call("/sandbox/sportsbook/expire")
    let denied = try book.run(["tips"], environment: [:])
    #expect(denied.exitCode == 1)
    #expect(denied.stderr.hasSuffix("Unauthenticated; token: The token has expired\n"))
    #expect(try book.run(["tips"]).exitCode == 0)
    let after = try String(contentsOfFile: book.session, encoding: .utf8)
    #expect(before != after && after.contains("TOKEN=2|"))
    #expect(try book.run(["tips"], environment: [:]).exitCode == 0)
  }

  @Test func `a kept token goes to its own place and for its own user alone`() throws {
    let book = try Book()
    #expect(try book.run(["login"]).exitCode == 0)
    let token = try #require(
      try String(contentsOfFile: book.session, encoding: .utf8)
        .split(separator: "\n").last?.split(separator: "=").last)
    let other = try ScriptedServer([.json(#"{"message": "no"}"#, status: 401)])
    let arguments = ["sportsbook", "news", "--session", book.session, "--attempts", "1"]
    for environment in [["RAILBIRD_SPORTSBOOK_USERNAME": ""], Self.login] {
      let elsewhere = try RailbirdProcess.run(
        arguments + ["--base-url", other.url.absoluteString], environment: environment)
      #expect(elsewhere.exitCode == 1)
    }
    #expect(other.requests.map(\.target) == ["/api/auth/v1/login"])
    #expect(!other.requests.contains { $0.mentions(String(token)) })
    let stranger = try book.run(
      ["news"],
      environment: [
        "RAILBIRD_SPORTSBOOK_USERNAME": "x", "RAILBIRD_SPORTSBOOK_PASSWORD": "wrong-password",
      ])
    #expect(stranger.exitCode == 1 && stranger.stderr.contains("do not match our records"))
  }

  @Test func `the password comes from the environment or a file of mode 0600, and nowhere else`()
    throws
  {
    let book = try Book()
    let file = try book.folder.write(
      "RAILBIRD_SPORTSBOOK_USERNAME=\(Self.username)\n"
        + "RAILBIRD_SPORTSBOOK_PASSWORD='\(Self.password)'\n", to: "login")
    for (mode, code) in [(0o644, 1), (0o640, 1), (0o600, 0)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
      let result = try book.run(["news", "--credentials", file], environment: [:])
      #expect(result.exitCode == Int32(code), "\(result.stderr)")
      if code == 1 { #expect(result.stderr.contains("chmod 600")) }
    }
    for option in ["--password", "--username", "--token"] {
      let result = try parse(["sportsbook", "login", option, "x", "--base-url", book.url])
      #expect(result.exitCode == 64 && result.stderr.contains("Unknown option"))
    }
    let half = try book.run(
      ["login"], environment: ["RAILBIRD_SPORTSBOOK_USERNAME": Self.username])
    #expect(half.exitCode == 1 && half.stderr.contains("RAILBIRD_SPORTSBOOK_PASSWORD"))
  }

  @Test func `a session that others can read is refused`() throws {
    let book = try Book()
    #expect(try book.run(["login"]).exitCode == 0)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: book.session)
    let refused = try book.run(["news"])
    #expect(refused.exitCode == 1 && refused.stderr.contains("chmod 600"))
    #expect(try book.run(["logout"]).exitCode == 0)
  }

  @Test func `a wrong password is one request, and appears nowhere`() throws {
    let server = try ScriptedServer([.json(#"{"message": "not wrong-secret-77"}"#, status: 401)])
    let book = try Book(server)
    let result = try book.run(
      ["login", "--verbose"],
      environment: [
        "RAILBIRD_SPORTSBOOK_USERNAME": "u", "RAILBIRD_SPORTSBOOK_PASSWORD": "wrong-secret-77",
      ])
    #expect(result.exitCode == 1 && server.requests.count == 1)
    #expect(
      result.stderr.hasSuffix(
        "railbird: sportsbook: The service refuses the token or password "
          + "(status 401 to POST /api/auth/v1/login): not •••\n"), "\(result.stderr)")
    #expect(result.stderr.contains("POST /api/auth/v1/login: 401"))
    #expect(!(result.stderr + result.stdout).contains("wrong-secret-77"))
  }

  @Test func `home shows each section with what is active in it`() throws {
    let book = try Book()
    let home = try book.run(["home", "--platform", "web", "--at", Self.moment])
    #expect(home.exitCode == 0 && home.stderr.isEmpty, "\(home.stderr)")
    let parts = home.stdout.components(separatedBy: "\n\n")
    #expect(parts[0] == "Web Home Template" && parts.count == 6)
    #expect(
      parts.dropFirst().map { $0.prefix { $0 != "\n" } } == [
        "Featured", "Today's Top Events", "Boosted Odds", "Stories", "News",
      ])
    #expect(parts[2].contains(#/ vs .+  2024-05-1\d \d\d:\d\d UTC  1 \d.+  X \d.+  2 \d/#))
    #expect(parts[3].contains(/Boosted: .+  [\d.]+ → [\d.]+  \(\+\d+\.\d %\)  until 2024-05-1\d/))
    #expect(parts[1].contains("→ event 19858"))
    let json = try object(
      try book.run(["home", "--platform", "web", "--at", Self.moment, "--json"]).stdout)
    let sections = try #require(json["sections"] as? [[String: Any]])
    #expect(sections.map { $0["index"] as? Int } == [0, 1, 2, 3, 4])
    #expect((json["template"] as? [String: Any])?["title"] as? String == "Web Home Template")
    let stories = try #require(sections[3]["items"] as? [[String: Any]])
    #expect(stories.count > 0 && stories.count <= 5)
    // Inactive elements are left out by default.
    let later = try object(try book.run(["home", "--at", "2034-01-01", "--json"]).stdout)
    let none = try #require(later["sections"] as? [[String: Any]])
    #expect(none.prefix(3).allSatisfy { ($0["items"] as? [Any])?.isEmpty == true })
    let all = try object(
      try book.run(["home", "--at", "2034-01-01", "--all", "--json"]).stdout)
    let some = try #require(all["sections"] as? [[String: Any]])
    #expect(some.allSatisfy { ($0["items"] as? [Any])?.isEmpty == false })
  }

  @Test func `the template can be shown alone`() throws {
    let book = try Book()
    let shown = try book.run(["home", "--template"])
    #expect(shown.stdout.hasPrefix("iOS Home Template\n1  hero_carousel  Featured  "))
    let json = try object(try book.run(["home", "--template", "--json"]).stdout)
    let sections = try #require(json["sections"] as? [[String: Any]])
    #expect((sections[0]["options"] as? [String: Any])?["interval"] as? Int == 5000)
  }

  @Test func `a section that fails is reported in its place, and ends with 65`() throws {
    let template =
      #"{"id": 1, "title": "Home", "sections": ["#
      + #"{"type": "news", "title": "News", "source": "promotions/v1/news"},"#
      + #"{"type": "wheel", "title": "Wheel", "source": "https://evil.example/wheel"}]}"#
    let server = try ScriptedServer { request in
      switch request.target.prefix(while: { $0 != "?" }) {
      case "/api/auth/v1/login": .json(#"{"token": "tok-1234567890"}"#)
      case "/api/home/v1/template": .json(template)
      default: .json(#"[{"id": 1, "title": "A \u001b[2Jcoach", "published_date": "2024-05-15"}]"#)
      }
    }
    let result = try Book(server).run(["home"])
    #expect(result.exitCode == 65)
    #expect(
      result.stdout
        == "Home\n\nNews\n  2024-05-15 00:00 UTC  A \u{FFFD}[2Jcoach\n\nWheel\n"
        + "  (section source: found “https://evil.example/wheel”; expected a path such as "
        + "promotions/v1/hero-cards)\n")
    #expect(result.stderr.hasPrefix("railbird: sportsbook: Wheel: section source: found"))
  }

  @Test(arguments: [
    ("all", "!", nil as String?), ("alert", "! Special Offer – Get ", "title"),
    ("banners", "→ /promotions/week/", "subtitle"), ("sport", " UTC  1 ", "sport_event_id"),
    ("boosted", "Boosted: ", "boosted_odd"), ("heroes", "→ event ", "event_id"),
    ("stories", " s  → ", "duration"),
  ])
  func `promotions of each kind are shown as text and as JSON`(
    kind: String, text: String, member: String?
  ) throws {
    let book = try Book()
    let arguments = ["promotions", kind, "--at", Self.moment]
    let shown = try book.run(arguments)
    #expect(shown.exitCode == 0 && shown.stdout.contains(text), "\(shown.stdout)\(shown.stderr)")
    let json = try book.run(arguments + ["--json"]).stdout
    if kind == "all" {
      #expect(Set(try object(json).keys) == ["bannerAlert", "banners", "sportBanners", "stories"])
    } else if kind == "alert" {
      #expect(try object(json)[member!] as? String == "Special Offer")
    } else {
      #expect(try list(json).contains { $0[member!] != nil })
    }
  }

  @Test func `what the tipsters suggest is shown with their rates`() throws {
    let book = try Book()
    let tips = try book.run(["tips"])
    #expect(tips.stdout.contains(#/\(\d\d\.\d %\)  .+ – .+ UTC  (1X2|12): [1X2] at [\d.]+  /#))
    #expect(book.asked.count { $0.contains("/pro-choices") } == 1)
    let json = try list(try book.run(["tips", "--json"]).stdout)
    #expect(json.allSatisfy { ($0["tipster"] as? [String: Any])?["win_rate"] is Double })
    let live = try Book(["--sportsbook-wire", "live"])
    #expect(try live.run(["tips"]).stdout.hasPrefix("event 19858"))
    #expect(try list(try live.run(["tips", "--json"]).stdout)[0]["sport_event_id"] is String)
  }

  @Test func `the news can be asked page by page`() throws {
    let book = try Book()
    let all = try list(try book.run(["news", "--json"]).stdout)
    let page = try list(
      try book.run(["news", "--page", "2", "--page-size", "2", "--json"]).stdout)
    #expect(page.map { $0["id"] as? Int } == all.dropFirst(2).prefix(2).map { $0["id"] as? Int })
    #expect(try book.run(["news", "--at", "2020-01-01"]).stdout == "There are no news.\n")
  }

  @Test func `nothing is kept from one command to the next but the login`() throws {
    let book = try Book()
    #expect(try book.run(["login"]).exitCode == 0)
    for _ in 0..<2 { #expect(try book.run(["promotions", "banners"]).exitCode == 0) }
    #expect(book.asked.count { $0.contains("/banners") } == 2)
    let files = try FileManager.default.contentsOfDirectory(atPath: book.folder.file("state"))
    #expect(files == ["session"])
  }

  @Test func `without --session the login is in the user's state folder`() throws {
    let book = try Book()
    let state = book.folder.file("xdg")
    let environment = Self.login.merging(["XDG_STATE_HOME": state]) { $1 }
    let login = try RailbirdProcess.run(
      ["sportsbook", "login", "--base-url", book.url], environment: environment)
    #expect(login.exitCode == 0, "\(login.stderr)")
    #expect(FileManager.default.fileExists(atPath: state + "/railbird/sportsbook.session"))
    let logout = try RailbirdProcess.run(["sportsbook", "logout"], environment: environment)
    #expect(logout.stdout == "Logged out\n")
  }

  @Test func `fetches that are killed go on, and a replay gives the same store`() throws {
    let book = try Book()
    let store = book.folder.file("S")
    let arguments = ["fetch", "promotions", "--store", store, "--base-url", book.url]
    func start(_ rate: String) throws -> RailbirdProcess {
      try RailbirdProcess.start(
        arguments + ["--rate", rate, "--session", book.session], environment: Self.login)
    }
    let first = try start("10")
    Thread.sleep(forTimeInterval: 0.7)
    first.kill()
    #expect(try first.wait().exitCode == -SIGKILL)
    let done = try start("0").wait()
    #expect(done.exitCode == 0, "\(done.stderr)")
    #expect(done.stdout.contains(" rows read = "), "\(done.stdout)")
    // The login, nine answers, and after the kill the login and at most one request again.
    #expect((10...12).contains(book.asked.count), "\(book.asked)")
    let again = try start("0").wait()
    #expect(again.stdout == "9 requests: 0 new answers, 0 changed, 9 unchanged\n")
    _ = try book.call("/sandbox/sportsbook/clock?at=2024-05-15T13:10:00Z")
    #expect(try start("0").wait().stdout.contains(" 0 new answers, "))
    func exported() throws -> [String] {
      let out = book.folder.file("out")
      let export = try RailbirdProcess.run(
        ["export", "--store", store, "--to", "csv", "--table", "all", "--out", out])
      #expect(export.exitCode == 0, "\(export.stderr)")
      return try ["odds_boosts", "odds_quotes", "promo_items", "api_requests"].map {
        try String(contentsOfFile: "\(out)/\($0).csv", encoding: .utf8)
      }
    }
    let before = try exported()
    let replay = try RailbirdProcess.run(["replay", "--store", store])
    #expect(replay.exitCode == 0, "\(replay.stderr)")
    #expect(try exported() == before)
    #expect(before[0].split(separator: "\n").count > 4)
  }

  @Test func `a fetch renews a kept login, and without one says so`() throws {
    let book = try Book()
    #expect(try book.run(["login"]).exitCode == 0)
    let kept = try String(contentsOfFile: book.session, encoding: .utf8)
    _ = try book.call("/sandbox/sportsbook/expire")
    let arguments = [
      "fetch", "promotions", "--store", book.folder.file("S"), "--base-url", book.url, "--rate",
      "0", "--session",
    ]
    let fetch = try RailbirdProcess.run(arguments + [book.session], environment: Self.login)
    #expect(fetch.exitCode == 0, "\(fetch.stderr)")
    #expect(try String(contentsOfFile: book.session, encoding: .utf8) != kept)
    let none = try RailbirdProcess.run(
      arguments + [book.folder.file("none")],
      environment: ["RAILBIRD_SPORTSBOOK_USERNAME": "", "RAILBIRD_SPORTSBOOK_PASSWORD": ""])
    #expect(
      none.exitCode == 1 && none.stderr.contains("found no login; expected RAILBIRD_SPORTSBOOK_"))
    let wrong = try RailbirdProcess.run(
      arguments + [book.folder.file("none")],
      environment: Self.login.merging(["RAILBIRD_SPORTSBOOK_PASSWORD": "notThisPassword"]) { $1 })
    #expect(wrong.exitCode == 1 && !(wrong.stdout + wrong.stderr).contains("notThisPassword"))
    #expect(wrong.stderr.contains("These credentials do not match our records"), "\(wrong.stderr)")
  }

  @Test func `the group's help has examples and all commands`() throws {
    let help = try parse(["sportsbook", "--help"])
    #expect(help.exitCode == 0 && help.stdout.contains("Examples:"))
    for name in ["login", "home", "promotions", "news", "tips", "logout"] {
      #expect(help.stdout.contains("\n  \(name) "), "\(name)")
    }
  }

  @Test(arguments: [
    ["home"], ["home", "--base-url", "http://book.example"], ["home", "--base-url", "book"],
    ["home", "--platform", "iOS"], ["promotions", "wheel"], ["promotions", "--client-id", "one"],
    ["news", "--page", "0"], ["tips", "--at", "soon"], ["tips", "--attempts", "0"], ["login"],
  ])
  func `bad usage ends with 64`(arguments: [String]) throws {
    let base = arguments.count == 1 || arguments.contains("--base-url")
    let result = try parse(
      ["sportsbook"] + arguments + (base ? [] : ["--base-url", "http://127.0.0.1:9"]))
    #expect(result.exitCode == 64, "\(result.stderr)")
  }
}
