import FeedContract
import Foundation
import TestSupport
import Testing

/// `railbird chatist …` against the sandbox, and against a service that is scripted.
struct ChatistCommandTests {
  private static let message =
    #"{"id": "m1", "ticketId": "t", "sender": {"name": "Sam", "type": "human agent"}, "#
    + #""content": "Hello", "isRead": false, "timestamp": "2025-01-01 12:00:00"}"#

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func list(_ text: String) throws -> [[String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
  }

  // MARK: - Tickets and messages

  @Test(arguments: ["seed", "live"])
  func `a conversation goes from the new ticket to the agent's answer`(wire: String) throws {
    let chat = try ChatistSandboxProcess(["--chatist-wire", wire])
    try chat.call("clock?at=2026-01-07T10:00:00Z")
    #expect(try chat.run(["tickets"]).stdout == "There are no tickets.\n")
    let opened = try chat.run(["new", "I cannot log in", "--channel", "web"])
    #expect(opened.exitCode == 0 && opened.stderr.isEmpty, "\(opened.stderr)")
    #expect(opened.stdout == "Opened ticket_1\n")
    #expect(
      try chat.run(["tickets"]).stdout
        == "ticket_1  open  2026-01-07 10:00:00 UTC  Customer: I cannot log in\n")
    try chat.call("clock?at=2026-01-07T10:01:00Z")
    let shown = try chat.run(["show", "ticket_1"])
    #expect(shown.exitCode == 0 && shown.stderr.isEmpty, "\(shown.stderr)")
    #expect(shown.stdout.hasPrefix("ticket_1  open  "))
    #expect(
      shown.stdout.contains("\n2026-01-07 10:00:00 UTC  Customer (customer)\n  I cannot log in\n"))
    #expect(shown.stdout.contains(/\n2026-01-07 10:00:\d\d UTC  Ada \(ai agent\)\n  \S/))
    let sent = try chat.run(["send", "ticket_1", "-"], input: "Two\nlines\n")
    #expect(sent.stdout.contains(/^Sent message_\d+ to ticket_1\n$/), "\(sent.stderr)")
    #expect(
      try chat.run(["show", "ticket_1"]).stdout.contains(
        "10:01:00 UTC  Customer (customer)\n  Two\n  lines\n"))
    let device = try object(
      try chat.run(["new", "a", "--app-version", "2.1", "--app-build", "7", "--json"]).stdout)
    #expect(device["id"] as? String == "ticket_2")
    #expect(try chat.call("tickets", method: "GET").contains(",web,0.1.0,"))
    #expect(try chat.call("tickets", method: "GET").contains(",linux,2.1,"))
  }

  @Test func `each command has the service's members as JSON`() throws {
    let chat = try ChatistSandboxProcess()
    let ticket = try object(try chat.run(["new", "Hello", "--json"]).stdout)
    let guide: Set = ["id", "state", "assignee", "messages", "schedules"]
    // The sandbox repeats what the ticket was made with.
    #expect(Set(ticket.keys) == guide.union(["channel", "deviceInfo"]))
    let first = try #require((ticket["messages"] as? [[String: Any]])?.first)
    #expect(
      Set(first.keys) == ["id", "ticketId", "sender", "content", "isRead", "timestamp"])
    let sent = try object(try chat.run(["send", "ticket_1", "More", "--json"]).stdout)
    #expect(sent["content"] as? String == "More" && sent["ticketId"] as? String == "ticket_1")
    let tickets = try list(try chat.run(["tickets", "--json"]).stdout)
    #expect(tickets.map { Set($0.keys) } == [["id", "state", "assignee", "lastMessage"]])
    let shown = try object(try chat.run(["show", "ticket_1", "--json"]).stdout)
    #expect((shown["messages"] as? [Any])?.count ?? 0 >= 2)
    let branding = try object(try chat.run(["branding", "--json"]).stdout)
    let moment = try #require(branding["updatedAt"] as? String)
    #expect((branding["primaryLight"] as? String)?.hasPrefix("#") == true)
    #expect(
      try chat.run(["branding", "--json", "--updated-at", moment]).stdout == "null\n")
    let changes = [
      ["customer", "--email", "a@mail.example", "--original-id", "7"],
      ["device", "--token", "t0k", "--original-id", "d1"],
    ]
    for change in changes {
      #expect(try chat.run(change + ["--json"]).stdout == "{\"updated\":true}\n")
    }
    #expect(
      try chat.call("customers", method: "GET").contains("anonymous,a@mail.example,7,d1,t0k,"))
  }

  @Test func `the branding is shown with both modes side by side`() throws {
    let chat = try ChatistSandboxProcess()
    let shown = try chat.run(["branding"])
    #expect(shown.exitCode == 0, "\(shown.stderr)")
    #expect(shown.stdout.contains(/\nprimary +#[0-9A-F]{6}  #[0-9A-F]{6}\n/), "\(shown.stdout)")
    #expect(shown.stdout.contains("/branding/logo.svg"))
    #expect(
      try chat.run(["branding", "--updated-at", "2100-01-01 00:00:00"]).stdout
        == "There is no newer branding.\n")
    #expect(
      try chat.run(["customer", "--email", "a@b.example"]).stdout == "Changed the customer\n")
    #expect(try chat.run(["device", "--token", "t"]).stdout == "Changed the device\n")
  }

  @Test func `tickets are those of the customer who is named`() throws {
    let chat = try ChatistSandboxProcess()
    let mine = ["--customer", "customer-1"]
    #expect(try chat.run(["new", "Mine"] + mine).exitCode == 0)
    #expect(try list(try chat.run(["tickets", "--json"] + mine).stdout).count == 1)
    #expect(try chat.run(["tickets", "--json"]).stdout == "[]\n")
    for call in [["show", "ticket_1"], ["send", "ticket_1", "a"], ["show", "none"]] {
      let result = try chat.run(call)
      #expect(result.exitCode == 1 && result.stdout.isEmpty)
      #expect(
        result.stderr.hasPrefix(
          "railbird: chatist: \(call[1]): found no such ticket; expected one of the customer's "
            + "(status 404 to "))
      #expect(
        result.stderr.hasSuffix(
          ")\n  - set the customer by --customer ID, or by customerID in the configuration file\n"))
    }
  }

  @Test func `nothing that a service sends moves the terminal`() throws {
    let evil = Self.message.replacing("Hello", with: #"A \u001b[2J\u202e\nB"#)
      .replacing("Sam", with: #"S\u0007am"#)
    let server = try ScriptedServer { request in
      request.target == "/tickets"
        ? .json(#"[{"id": "t\u001b", "state": "open", "lastMessage": \#(evil)}]"#)
        : .json(#"{"id": "t", "state": "\u009b0m", "assignee": "", "messages": [\#(evil)]}"#)
    }
    let chat = try ChatistSandboxProcess(server)
    for command in [["tickets"], ["show", "t"]] {
      let shown = try chat.run(command)
      #expect(shown.exitCode == 0 && shown.stdout.contains("S\u{FFFD}am"), "\(shown.stderr)")
      let controls = shown.stdout.unicodeScalars.filter {
        [.control, .format].contains($0.properties.generalCategory) && $0 != "\n"
      }
      #expect(controls.isEmpty)
    }
    // Lines of a message stay lines, further in than the lines about messages.
    #expect(try chat.run(["show", "t"]).stdout.hasSuffix("\n  A \u{FFFD}[2J\u{FFFD}\n  B\n"))
  }

  @Test func `a ticket that cannot be read is reported, and the others are shown`() throws {
    let server = try ScriptedServer([
      .json(#"[{"state": "open"}, {"id": "t", "state": "open", "lastMessage": \#(Self.message)}]"#)
    ])
    let shown = try ChatistSandboxProcess(server).run(["tickets"])
    #expect(shown.exitCode == 65 && shown.stdout.hasPrefix("t  open  2025-01-01 12:00:00 UTC  Sam"))
    #expect(shown.stderr.hasPrefix("railbird: chatist: left out: GET /tickets"), "\(shown.stderr)")
  }

  // MARK: - Attachments

  @Test func `attachments of any size up to the limit come back as they were sent`() throws {
    let chat = try ChatistSandboxProcess()
    var paths: [String] = []
    for (name, size) in [("none.bin", 0), ("one.txt", 1), ("screen shot.png", 10 << 20)] {
      var generator = SeededGenerator(UInt64(size))
      var data = Data("\r\n--railbird".utf8).prefix(size)
      while data.count < size {
        withUnsafeBytes(of: generator.next()) {
          data.append(contentsOf: $0.prefix(size - data.count))
        }
      }
      paths.append(chat.folder.file(name))
      try data.write(to: URL(fileURLWithPath: paths[paths.count - 1]))
    }
    let attach = paths.flatMap { ["--attach", $0] }
    let opened = try chat.run(["new", "See here"] + attach)
    #expect(opened.stdout == "Opened ticket_1 with 3 attachments\n", "\(opened.stderr)")
    let sent = try object(try chat.run(["send", "ticket_1", "", "--json"] + attach).stdout)
    let shown = try object(try chat.run(["show", "ticket_1", "--json"]).stdout)
    let messages = try #require(shown["messages"] as? [[String: Any]])
    for message in [messages[0], sent] {
      let links = try #require(message["attachments"] as? [String])
      try #require(links.count == 3)
      for (link, path) in zip(links, paths) {
        let copy = chat.folder.file("copy")
        let saved = try chat.run(["download", link, "--out", copy, "--json"])
        #expect(saved.exitCode == 0, "\(saved.stderr)")
        let told = try object(saved.stdout)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
        #expect(bytes == (try Data(contentsOf: URL(fileURLWithPath: path))))
        #expect(told["bytes"] as? Int == bytes.count && told["file"] as? String == copy)
      }
    }
    // The media types are those of the names' endings.
    let types = try chat.call("attachments", method: "GET")
    #expect(types.contains(",none.bin,application/octet-stream,0,00000000"))
    #expect(types.contains(",one.txt,text/plain,1,"))
    #expect(types.contains(",screen shot.png,image/png,10485760,"))
    #expect(try chat.run(["show", "ticket_1"]).stdout.contains("\n  → \(chat.url)/attachments/"))
  }

  @Test func `a file over the limit is refused before anything is sent`() throws {
    let chat = try ChatistSandboxProcess()
    let (small, large) = (chat.folder.file("small.log"), chat.folder.file("large.log"))
    for (path, size) in [(small, 10 << 20), (large, 10 << 20 + 1)] {
      try Data(count: size).write(to: URL(fileURLWithPath: path))
    }
    for command in [["new", "a"], ["send", "ticket_1", "a"]] {
      let refused = try chat.run(command + ["--attach", small, "--attach", large])
      #expect(refused.exitCode == 1 && refused.stdout.isEmpty)
      #expect(
        refused.stderr
          == "railbird: chatist: attachment large.log: found 10485761 bytes; expected at most "
          + "10485760\n")
    }
    let config = try chat.folder.write(#"{"attachmentLimit": 3}"#, to: "config")
    let four = try chat.folder.write("four", to: "four.txt")
    let limited = try chat.run(["new", "a", "--attach", four, "--config", config])
    #expect(limited.exitCode == 1 && limited.stderr.contains("found 4 bytes; expected at most 3"))
    for path in [chat.folder.file("none"), chat.folder.path, "/dev/null"] {
      let unread = try chat.run(["new", "a", "--attach", path])
      #expect(
        unread.exitCode == 1
          && unread.stderr.contains("expected a file that does not change until it is sent"))
    }
    #expect(chat.asked.isEmpty, "\(chat.asked)")
    // What the service alone finds too large is reported in its words.
    let strict = try ChatistSandboxProcess(["--attachment-limit", "3"])
    let refused = try strict.run(["new", "a", "--attach", four])
    #expect(refused.exitCode == 1 && refused.stderr.contains("The service refuses the request: "))
    #expect(try strict.call("tickets", method: "GET").split(separator: "\n").count == 1)
  }

  /// Answers each upload with its size, and keeps nothing of it.
  private static let sink = """
    import http.server, json
    class Sink(http.server.BaseHTTPRequestHandler):
      def do_POST(self):
        size = rest = int(self.headers["Content-Length"])
        while rest: rest -= len(self.rfile.read(min(rest, 1 << 20)))
        body = json.dumps({"id": "m1", "content": str(size)}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
      def log_message(self, *words): pass
    server = http.server.HTTPServer(("127.0.0.1", 0), Sink)
    print(server.server_port, flush=True)
    server.serve_forever()
    """

  /// Runs a command and prints the peak of its memory, in KiB on Linux.
  private static let measured = """
    import resource, subprocess, sys
    code = subprocess.run(sys.argv[1:]).returncode
    print("peak", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
    sys.exit(code)
    """

  @Test(.longForm) func `an upload of 200 MiB takes hardly more memory than one of a byte`() throws
  {
    let folder = try TemporaryFolder()
    let sink = try RailbirdProcess.start(program: "python3", ["-c", Self.sink])
    defer { sink.kill() }
    while !sink.stdoutSoFar.contains("\n"), sink.isRunning { Thread.sleep(forTimeInterval: 0.02) }
    let port = sink.stdoutSoFar.trimmingCharacters(in: .newlines)
    let config = try folder.write(#"{"attachmentLimit": 209715200}"#, to: "config")
    func peak(_ size: Int) throws -> Int {
      let path = try folder.write("", to: "upload.bin")
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try file.truncate(atOffset: UInt64(size))
      try file.close()
      let result = try RailbirdProcess.run(
        program: "python3",
        [
          "-c", Self.measured, RailbirdProcess.executable, "chatist", "send", "t", "a", "--attach",
          path, "--base-url", "http://127.0.0.1:\(port)", "--config", config, "--json",
        ], environment: ["CHATIST_API_KEY": ChatistSandboxProcess.key])
      #expect(result.exitCode == 0, "\(result.stderr)")
      let count = result.stdout.firstMatch(of: /"content":"(\d+)"/).flatMap { Int($0.1) } ?? 0
      #expect(count > size && count < size + 1_000)
      let found = result.stdout.firstMatch(of: /peak (\d+)/).flatMap { Int($0.1) } ?? 0
      #if os(Linux)
        return found >> 10
      #else
        return found >> 20
      #endif
    }
    let peaks = try [1, 10 << 20, 200 << 20].map { try peak($0) }
    print("peak memory of uploads of 1 B, 10 MiB, 200 MiB: \(peaks) MiB")
    #expect(peaks[0] > 0)
    #expect(peaks[1] - peaks[0] < 8 && peaks[2] - peaks[0] < 8, "\(peaks) MiB")
  }

  @Test func `a download goes without the key, and appears whole or not at all`() throws {
    let server = try ScriptedServer { request in
      request.target == "/a?x=1" ? .whole([1, 2, 3]) : .json(#"{"message": "gone"}"#, status: 404)
    }
    let chat = try ChatistSandboxProcess(server)
    let out = chat.folder.file("out.bin")
    let saved = try chat.run(["download", chat.url + "/a?x=1", "--out", out])
    #expect(saved.stdout == "\(out): 3 bytes\n" && saved.exitCode == 0, "\(saved.stderr)")
    #expect(!server.requests[0].mentions(ChatistSandboxProcess.key))
    let large = try chat.run(["download", chat.url + "/a?x=1", "--out", out, "--limit", "2"])
    #expect(large.exitCode == 1 && large.stderr.contains("more than 2 bytes"), "\(large.stderr)")
    let gone = try chat.run(["download", chat.url + "/b", "--out", out])
    #expect(
      gone.exitCode == 1
        && gone.stderr
          == "railbird: chatist: attachment: found status 404: gone; expected 200\n"
    )
    #expect(try Data(contentsOf: URL(fileURLWithPath: out)) == Data([1, 2, 3]))
    #expect(files(below: chat.folder.path) == ["out.bin"])
  }
}
