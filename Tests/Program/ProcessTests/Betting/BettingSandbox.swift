import Foundation
import TestSupport

/// The sandbox as its own process, whose betting service keeps its state in a file, and a store.
final class BettingSandbox {
  static let clientID = "railbirdsandboxclient"
  static let clientSecret = "railbirdsandboxclientsecret"
  static let redirect = "betable+railbird+sandbox://authorize"

  let folder: TemporaryFolder
  private(set) var url = ""
  private let options: [String]
  private var process: RailbirdProcess?

  var store: String { folder.file("S") }

  init(_ options: [String] = []) throws {
    folder = try TemporaryFolder()
    self.options = options
    try start()
  }

  deinit { process?.kill() }

  /// Starts the sandbox with the existing state.
  func start() throws {
    let process = try RailbirdProcess.start(
      [
        "sandbox", "--days", "1", "--races-per-day", "1", "--betable-state",
        folder.file("bets.sqlite"),
      ] + options)
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

  /// The sandbox's output about its requests, with `--verbose`.
  var said: String { process?.stderrSoFar ?? "" }

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

  /// Returns a table of the truth, without its header.
  func truth(_ table: String) throws -> [[String]] {
    Array(CSVLines.fields(try call("/sandbox/betable/" + table)).dropFirst())
  }

  /// Whether every purse's balance, and every entry's balance, is the sum of the entries so far.
  func isBalanced() throws -> Bool {
    var sums: [[String]: Int] = [:]
    for entry in try truth("ledger") {
      let purse = Array(entry[1...3])
      sums[purse, default: 0] += Int(entry[5]) ?? 0
      guard sums[purse] == Int(entry[6]) else { return false }
    }
    let wallets = try truth("wallets")
    return wallets.count == sums.count
      && wallets.allSatisfy { sums[Array($0[0...2])] == Int($0[4]) }
  }
}
