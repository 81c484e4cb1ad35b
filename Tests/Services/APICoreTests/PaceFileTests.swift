import APICore
import Foundation
import Synchronization
import TestSupport
import Testing

/// Several processes that share a file, each with its own limiter and `PaceFile`.
struct PaceFileTests {
  private let folder: TemporaryFolder
  private let clock = ManualClock(isImpatient: true)
  private let notes = Notes()
  private let one = PaceFileTests.client()

  private final class Notes: Sendable {
    let all = Mutex<[String]>([])
    var texts: [String] { all.withLock { $0 } }
  }

  init() throws { folder = try TemporaryFolder() }

  private static func client(
    _ key: String = "0123456789abcdef", host: String = "races.example"
  ) -> PacedClient {
    PacedClient(at: URL(string: "https://\(host)/v1")!, credential: ["X-Key": key])
  }

  private func process(
    _ interval: Duration = .seconds(1), path: String? = nil
  ) -> RateLimiter {
    let file = PaceFile(
      path: path ?? folder.file("state/pace"),
      digest: { "\($0.hashValue)" },
      note: { [notes] text in notes.all.withLock { $0.append(text) } })
    return RateLimiter(interval: interval, clock: clock, others: file)
  }

  /// Returns the time at which a process sends a request, by the clock that all share.
  private func departure(_ process: RateLimiter, _ client: PacedClient? = nil) async throws
    -> Duration
  {
    #expect(try await process.wait(as: client ?? one) == nil)
    return clock.uptime
  }

  @Test func `processes with one key leave one interval apart`() async throws {
    let processes = [process(), process(), process()]
    var times: [Duration] = []
    for index in [0, 1, 2, 1, 0, 0, 2, 2] { times.append(try await departure(processes[index])) }
    #expect(times == (0..<8).map { .seconds($0) })
  }

  @Test func `processes that ask at the same time leave one interval apart`() async throws {
    let clock = ManualClock()
    let path = folder.file("pace")
    let limiters = (0..<2).map { _ in
      RateLimiter(
        interval: .seconds(1), clock: clock, others: PaceFile(path: path, digest: { "\($0.count)" })
      )
    }
    let one = one
    let times = await clock.run {
      await withTaskGroup(of: [Duration].self) { group in
        for limiter in limiters {
          group.addTask {
            var times: [Duration] = []
            for _ in 0..<4 {
              _ = try? await limiter.wait(as: one)
              times.append(clock.uptime)
            }
            return times
          }
        }
        return await group.reduce(into: [Duration]()) { $0 += $1 }.sorted()
      }
    }
    #expect(times == (0..<8).map { .seconds($0) })
  }

  @Test func `another key, another host and a service without a limit are not waited for`()
    async throws
  {
    let others = [
      Self.client("fedcba9876543210"), Self.client(host: "other.example"), Self.client(),
    ]
    #expect(try await departure(process()) == .zero)
    #expect(try await departure(process(), others[0]) == .zero)
    #expect(try await departure(process(), others[1]) == .zero)
    #expect(try await departure(process(.zero)) == .zero)
    #expect(try await departure(process(), others[2]) == .seconds(1))
  }

  @Test func `one process alone is as quick as without a file`() async throws {
    let process = process()
    for index in 0..<20 {
      #expect(try await departure(process) == .seconds(index))
    }
    clock.advance(by: .seconds(9))
    #expect(try await departure(self.process()) == .seconds(28))
  }

  @Test func `a request that was held up on its way holds back the others too`() async throws {
    let (first, second) = (process(), process())
    let left = try await departure(first)
    clock.advance(by: .milliseconds(300))
    first.arrived(from: left, isAnswered: true, as: one)
    #expect(try await departure(second) == .milliseconds(1300))
  }

