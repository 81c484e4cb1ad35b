import FeedContract
import Foundation
import TestSupport

/// A support service as a process of its own, or a scripted one, and a folder for files.
final class ChatistSandboxProcess {
  static let key = "railbirdsandboxchatistkey"

  let folder: TemporaryFolder
  let url: String
  private let process: RailbirdProcess?
  /// Serves for as long as somebody has it.
  private let server: ScriptedServer?

  /// Starts the sandbox.
  init(_ options: [String] = []) throws {
    folder = try TemporaryFolder()
    let process = try RailbirdProcess.start(
      ["sandbox", "--days", "1", "--races-per-day", "1", "--seed", "2", "--verbose"] + options)
    self.process = process
    server = nil
    while process.stdoutSoFar.count(where: \.isNewline) < 6, process.isRunning {
      Thread.sleep(forTimeInterval: 0.02)
    }
    url = process.stdoutSoFar.split(separator: "\n").first.map(String.init) ?? ""
  }

  /// Takes a server that is there.
  init(_ server: ScriptedServer) throws {
    folder = try TemporaryFolder()
    url = server.url.absoluteString
    self.server = server
    process = nil
  }

  deinit { process?.kill() }

  /// The requests so far, a line each.
  var asked: [String] {
    (process?.stderrSoFar ?? "").split(separator: "\n").map(String.init)
  }

  /// The environment of a client: the key, unless set otherwise.
  func environment(_ change: [String: String] = [:]) -> [String: String] {
    [
      "CHATIST_API_KEY": Self.key, "CHATIST_API_URL": "", "CHATIST_CONFIG": "",
      "CHATIST_CUSTOMER_ID": "",
    ].merging(change) { $1 }
  }

  /// Starts a command that asks this service.
  func start(
    _ arguments: [String], environment: [String: String] = [:], input: String? = nil
  ) throws -> RailbirdProcess {
    let isCall = arguments.first != "download"
    let whole = ["chatist"] + arguments + (isCall ? ["--base-url", url] : [])
    guard let input else {
      return try RailbirdProcess.start(whole, environment: self.environment(environment))
    }
    let file = folder.file("input")
    try Data(input.utf8).write(to: URL(fileURLWithPath: file))
    return try RailbirdProcess.start(
      program: "sh",
      ["-c", "exec \"$0\" \"$@\" < '\(file)'", RailbirdProcess.executable] + whole,
      environment: self.environment(environment))
  }

  /// Runs a command that asks this service.
  func run(
    _ arguments: [String], environment: [String: String] = [:], input: String? = nil
  ) throws -> ProcessResult {
    try start(arguments, environment: environment, input: input).wait()
  }

  /// Calls the sandbox itself.
  @discardableResult
  func call(_ path: String, method: String = "POST") throws -> String {
    let script = """
      import sys, urllib.request as http
      call = http.Request(sys.argv[1], method=sys.argv[2], data=b"" if sys.argv[2] == "POST" else None)
      sys.stdout.buffer.write(http.urlopen(call).read())
      """
    return try RailbirdProcess.run(
      program: "python3", ["-c", script, "\(url)/sandbox/chatist/\(path)", method]
    ).stdout
  }
}
