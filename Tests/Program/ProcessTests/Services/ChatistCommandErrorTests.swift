import FeedContract
import Foundation
import TestSupport
import Testing

/// `railbird chatist …` where something is missing, refused or lost.
struct ChatistCommandErrorTests {
  private static let ticket =
    #"{"id": "t", "state": "open", "assignee": "", "messages": [], "schedules": []}"#

  // MARK: - Place and key

  @Test func `without a key nothing is sent, and the variable is named`() throws {
    let server = try ScriptedServer([.json("[]")])
    let chat = try ChatistSandboxProcess(server)
    for command in [["tickets"], ["new", "a"], ["watch"], ["branding"]] {
      let result = try chat.run(command, environment: ["CHATIST_API_KEY": ""])
      #expect(result.exitCode == 1)
      #expect(
        result.stderr
          == "railbird: chatist: API key: found none; expected CHATIST_API_KEY in the environment "
          + "or in a file of credentials\n")
    }
    #expect(server.connectionCount == 0)
  }

  @Test func `the key comes from the environment or a file of mode 0600, and nowhere else`()
    throws
  {
    let chat = try ChatistSandboxProcess()
    let file = try chat.folder.write(
      "CHATIST_API_KEY=\(ChatistSandboxProcess.key)\n", to: "credentials")
    for (mode, code) in [(0o644, 1), (0o640, 1), (0o600, 0)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
      let result = try chat.run(
        ["tickets", "--credentials", file], environment: ["CHATIST_API_KEY": ""])
      #expect(result.exitCode == Int32(code), "\(result.stderr)")
      if code == 1 { #expect(result.stderr.contains("chmod 600")) }
    }
    for option in ["--key", "--api-key", "--token"] {
      let result = try parse(["chatist", "tickets", option, "x"])
      #expect(result.exitCode == 64 && result.stderr.contains("Unknown option"))
    }
    let config = try chat.folder.write(#"{"apiKey": "x"}"#, to: "config")
    let refused = try chat.run(["tickets", "--config", config])
    #expect(refused.exitCode == 1)
    #expect(
      refused.stderr.hasPrefix("railbird: chatist: \(config): found “apiKey”; expected apiURL, "),
      "\(refused.stderr)")
  }

  @Test func `a pipe is no configuration and no bookmark, and is not waited for`() throws {
    let server = try ScriptedServer([.json("[]")])
    let chat = try ChatistSandboxProcess(server)
    let pipe = chat.folder.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    for (command, expected) in [
      (["tickets", "--config"], "settings"),
      (["watch", "--bookmark"], "the messages handed over so far"),
    ] {
      let result = try chat.run(command + [pipe])
      #expect(result.exitCode == 1 && result.stdout.isEmpty)
      #expect(
        result.stderr
          == "railbird: chatist: \(pipe): found no ordinary file; expected \(expected)\n")
    }
  }

  @Test func `the place is that of option, environment or configuration file, in this order`()
    throws
  {
    let servers = try (0..<3).map { _ in try ScriptedServer([.json("[]")]) }
    let urls = servers.map(\.url.absoluteString)
    let folder = try TemporaryFolder()
    let config = try folder.write(
      """
      {"apiURL": "\(urls[2])", "customerID": "c-1", "routes": {"getTickets": "GET /v2/all"}, \
      "headers": {"key": "Authorization", "keyPrefix": "Bearer "}}
      """, to: "config")
    let key = ["CHATIST_API_KEY": "k", "CHATIST_API_URL": "", "CHATIST_CONFIG": ""]
    func run(_ options: [String], _ change: [String: String] = [:]) throws {
      let result = try RailbirdProcess.run(
        ["chatist", "tickets"] + options, environment: key.merging(change) { $1 })
      #expect(result.exitCode == 0, "\(result.stderr)")
    }
    let environment = ["CHATIST_API_URL": urls[1], "CHATIST_CONFIG": config]
    try run(["--base-url", urls[0]], environment)
    try run(["--customer", "c-2"], environment)
    try run(["--config", config])
    try run(["--config", config], ["CHATIST_CUSTOMER_ID": "c-3"])
    #expect(servers.map(\.requests.count) == [1, 1, 2])
    #expect(servers[2].requests[1].header("x-customer-id") == "c-3")
    let requests = servers.map { $0.requests[0] }
    #expect(requests.allSatisfy { $0.target == "/v2/all" })
    #expect(requests.allSatisfy { $0.header("Authorization") == "Bearer k" })
    #expect(requests.map { $0.header("x-customer-id") } == ["c-1", "c-2", "c-1"])
    let nowhere = try RailbirdProcess.run(["chatist", "tickets"], environment: key)
    #expect(nowhere.exitCode == 64)
    #expect(
      nowhere.stderr
        == "railbird: --base-url: found none; expected it, CHATIST_API_URL, or a configuration file "
        + "with apiURL\n")
    let far = ["CHATIST_API_URL": "http://chat.example"].merging(key) { one, _ in one }
    let insecure = try RailbirdProcess.run(["chatist", "tickets"], environment: far)
    #expect(insecure.exitCode == 1 && insecure.stderr.contains("found http://chat.example"))
  }

  @Test func `a key that has expired is reported, and what to look at`() throws {
    let chat = try ChatistSandboxProcess()
    try chat.call("expire")
    for command in [["tickets"], ["send", "ticket_1", "a"], ["watch", "--interval", "0.01"]] {
      let refused = try chat.run(command)
      #expect(refused.exitCode == 1 && refused.stdout.isEmpty)
      #expect(
        refused.stderr.hasPrefix(
          "railbird: chatist: The service refuses the API key: it is invalid or expired. (status "
            + "401 to "), "\(refused.stderr)")
      #expect(
        refused.stderr.hasSuffix(
          ")\n  - the key comes from CHATIST_API_KEY, or from a file of such lines "
            + "(--credentials FILE)\n"), "\(refused.stderr)")
    }
    #expect(chat.asked.count == 3)
    try chat.call("renew")
    #expect(try chat.run(["tickets"]).exitCode == 0)
  }

  @Test(arguments: [
    (401, "The service refuses the API key: it is invalid or expired."),
    (403, "The service refuses the API key: it is invalid or expired."),
    (404, "t: found no such ticket; expected one of the customer's"),
  ])
  func `a refusal has the service's own words`(status: Int, text: String) throws {
    let server = try ScriptedServer { _ in
      .json(#"{"message": "closed\u001b[2J for lunch"}"#, status: status)
    }
    let refused = try ChatistSandboxProcess(server).run(["show", "t"])
    let words = " (status \(status) to GET /tickets/t: closed for lunch)\n"
    #expect(refused.exitCode == 1)
    #expect(
      refused.stderr.hasPrefix("railbird: chatist: \(text)\(words)"), "\(refused.stderr)")
  }

  @Test func `no key is in an output, a log or the list of processes`() throws {
    let secret = "k3y" + String(repeating: "Qz7", count: 12)
    let server = try ScriptedServer { request in
      let told = #"{"message": "not \#(request.header("x-api-key") ?? "")"}"#
      return switch request.target {
      case "/tickets/t": .json(Self.ticket)
      default: .json(told, status: request.method == "GET" ? 500 : 401)
      }
    }
    let chat = try ChatistSandboxProcess(server)
    var said = ""
    for command in [
      ["tickets", "--verbose"], ["new", "a", "--verbose", "--log-format", "json"], ["branding"],
      ["show", "t", "--json", "--verbose"],
    ] {
      let result = try chat.run(
        command + ["--attempts", "1"], environment: ["CHATIST_API_KEY": secret])
      said += result.stdout + result.stderr
    }
    #expect(said.contains("not •••") && said.contains("GET /tickets: 500"), "\(said)")
    #expect(!said.contains(secret))
    #expect(server.requests.allSatisfy { $0.header("x-api-key") == secret })
    let watch = try chat.start(
      ["watch", "t", "--interval", "0.05"], environment: ["CHATIST_API_KEY": secret])
    defer { watch.kill() }
    while server.requests.count < 6, watch.isRunning { Thread.sleep(forTimeInterval: 0.02) }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(watch.id)/cmdline"))
    let list = String(decoding: bytes, as: UTF8.self)
    #expect(list.contains("watch") && !list.contains(secret))
    watch.kill()
    let watched = try watch.wait()
    #expect(!(watched.stdout + watched.stderr).contains(secret))
  }

  // MARK: - Refusals and losses

  @Test func `a rate limit is waited for, and reported where the wait is too long`() throws {
    let limited = ScriptedAnswer.json(
      #"{"message": "Too many requests."}"#, status: 429, headers: [("Retry-After", "1")])
    let server = try ScriptedServer([limited, .json("[]"), limited])
    let chat = try ChatistSandboxProcess(server)
    #expect(try chat.run(["tickets"]).stdout == "There are no tickets.\n")
    #expect(server.requests.count == 2)
    let once = try chat.run(["tickets", "--attempts", "1"])
    #expect(
      once.exitCode == 1
        && once.stderr
          == "railbird: chatist: The service refuses the request: Too many requests. "
          + "(status 429 to GET /tickets)\n"
    )
    // What is sent is not sent again.
    #expect(try chat.run(["send", "t", "a"]).exitCode == 1)
    #expect(server.requests.count == 4)
    // The sandbox lets one request pass, and wants a wait of a quarter of an hour.
    let strict = try ChatistSandboxProcess(["--chatist-rate", "0.001"])
    #expect(try strict.run(["tickets"]).exitCode == 0)
    let refused = try strict.run(["tickets"])
    #expect(refused.exitCode == 1 && refused.stderr.contains("The service refuses the request"))
    #expect(strict.asked.count == 2)
  }

  @Test func `an answer that is lost leaves open whether the message is there`() throws {
    let server = try ScriptedServer { _ in ScriptedAnswer([.reset]) }
    let chat = try ChatistSandboxProcess(server)
    for (command, hint) in [
      (
        ["new", "a"], "the ticket may be there; before you send it again: railbird chatist tickets"
      ),
      (
        ["send", "t", "a"],
        "the message may be there; before you send it again: railbird chatist show t"
      ),
    ] {
      let lost = try chat.run(command)
      #expect(lost.exitCode == 1 && lost.stdout.isEmpty)
      #expect(lost.stderr.hasSuffix("\n  - \(hint)\n"), "\(lost.stderr)")
    }
    #expect(server.requests.count == 2)
    server.stop()
    let unreachable = try chat.run(["send", "t", "a"])
    #expect(unreachable.exitCode == 1 && !unreachable.stderr.contains("may be there"))
  }

  @Test func `what cannot be read is reported with the place`() throws {
    let server = try ScriptedServer([.json("<html>"), .json(#"{"id": {}}"#)])
    let chat = try ChatistSandboxProcess(server)
    for command in [["tickets"], ["show", "t"]] {
      let unread = try chat.run(command)
      #expect(unread.exitCode == 65 && unread.stderr.contains("GET /tickets"), "\(unread.stderr)")
      #expect(unread.stderr.hasPrefix("railbird: chatist: ") && unread.stderr.contains("found"))
    }
  }

  @Test func `after a message was sent a full standard output ends with 74`() throws {
    let chat = try ChatistSandboxProcess()
    for (command, change) in [
      (["new", "a"], "the ticket ticket_1 is open"), (["send", "ticket_1", "b"], "is sent"),
    ] {
      let full = try RailbirdProcess.run(
        program: "sh",
        ["-c", "exec \"$0\" \"$@\" > /dev/full", RailbirdProcess.executable, "chatist"] + command
          + ["--base-url", chat.url], environment: chat.environment())
      #expect(full.exitCode == 74, "\(full.stderr)")
      #expect(full.stderr.contains(change + "; standard output: cannot be written"))
    }
  }

  // MARK: - Usage

  @Test(arguments: ["", "\n", " \t\n"])
  func `a message without a text is refused`(input: String) throws {
    let server = try ScriptedServer([.json("{}")])
    let chat = try ChatistSandboxProcess(server)
    let none = try chat.run(["send", "t", "-"], input: input)
    #expect(none.exitCode == 64)
    #expect(
      none.stderr == "railbird: text: found nothing; expected a message, or a file to attach\n")
    #expect(server.connectionCount == 0)
  }

  @Test func `bytes that are no text are refused`() throws {
    let server = try ScriptedServer([.json("{}")])
    let result = try RailbirdProcess.run(
      program: "sh",
      [
        "-c", #"printf 'a\377' | "$0" "$@""#, RailbirdProcess.executable, "chatist", "new", "-",
        "--base-url", "\(server.url)",
      ], environment: ["CHATIST_API_KEY": "k"])
    #expect(result.exitCode == 64 && result.stderr.contains("found bytes that are no UTF-8"))
    #expect(server.connectionCount == 0)
  }

  @Test func `the group's help has examples and all commands`() throws {
    let help = try parse(["chatist", "--help"])
    #expect(
      help.exitCode == 0 && help.stdout.contains("Exit codes: 0 done, 1 failed, 64 bad usage"))
    for name in [
      "tickets", "show", "new", "send", "branding", "customer", "device", "watch", "download",
    ] {
      #expect(help.stdout.contains("\n  \(name) "), "\(name)")
      let own = try parse(["chatist", name, "--help"])
      #expect(own.stdout.contains("  railbird chatist \(name)"), "\(name)")
      #expect(own.stdout.contains("--json "), "\(name)")
    }
  }

  @Test(arguments: [
    ["show"], ["new"], ["send", "t"], ["customer"], ["device"], ["device", "--token", ""],
    ["tickets", "--base-url", "http://chat.example"], ["tickets", "--base-url", "chat"],
    ["send", "", "Hello"],
    ["tickets", "--attempts", "0"], ["tickets", "--customer", ""],
    ["tickets", "--customer", "a\nb"], ["watch", "--interval", "0"],
    ["download", "https://chat.example/a"], ["download", "chat", "--out", "x"],
    ["download", "http://chat.example/a", "--out", "x"],
    ["download", "https://chat.example/a", "--out", "x", "--limit", "0"],
  ])
  func `bad usage ends with 64`(arguments: [String]) throws {
    let base = arguments[0] == "download" || arguments.contains("--base-url")
    let result = try parse(
      ["chatist"] + arguments + (base ? [] : ["--base-url", "http://127.0.0.1:9"]))
    #expect(result.exitCode == 64, "\(result.stderr)")
  }

  @Test(arguments: [["new", ""], ["new", " ", "--attach", "/dev/null"]])
  func `a message of blanks alone is bad usage`(arguments: [String]) throws {
    let result = try RailbirdProcess.run(
      ["chatist"] + arguments + ["--base-url", "http://127.0.0.1:9"])
    #expect(result.exitCode == 64, "\(result.stderr)")
  }
}
