import Foundation
import TestSupport
import Testing

/// A crash gives one line, unless the full output of Swift's runtime is requested.
struct InternalErrorTests {
  @Test(arguments: [SIGILL, SIGTRAP, SIGABRT, SIGSEGV])
  func `a crash is reported in one line, at once`(signal: Int32) throws {
    let process = try RailbirdProcess.start(["sandbox"], environment: ["SWIFT_BACKTRACE": ""])
    while process.stdoutSoFar.isEmpty, process.isRunning { Thread.sleep(forTimeInterval: 0.02) }
    let start = Date()
    process.send(signal)
    let result = try process.wait()
    #expect(Date().timeIntervalSince(start) < 10)
    #expect(result.exitCode == -signal)
    #expect(
      result.stderr
        == "railbird: internal error; please report it with the command (signal \(signal))\n")
  }

  @Test func `a request to quit ends the command by its signal, without a word`() throws {
    let process = try RailbirdProcess.start(["sandbox"], environment: ["SWIFT_BACKTRACE": ""])
    while process.stdoutSoFar.isEmpty, process.isRunning { Thread.sleep(forTimeInterval: 0.02) }
    process.send(SIGQUIT)
    let end = Date() + 60
    while process.isRunning, Date() < end { Thread.sleep(forTimeInterval: 0.02) }
    // One that goes on would do so for ever.
    process.kill()
    let result = try process.wait()
    #expect(result.exitCode == -SIGQUIT)
    #expect(result.stderr == "")
  }

  @Test func `a file that is cut short while it is mapped is told of`() throws {
    let process = try RailbirdProcess.start(["sandbox"], environment: ["SWIFT_BACKTRACE": ""])
    while process.stdoutSoFar.isEmpty, process.isRunning { Thread.sleep(forTimeInterval: 0.02) }
    process.send(SIGBUS)
    let result = try process.wait()
    #expect(result.exitCode == -SIGBUS)
    #expect(
      result.stderr
        == """
        railbird: a file was cut short while it was read, or the disk failed (signal \(SIGBUS))

        """)
  }
}
