import APICore
import Foundation

/// Secrets of commands that call a service.
///
/// Where Swift's runtime is asked to tell of a crash, it prints registers and the memory they point at,
/// and both may hold a part of a secret; a core file holds all memory. So a process that takes a secret
/// does without either. Where it crashed, and what its threads were doing, is still told.
enum KeptSecret {
  /// The secret of a name, from the environment or a file; nil where there is none.
  static func named(_ name: String, file: String?) throws -> Secret? {
    guard let secret = try CredentialStore(file: file)[name] else { return nil }
    keepMemoryOut()
    return secret
  }

  // MARK: - Implementation

  private static let variable = "SWIFT_BACKTRACE"
  /// In JSON registers are told in any case.
  private static let settings = "registers=none,format=text"

  private static func keepMemoryOut() {
    #if os(Linux)
      var none = rlimit()
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
      let before = ProcessInfo.processInfo.environment[variable] ?? ""
      // Where nobody asks, a crash is told in a line that holds no memory: see `CrashMessage`.
      guard !before.isEmpty, !before.hasSuffix(settings) else { return }
      // The runtime has read its settings already, so the program begins anew. Threads of a queue block
      // signals, and what is blocked stays so.
      setenv(variable, before + "," + settings, 1)
      var signals = sigset_t()
      sigemptyset(&signals)
      pthread_sigmask(SIG_SETMASK, &signals, nil)
      let link = "/proc/self/exe"
      // By its own name, which the crash's text shows.
      let program = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
      if let program { execv(program, CommandLine.unsafeArgv) }
      execv(link, CommandLine.unsafeArgv)
      // Where that is not possible nothing is told of a crash.
      for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
        signal(number, SIG_DFL)
      }
    #endif
  }
}
