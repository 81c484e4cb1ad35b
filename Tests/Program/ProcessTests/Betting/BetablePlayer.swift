import Foundation
import TestSupport
import Testing

/// A sandbox of Betable, and a player's folder with a login.
final class BetablePlayer {
  static let game = [
    "RAILBIRD_BETABLE_CLIENT_ID": BettingSandbox.clientID,
    "RAILBIRD_BETABLE_CLIENT_SECRET": BettingSandbox.clientSecret,
    "RAILBIRD_BETABLE_ACCESS_TOKEN": "", "RAILBIRD_BETABLE_SESSION_ID": "",
  ]
  static let slots = [
    "bet", "lucky-sevens", "--wager", "0.10", "--currency", "GBP", "--paylines", "1,1,1",
  ]

  let sandbox: BettingSandbox
  let environment: [String: String]

  init(_ options: [String] = [], environment: [String: String] = BetablePlayer.game) throws {
    sandbox = try BettingSandbox(options)
    self.environment = environment
  }

  var session: String { sandbox.folder.file("state/login") }
  var journalPath: String { sandbox.store + "/fetch/betable-bets.ndjson" }

  /// The token, session and state in the login's file.
  var secrets: [String] {
    get throws {
      let kept = try Self.object(
        String(contentsOfFile: session, encoding: .utf8))
      return ["access_token", "session_id", "pending_state"].compactMap { kept[$0] as? String }
    }
  }

  /// The journal's lines.
  var journal: [[String: Any]] {
    get throws {
      try String(contentsOfFile: journalPath, encoding: .utf8).split(separator: "\n")
        .map { try Self.object(String($0)) }
    }
  }

  func start(_ arguments: [String], input: String? = nil) throws -> RailbirdProcess {
    let place =
      arguments.first == "logout" ? [] : ["--base-url", sandbox.url, "--attempts", "1"]
    let whole = ["betable"] + arguments + place + ["--session-file", session]
    guard let input else { return try RailbirdProcess.start(whole, environment: environment) }
    let file = try sandbox.folder.write(input, to: "input")
    return try RailbirdProcess.start(
      program: "sh",
      ["-c", "exec \"$0\" \"$@\" < '\(file)'", RailbirdProcess.executable] + whole,
      environment: environment)
  }

  func run(_ arguments: [String], input: String? = nil) throws -> ProcessResult {
    try start(arguments, input: input).wait()
  }

  /// Places bets of a slot machine in the store.
  func bet(_ arguments: [String] = []) throws -> ProcessResult {
    try run(Self.slots + ["--store", sandbox.store] + arguments)
  }

  /// Returns the authorize page's redirect for a player who consents.
  func redirect(_ arguments: [String] = []) throws -> String {
    let page = try run(["authorize"] + arguments)
    let query = page.stdout.trimmingCharacters(in: .newlines).split(separator: "?").last ?? ""
    // The preloaded page's address names no type of answer.
    let type = query.contains("response_type") ? "" : "response_type=code&"
    let answer = try Self.object(
      sandbox.call("/sandbox/betable/authorize?" + type + query))
    return try #require(answer["location"] as? String)
  }

  @discardableResult
  func login(_ arguments: [String] = []) throws -> ProcessResult {
    let login = try run(["login"] + arguments, input: redirect() + "\n")
    #expect(login.exitCode == 0, "\(login.stderr)")
    return login
  }

  static func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  static func lines(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map { try object(String($0)) }
  }
}