  @Test func `a longer interval is a process's own and does not keep it waiting for ever`()
    async throws
  {
    let (slow, quick) = (process(.seconds(6)), process())
    #expect(try await departure(slow) == .zero)
    for second in 1...3 { #expect(try await departure(quick) == .seconds(second)) }
    #expect(try await departure(slow) == .seconds(6))
    for second in 7...9 { #expect(try await departure(quick) == .seconds(second)) }
    // Of its own requests it keeps six seconds, of the other's one.
    #expect(try await departure(slow) == .seconds(12))
  }

  @Test(arguments: [(3, 3), (60, 60), (61, 1), (86_400, 1)])
  func `a pause that the server asks for is everybody's, but for a quota's`(
    seconds: Int, wait: Int
  ) async throws {
    let (first, second) = (process(), process())
    let left = try await departure(first)
    first.learn(from: HTTPResponse(status: 429, headers: ["Retry-After": "\(seconds)"]))
    first.arrived(from: left, isAnswered: true, as: one)
    #expect(try await departure(second) == .seconds(wait))
  }

  @Test func `a process that is killed while it holds the lock holds no one back`() async throws {
    _ = try await departure(process())
    let script = """
      import fcntl, sys, time
      file = open(sys.argv[1], "r+")
      fcntl.flock(file, fcntl.LOCK_EX)
      open(sys.argv[1] + ".held", "w").close()
      time.sleep(60)
      """
    let holder = try RailbirdProcess.start(
      program: "python3", ["-c", script, folder.file("state/pace")])
    while !FileManager.default.fileExists(atPath: folder.file("state/pace.held")) {
      try await Task.sleep(for: .milliseconds(5))
    }
    // A process that is stopped while it holds the lock delays the others by one second only.
    holder.send(SIGSTOP)
    let free = try await departure(process())
    #expect(free >= .seconds(1) && free < .milliseconds(1_100))
    holder.kill()
    let file = open(folder.file("state/pace"), O_RDWR)
    while flock(file, LOCK_EX | LOCK_NB) != 0 { try await Task.sleep(for: .milliseconds(5)) }
    close(file)
    clock.advance(by: .seconds(10))
    let first = try await departure(process())
    #expect(try await departure(process()) == first + .seconds(1))
    #expect(notes.texts == [])
  }

  @Test func `times of another clock are not believed`() async throws {
    clock.advance(by: .seconds(1_000_000))
    _ = try await departure(process())
    // The machine has restarted: its clock begins again.
    let later = ManualClock(isImpatient: true)
    let file = PaceFile(
      path: folder.file("state/pace"),
      digest: { "\($0.hashValue)" })
    let limiter = RateLimiter(interval: .seconds(1), clock: later, others: file)
    for second in 0..<3 {
      _ = try await limiter.wait(as: one)
      #expect(later.uptime == .seconds(second))
    }
    // The reverse case, after a long time.
    clock.advance(by: .seconds(1_000_000))
    #expect(try await departure(process()) == .seconds(2_000_000))
  }

  @Test(arguments: [
    "", "\n", "salt\n", "no pace at all", "salt 0123\nx 1 2 3\n",
    "salt 00000000000000000000000000000000\nx 99999999999999999999 1 1\ny -1 -1 -1\nz 1 2\n",
    String(repeating: "\u{0}", count: 40_000),
  ])
  func `a file that is damaged is written anew`(text: String) async throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("state"), withIntermediateDirectories: true)
    _ = try folder.write(text, to: "state/pace")
    #expect(try await departure(process()) == .zero)
    #expect(try await departure(process()) == .seconds(1))
    #expect(notes.texts == [])
  }

  @Test func `a folder that cannot be written is reported once, and requests leave without it`()
    async throws
  {
    let path = try folder.write("", to: "file") + "/pace"
    let process = process(path: path)
    for second in 0..<3 { #expect(try await departure(process) == .seconds(second)) }
    #expect(
      notes.texts == [
        "\(path): cannot be opened (not a directory); requests do not wait for other processes "
          + "with the same key"
      ])
  }

  @Test func `the file states no credential and is the user's own, however many clients there are`()
    async throws
  {
    for index in 0..<300 {
      _ = try await departure(process(), Self.client("key-number-\(index)"))
    }
    let path = folder.file("state/pace")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.contains("key-number") && text.split(separator: "\n").count == 201)
    for (file, mode) in [(path, 0o600), (folder.file("state"), 0o700)] {
      let facts = try FileManager.default.attributesOfItem(atPath: file)
      #expect(facts[.posixPermissions] as? Int == mode)
    }
  }
}
