import Foundation

/// One side of one workload: a process that is asked for one thing at a time, line by line.
final class Contestant {
  /// The engine's name and version.
  private(set) var engine = "railbird"
  private(set) var rows = 0
  private let name: String
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var unread = Data()

  /// Starts the process and waits until it has loaded its table.
  init(_ name: String, _ program: String, _ arguments: [String]) throws {
    self.name = name
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    // A side that ends early is noticed by its missing reply, not by a signal.
    signal(SIGPIPE, SIG_IGN)
    try process.run()
    let ready = try reply()
    if let engine = ready.engine { self.engine = engine }
    rows = ready.rows ?? 0
  }

  /// One run; its time in seconds and what else is said of it.
  func run() throws -> (seconds: Double, reply: Reply) {
    let reply = try ask("run")
    guard let seconds = reply.seconds else { throw missing("a time") }
    return (seconds, reply)
  }

  /// Asks for something and waits for the reply.
  func ask(_ command: String) throws -> Reply {
    try input.fileHandleForWriting.write(contentsOf: Data((command + "\n").utf8))
    return try reply()
  }

  /// Waits until processes are at rest: what one still tidies up must not slow the next run.
  ///
  /// Polars gives memory back for up to two seconds after its reply, by threads of its own that begin
  /// slowly. At rest is a fortieth of one core for 0.8 s; the wait ends after six seconds.
  static func settle(_ sides: [Contestant]) {
    var (used, quiet) = (sides.map(\.hundredths), 0)
    for _ in 0..<15 {
      usleep(400_000)
      let now = sides.map(\.hundredths)
      quiet = zip(now, used).allSatisfy { $0 - $1 <= 1 } ? quiet + 1 : 0
      if quiet == 2 { return }
      used = now
    }
  }

  /// Ends the process, so that its memory is free for the next.
  func end() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  // MARK: - Implementation

  /// Hundredths of a second that the process has used the processors; 0 where they are unknown.
  private var hundredths: Int {
    ProcessorTime.hundredths(of: process.processIdentifier) ?? 0
  }

  private func reply() throws -> Reply {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = unread[unread.startIndex..<end]
        unread = Data(unread[(end + 1)...])
        guard let reply = try? JSONDecoder().decode(Reply.self, from: Data(line)) else { continue }
        if let error = reply.error { throw WrongAnswer(description: "\(name): \(error)") }
        return reply
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw missing("a reply") }
      unread.append(more)
    }
  }

  private func missing(_ what: String) -> WrongAnswer {
    WrongAnswer(description: "\(name): found its end; expected \(what)")
  }
}
