import FeedContract
import Foundation
import TestSupport
import Testing

/// `railbird chatist watch`: each message once, in order, through kills of the process.
struct ChatistWatchTests {
  private static func message(_ number: Int) -> String {
    let (minute, second) = (number / 60, number % 60)
    let time = [minute, second].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
    return #"{"id": "m\#(number)", "ticketId": "t", "sender": {"name": "Sam"}, "content": "n", "#
      + #""isRead": false, "timestamp": "2025-01-01 12:\#(time)"}"#
  }

  /// A service that sends messages several times, in any order, and some a poll late.
  private static func restless(_ count: Int) throws -> ScriptedServer {
    try ScriptedServer { request in
      var random = SeededGenerator(UInt64(request.index))
      // Two messages a poll, a third of them one poll later than one that was sent after them.
      let shows = (1...count).filter { $0 / 2 + ($0 % 3 == 0 ? 1 : 0) <= request.index }
      var sent = shows.filter {
        $0 > min(request.index * 2, count) - 16 || Bool.random(using: &random)
      }
      sent += sent.filter { _ in Bool.random(using: &random) }
      let list = sent.shuffled(using: &random).map(message).joined(separator: ", ")
      return .json(#"{"id": "t", "state": "open", "assignee": "", "messages": [\#(list)]}"#)
    }
  }

  /// The numbers of the messages that were printed, and only whole lines count.
  private func numbers(_ output: String) -> [Int] {
    output.matches(of: /\{[^\n]*"id":"m(\d+)"[^\n]*\}\n/).compactMap { Int($0.1) }
  }

  @Test func `through kills and restarts each message is printed once, in order`() throws {
    let count = 60
    let chat = try ChatistSandboxProcess(try Self.restless(count))
    let bookmark = chat.folder.file("bookmark")
    let arguments = ["watch", "t", "--interval", "0.01", "--json", "--bookmark", bookmark]
    var runs: [[Int]] = []
    while runs.last?.last ?? 0 < count * 2 / 3, runs.count < 100 {
      let watch = try chat.start(arguments)
      while numbers(watch.stdoutSoFar).count < 5, watch.isRunning {
        Thread.sleep(forTimeInterval: 0.005)
      }
      watch.kill()
      let killed = try watch.wait()
      #expect(killed.exitCode == -SIGKILL, "\(killed.stderr)")
      runs.append(numbers(killed.stdout))
    }
    let last = try chat.start(arguments)
    while numbers(last.stdoutSoFar).last ?? 0 < count, last.isRunning {
      Thread.sleep(forTimeInterval: 0.005)
    }
    last.send(SIGINT)
    let ended = try last.wait()
    #expect(ended.exitCode == 130 && ended.stderr.isEmpty, "\(ended.stderr)")
    runs.append(numbers(ended.stdout))
    #expect(runs.count > 3)
    // A message that was marked, and not printed yet, is lost with the process: one a kill at most.
    let printed = runs.flatMap { $0 }
    #expect(printed == printed.sorted() && Set(printed).count == printed.count, "\(runs)")
    for (one, next) in zip(runs, runs.dropFirst()) {
      let gap = (next.first ?? 0) - (one.last ?? 0)
      #expect(gap == 1 || gap == 2, "\(runs)")
    }
    for run in runs { #expect(run == Array((run.first ?? 0)...(run.last ?? 0)), "\(runs)") }
    // The bookmark holds all of them, printed or lost.
    let kept = try String(contentsOfFile: bookmark, encoding: .utf8)
    for number in 1...count { #expect(kept.contains("\"m\(number)\"")) }
  }

  @Test func `messages of all tickets are reported as they come`() throws {
    let chat = try ChatistSandboxProcess()
    try chat.call("clock?at=2026-01-07T10:00:00Z")
    for text in ["First\ntwo lines", "Second"] {
      #expect(try chat.run(["new", text]).exitCode == 0)
    }
    let watch = try chat.start(["watch", "--interval", "0.05"])
    defer { watch.kill() }
    func wait(for text: String) {
      while !watch.stdoutSoFar.contains(text), watch.isRunning {
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
    wait(for: "  Second\n")
    #expect(
      watch.stdoutSoFar
        == "ticket_1  2026-01-07 10:00:00 UTC  Customer (customer)\n  First\n  two lines\n"
        + "ticket_2  2026-01-07 10:00:00 UTC  Customer (customer)\n  Second\n")
    try chat.call("clock?at=2026-01-07T10:00:00.500Z")
    _ = try chat.run(["send", "ticket_1", "Third"])
    wait(for: "  Third\n")
    watch.send(SIGTERM)
    let ended = try watch.wait()
    #expect(ended.exitCode == 130 && ended.stderr.isEmpty, "\(ended.stderr)")
    #expect(ended.stdout.components(separatedBy: "  Third\n").count == 2)
  }

  @Test func `a service that fails for a while is asked again, a ticket that is gone is not`()
    throws
  {
    let server = try ScriptedServer { request in
      request.index < 3
        ? .json("busy", status: 503)
        : .json(
          #"{"id": "t", "state": "open", "assignee": "", "messages": [\#(Self.message(1))]}"#)
    }
    let chat = try ChatistSandboxProcess(server)
    let arguments = ["watch", "t", "--interval", "0.01", "--attempts", "1"]
    let watch = try chat.start(arguments)
    defer { watch.kill() }
    while !watch.stdoutSoFar.contains("\n  n\n"), watch.isRunning {
      Thread.sleep(forTimeInterval: 0.02)
    }
    watch.send(SIGINT)
    let stopped = try watch.wait()
    #expect(stopped.exitCode == 130)
    #expect(stopped.stderr.components(separatedBy: "a poll failed, another follows: ").count == 4)
    let gone = try ChatistSandboxProcess(try ScriptedServer([.json("{}", status: 404)]))
    let ended = try gone.run(arguments)
    #expect(ended.exitCode == 1 && ended.stderr.contains("t: found no such ticket"))
  }

  @Test func `a bookmark that cannot be used is an error, and stays as it is`() throws {
    let chat = try ChatistSandboxProcess(try Self.restless(3))
    let file = try chat.folder.write("no bookmark", to: "bookmark")
    let refused = try chat.run(["watch", "t", "--interval", "0.01", "--bookmark", file])
    #expect(refused.exitCode == 1 && refused.stdout.isEmpty)
    #expect(
      refused.stderr
        == "railbird: chatist: \(file): found another file; expected the messages handed over so "
        + "far\n")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "no bookmark")
  }

  @Test func `a reader that closes its pipe ends the watch`() throws {
    let chat = try ChatistSandboxProcess(try Self.restless(60))
    let result = try RailbirdProcess.run(
      program: "sh",
      [
        "-c", #""$0" "$@" | sed 2q"#, RailbirdProcess.executable, "chatist", "watch", "t",
        "--interval", "0.01", "--json", "--base-url", chat.url,
      ], environment: chat.environment())
    #expect(numbers(result.stdout) == [1, 2] && result.stderr.isEmpty, "\(result.stderr)")
  }
}
