import APICore
import Foundation

/// Secrets of commands that call a service.
///
/// On a crash, Swift's runtime may print registers and the memory that they point to, and both may
/// contain a part of a secret; a core file contains all memory. So a process with a secret disables
/// both. The crash's place, and the threads' stacks, are still reported.
package enum KeptSecret {
  /// Returns the secret of a name, from the environment or a file; nil if there is none.
  package static func named(_ name: String, file: String?) throws -> Secret? {
    guard let secret = try CredentialStore(file: file)[name] else { return nil }
    keepMemoryOut()
    return secret
  }

  /// Keeps this process's memory out of core files if the environment may hold a secret, even one
  /// that the command does not use.
  package static func keepEnvironmentOut() {
    let names = ProcessInfo.processInfo.environment.keys
    if names.contains(where: { $0.hasPrefix("RAILBIRD_") || $0.hasPrefix("CHATIST_") }) {
      dropCores()
    }
  }

  /// Keeps this process's memory out of core files and crash reports.
  ///
  /// It may restart the program, so it comes before other work.
  package static func keepMemoryOut() {
    dropCores()
    #if os(Linux)
      let before = ProcessInfo.processInfo.environment[variable] ?? ""
      // By default a crash prints a line without memory: see `CrashMessage`.
      guard !before.isEmpty, !before.hasSuffix(settings) else { return }
      // The runtime has already read its settings, so restart the program. Threads of a queue block
      // signals, and blocked signals stay blocked after the restart.
      setenv(variable, before + "," + settings, 1)
      var signals = sigset_t()
      sigemptyset(&signals)
      pthread_sigmask(SIG_SETMASK, &signals, nil)
      let link = "/proc/self/exe"
      // Restart it by its real path, which the crash's text shows.
      let program = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
      // Safety: no thread of this program changes the arguments; they end in nil.
      if let program { execv(program, CommandLine.unsafeArgv) }
      execv(link, CommandLine.unsafeArgv)
      // If that fails, disable crash reports altogether.
      for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
        signal(number, SIG_DFL)
      }
    #endif
  }

  // MARK: - Implementation

  private static func dropCores() {
    #if os(Linux)
      // A limit of one byte prevents a core file. Unlike 0, it also stops a system that pipes core
      // files to a program.
      var least = rlimit(rlim_cur: 1, rlim_max: 1)
      if setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &least) != 0 {
        // A limit of 0 cannot be raised.
        least = rlimit()
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &least)
      }
    #endif
  }

  private static let variable = "SWIFT_BACKTRACE"
  /// The JSON format always prints registers.
  private static let settings = "registers=none,format=text"
}
