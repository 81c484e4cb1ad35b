import Foundation
import TestSupport
import Testing

/// The output of Swift's runtime about a crashing process that holds a key.
@Suite(.tags(.slow)) struct CrashTextTests {
  /// All output that the runtime can give, more than by default.
  private static let everything = "enable=yes,threads=all,registers=all,symbolicate=off,color=no"

  @Test(arguments: [SIGABRT, SIGSEGV], ["", ",format=json"])
  func `a crash shows nothing of the key`(signal: Int32, format: String) throws {
    let work = try FetchSandbox(days: 8)
    let process = try RailbirdProcess.start(
      work.arguments + ["--verbose", "--interval", "0.05"],
      environment: [
        "RAILBIRD_RACING_API_KEY": FetchSandbox.key, "SWIFT_BACKTRACE": Self.everything + format,
      ])
    while try work.log().count < 4, process.isRunning {}
    let limits = try String(contentsOfFile: "/proc/\(process.id)/limits", encoding: .utf8)
    #expect(limits.contains(/Max core file size +[01] +[01]\b/))
    let arguments = try Data(contentsOf: URL(filePath: "/proc/\(process.id)/cmdline"))
    #expect(arguments.range(of: Data(FetchSandbox.key.utf8)) == nil)
    let text = try crash(process, by: signal)
    #expect(text.contains("Thread 0 \"railbird\""), "\(text)")
    #expect(!text.contains("rip 0x") && !text.contains("x28 0x"))
    for form in Self.forms(of: FetchSandbox.key) { #expect(!text.contains(form), "\(form)") }
    for (file, bytes) in try work.bytes() {
      #expect(bytes.range(of: Data(FetchSandbox.key.utf8)) == nil, "\(file)")
    }
  }

  @Test func `a key that the command does not use comes into no core file either`() throws {
    let own = try String(contentsOfFile: "/proc/self/limits", encoding: .utf8)
    let core = { (text: String) in
      text.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
    }
    for (name, isKept) in [
      ("RAILBIRD_RACING_API_KEY", true), ("CHATIST_API_KEY", true), ("X", false),
    ] {
      let process = try RailbirdProcess.start(
        program: "env",
        ["-i", "\(name)=\(FetchSandbox.key)", RailbirdProcess.executable, "sandbox"])
      while process.stdoutSoFar.isEmpty, process.isRunning {}
      let limits = try String(contentsOfFile: "/proc/\(process.id)/limits", encoding: .utf8)
      if isKept {
        #expect(limits.contains(/Max core file size +[01] +[01]\b/), "\(name)")
      } else {
        #expect(core(limits) == core(own))
      }
      process.kill()
      _ = try process.wait()
    }
  }

  @Test func `without a key all that was asked for is reported`() throws {
    let process = try RailbirdProcess.start(
      ["sandbox"], environment: ["SWIFT_BACKTRACE": Self.everything])
    while process.stdoutSoFar.isEmpty, process.isRunning {}
    let text = try crash(process, by: SIGSEGV)
    #expect(text.contains("rip 0x") || text.contains("x28 0x"), "\(text)")
  }

  /// Lets a process crash, and returns its output.
  private func crash(_ process: RailbirdProcess, by signal: Int32) throws -> String {
    process.send(signal)
    let end = Date() + 120
    while !process.stderrSoFar.contains("Backtrace took"), process.isRunning, Date() < end {
      Thread.sleep(forTimeInterval: 0.05)
    }
    // An external signal arrives once: the runtime continues the process after its output.
    process.kill()
    let result = try process.wait()
    #expect(result.stderr.contains("Program crashed"), "\(result.stderr)")
    return result.stdout + result.stderr
  }

  /// Pieces of a key as text, as bytes of memory, and as a register that holds them.
  private static func forms(of key: String) -> [String] {
    let bytes = key.utf8.prefix { $0 != UInt8(ascii: "0") }.map { String(format: "%02x", $0) }
    return bytes.indices.dropLast(7).flatMap { start -> [String] in
      let piece = bytes[start..<start + 8]
      return [
        String(decoding: piece.map { UInt8($0, radix: 16)! }, as: UTF8.self),
        piece.joined(separator: " "), piece.reversed().joined(),
      ]
    }
  }
}
