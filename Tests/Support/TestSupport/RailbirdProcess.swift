import Foundation

/// The result of a finished process.
public struct ProcessResult: Sendable {
  /// 0 for success; a negated signal number if the process was killed.
  public let exitCode: Int32
  /// Its standard output.
  public let stdout: String
  /// Its standard error.
  public let stderr: String

  /// Keeps what a process, or a command within the test, has ended with.
  public init(exitCode: Int32, stdout: String, stderr: String) {
    self.exitCode = exitCode
    self.stdout = stdout
    self.stderr = stderr
  }
}

/// A process under way, whose output goes to files so that no pipe can fill up.
///
/// Foundation's `Process` waits for a socket to close. Another thread's process may inherit it,
/// and tests then wait for each other's processes.
public final class RailbirdProcess {
  /// The package's folder, found from this source file's path.
  public static let packageFolder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// The folder of real data, which is not part of the repository; tests that need it say so.
  public static let datasets =
    ProcessInfo.processInfo.environment["RAILBIRD_DATASETS"]
    ?? packageFolder + "/../shared/datasets"

  /// The built command: beside the test bundle, or where a debug build puts it.
  public static var executable: String {
    let beside = Bundle.main.executableURL?.deletingLastPathComponent()
      .appendingPathComponent("railbird").path
    return [beside, packageFolder + "/.build/debug/railbird"].compactMap { $0 }
      .first { FileManager.default.isExecutableFile(atPath: $0) } ?? "railbird"
  }

  /// `posix_spawn_file_actions_addclosefrom_np`, which Swift's headers of the C library leave out.
  private static let closeFrom = unsafeBitCast(
    // Safety: the type is the function's in `spawn.h`.
    dlsym(nil, "posix_spawn_file_actions_addclosefrom_np")!,
    to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self)

  private let folder: TemporaryFolder
  /// The status that `waitpid` gave; nil before the end.
  private var status: Int32?

  /// The process's number.
  public let id: Int32

  private init(
    _ program: String, _ arguments: [String], _ environment: [String: String]
  ) throws {
    folder = try TemporaryFolder()
    // The commands' state for the user also belongs to the test.
    let variables = ProcessInfo.processInfo.environment
      .merging(["XDG_STATE_HOME": folder.file("state")]) { $1 }.merging(environment) { $1 }
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    for (descriptor, name) in [(STDOUT_FILENO, "stdout"), (STDERR_FILENO, "stderr")] {
      let path = try folder.write("", to: name)
      posix_spawn_file_actions_addopen(&files, descriptor, path, O_WRONLY, 0)
    }
    _ = Self.closeFrom(&files, STDERR_FILENO + 1)
    // Threads of a queue block signals; the process must not inherit that.
    var signals = sigset_t()
    sigemptyset(&signals)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigmask(&attributes, &signals)
    // Nor signals that the tests' caller ignores, as a shell does in the background.
    var usual = sigset_t()
    sigemptyset(&usual)
    for signal in [SIGQUIT, SIGPIPE, SIGXFSZ] { sigaddset(&usual, signal) }
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var pointers = ([program] + arguments).map { strdup($0) } + [nil]
    var environmentPointers = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in pointers + environmentPointers { free(pointer) } }
    var started: pid_t = 0
    let failure = posix_spawn(
      &started, program, &files, &attributes, &pointers, &environmentPointers)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EINVAL) }
    id = started
  }

  /// Kills and reaps the process: a zombie holds up Swift Testing's tests of exits, which look at
  /// every ended process.
  deinit {
    kill()
    while !hasEnded(0) {}
  }

  /// Starts railbird and returns at once.
  ///
  /// - Parameters:
  ///   - arguments: The command and its options.
  ///   - environment: Variables on top of the test's own.
  /// - Returns: The running process.
  /// - Throws: `POSIXError` if it cannot be started.
  public static func start(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> RailbirdProcess {
    try RailbirdProcess(executable, arguments, environment)
  }

  /// Runs railbird to its end.
  ///
  /// - Parameters:
  ///   - arguments: The command and its options.
  ///   - environment: Variables on top of the test's own.
  /// - Returns: Its exit code and output.
  /// - Throws: `POSIXError` if it cannot be started.
  public static func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> ProcessResult {
    try start(arguments, environment: environment).wait()
  }

  /// Starts any program found on the path, such as `python3`, and returns at once.
  ///
  /// - Parameters:
  ///   - program: The program's name.
  ///   - arguments: Its arguments.
  ///   - environment: Variables on top of the test's own.
  /// - Returns: The running process.
  /// - Throws: `POSIXError` if it cannot be started.
  public static func start(
    program: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> RailbirdProcess {
    try RailbirdProcess("/usr/bin/env", [program] + arguments, environment)
  }

  /// Runs any program found on the path, such as `python3`, to its end.
  ///
  /// - Parameters:
  ///   - program: The program's name.
  ///   - arguments: Its arguments.
  ///   - environment: Variables on top of the test's own.
  /// - Returns: Its exit code and output.
  /// - Throws: `POSIXError` if it cannot be started.
  public static func run(
    program: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> ProcessResult {
    try start(program: program, arguments, environment: environment).wait()
  }

  /// Kills the process, without time to clean up.
  public func kill() { send(SIGKILL) }

  /// Sends a signal, such as SIGSTOP.
  public func send(_ signal: Int32) { if status == nil { Foundation.kill(id, signal) } }

  /// The process's standard output so far.
  public var stdoutSoFar: String { (try? text("stdout")) ?? "" }

  /// The process's standard error so far.
  public var stderrSoFar: String { (try? text("stderr")) ?? "" }

  /// Whether the process has not ended yet.
  public var isRunning: Bool { !hasEnded(WNOHANG) }

  /// Waits for the end.
  public func wait() throws -> ProcessResult {
    while !hasEnded(0) {}
    let (status, signal) = (status ?? 0, (status ?? 0) & 0x7F)
    return ProcessResult(
      exitCode: signal == 0 ? status >> 8 & 0xFF : -signal,
      stdout: try text("stdout"), stderr: try text("stderr"))
  }

  private func hasEnded(_ options: Int32) -> Bool {
    var found: Int32 = 0
    guard status == nil else { return true }
    let result = waitpid(id, &found, options)
    precondition(result != -1 || errno == EINTR, "somebody else has waited for the process")
    if result == id { status = found }
    return status != nil
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder.file(name))), as: UTF8.self)
  }
}
