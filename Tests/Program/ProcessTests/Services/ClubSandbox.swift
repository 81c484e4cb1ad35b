import Foundation
import TestSupport

/// The sandbox as a separate process whose club is kept in a file, and a store to fetch into.
final class ClubSandbox {
  let folder: TemporaryFolder
  private(set) var url = ""
  private let options: [String]
  private var process: RailbirdProcess?

  var store: String { folder.file("S") }
  private var state: String { folder.file("club.sqlite") }

  init(_ options: [String] = []) throws {
    folder = try TemporaryFolder()
    self.options = options
    try start()
  }

  deinit { process?.kill() }

  /// Starts the sandbox with the existing state.
  func start() throws {
    let process = try RailbirdProcess.start(
      ["sandbox", "--days", "1", "--races-per-day", "1", "--state", state] + options)
    self.process = process
    while process.stdoutSoFar.count(where: \.isNewline) < 2, process.isRunning {
      Thread.sleep(forTimeInterval: 0.02)
    }
    url = process.stdoutSoFar.split(separator: "\n").first.map(String.init) ?? ""
  }

  /// Kills the sandbox, without time to write anything.
  func kill() throws {
    process?.kill()
    _ = try process?.wait()
  }

  /// Runs a command on the sandbox's rewards, as a coach.
  func seasonal(_ arguments: [String], environment: [String: String] = [:]) throws -> ProcessResult
  {
    try RailbirdProcess.run(
      ["seasonal"] + arguments + ["--base-url", url], environment: environment)
  }

  /// Calls the sandbox itself.
  @discardableResult
  func call(_ path: String, method: String = "GET") throws -> String {
    let script = """
      import sys, urllib.request as http
      call = http.Request(sys.argv[1], method=sys.argv[2], data=b"" if sys.argv[2] == "POST" else None)
      sys.stdout.buffer.write(http.urlopen(call).read())
      """
    return try RailbirdProcess.run(program: "python3", ["-c", script, url + path, method]).stdout
  }

  /// Returns the columns of the sandbox's ledger, a line each.
  func ledger() throws -> [[String]] {
    Array(CSVLines.fields(try call("/sandbox/ledger")).dropFirst())
  }

  /// Starts four clients that award points until the sandbox is gone or nothing is left.
  ///
  /// Each writes the number of an activity, and the points it earned, once they are acknowledged.
  func startEarning(_ count: Int, to file: String) throws -> RailbirdProcess {
    let script = """
      import http.client, json, sys, threading
      host, count, path = sys.argv[1], int(sys.argv[2]), sys.argv[3]
      out, lock = open(path, "a"), threading.Lock()
      def earn(place):
        connection = http.client.HTTPConnection(host)
        for number in range(place, count, 4):
          body = {"runnerId": number % 60 + 1, "activityType": "WORKOUT",
                  "activityUuid": f"u-{number}", "season": "xc", "year": 2024}
          try:
            connection.request("POST", "/api/v1/points/earn", json.dumps(body))
            answer = json.loads(connection.getresponse().read())
          except (OSError, ValueError, http.client.HTTPException):
            return
          with lock:
            out.write(f"u-{number} {answer['pointsEarned']}\\n")
            out.flush()
      threads = [threading.Thread(target=earn, args=(place,)) for place in range(4)]
      for thread in threads: thread.start()
      for thread in threads: thread.join()
      """
    return try RailbirdProcess.start(
      program: "python3", ["-c", script, String(url.dropFirst("http://".count)), "\(count)", file])
  }
}
