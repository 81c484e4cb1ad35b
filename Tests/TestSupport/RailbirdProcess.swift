import Foundation

/// The result of a finished process.
public struct ProcessResult: Sendable {
  /// 0 for success; a negated signal number if the process was killed.
  public let exitCode: Int32
  /// Its standard output.
  public let stdout: String
  /// Its standard error.
  public let stderr: String
}

/// A process under way, whose output goes to files so that no pipe can fill up.
public final class RailbirdProcess {
  /// The package's folder, found from this source file's path.
  public static let packageFolder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The built command: beside the test bundle, or where a debug build puts it.
  public static var executable: String {
    let beside = Bundle.main.executableURL?.deletingLastPathComponent()
      .appendingPathComponent("railbird").path
    return [beside, packageFolder + "/.build/debug/railbird"].compactMap { $0 }
      .first { FileManager.default.isExecutableFile(atPath: $0) } ?? "railbird"
  }

  private let process = Process()
  private let folder: TemporaryFolder

  private init(
    _ program: String, _ arguments: [String], _ environment: [String: String]
  ) throws {
    folder = try TemporaryFolder()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    // The commands' state for the user also belongs to the test.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["XDG_STATE_HOME": folder.file("state")]) { $1 }.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(
      forWritingTo: URL(fileURLWithPath: folder.write("", to: "stdout")))
    process.standardError = try FileHandle(
      forWritingTo: URL(fileURLWithPath: folder.write("", to: "stderr")))
    try process.run()
  }

  /// Starts railbird and returns at once.
  ///
  /// - Parameters:
  ///   - arguments: The command and its options.
  ///   - environment: Variables on top of the test's own.
  /// - Returns: The running process.
  /// - Throws: Foundation's error if there is no such program.
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
  /// - Throws: Foundation's error if there is no such program.
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
  /// - Throws: Foundation's error if there is no `env`.
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
  /// - Throws: Foundation's error if there is no `env`.
  public static func run(
    program: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> ProcessResult {
    try start(program: program, arguments, environment: environment).wait()
  }

  /// Kills the process, without time to clean up.
  public func kill() { send(SIGKILL) }

  /// Sends a signal, such as SIGSTOP.
  public func send(_ signal: Int32) { _ = Foundation.kill(process.processIdentifier, signal) }

  /// The process's standard output so far.
  public var stdoutSoFar: String { (try? text("stdout")) ?? "" }

  /// The process's standard error so far.
  public var stderrSoFar: String { (try? text("stderr")) ?? "" }

  /// The process's number.
  public var id: Int32 { process.processIdentifier }

  /// Whether the process has not ended yet.
  public var isRunning: Bool { process.isRunning }

  /// Waits for the end.
  public func wait() throws -> ProcessResult {
    process.waitUntilExit()
    let status = process.terminationStatus
    return ProcessResult(
      exitCode: process.terminationReason == .uncaughtSignal ? -status : status,
      stdout: try text("stdout"), stderr: try text("stderr"))
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder.file(name))), as: UTF8.self)
  }
}
