import Foundation
import TestSupport
import Testing

/// `railbird fetch support` against a sandbox.
struct SupportFetchCommandTests {
  private static let key = "supporttestkey00"

  private let folder: TemporaryFolder
  private let process: RailbirdProcess
  private let url: String
  private var store: String { folder.file("S") }

  init() throws {
    folder = try TemporaryFolder()
    process = try RailbirdProcess.start(["sandbox", "--days", "1", "--chatist-key", Self.key])
    var line: Substring?
    while line == nil, process.isRunning {
      Thread.sleep(forTimeInterval: 0.02)
      let text = process.stdoutSoFar
      line = text.contains("\n") ? text.split(separator: "\n").first : nil
    }
    url = String(line ?? "")
    // Some of the tickets are a customer's, the others another one's.
    for (customer, count) in [("c-1", 12), ("c-2", 3)] {
      try call("/sandbox/chatist/generate?tickets=\(count)&days=60&customer=\(customer)")
    }
  }

  private func call(_ path: String) throws {
    let script = "import sys, urllib.request as http; http.urlopen(sys.argv[1], data=b'').read()"
    let result = try RailbirdProcess.run(program: "python3", ["-c", script, url + path])
    try #require(result.exitCode == 0, "\(result.stderr)")
  }

  private func fetch(
    _ arguments: [String], _ environment: [String: String] = ["CHATIST_API_KEY": key]
  ) throws -> ProcessResult {
    try RailbirdProcess.start(
      ["fetch", "support", "--store", store, "--rate", "0"] + arguments, environment: environment
    ).wait()
  }

  private func export(_ table: String) throws -> [Substring] {
    let out = folder.file(UUID().uuidString)
    let result = try RailbirdProcess.run([
      "export", "--store", store, "--to", "csv", "--table", table, "--out", out,
    ])
    try #require(result.exitCode == 0, "\(result.stderr)")
    return try String(contentsOfFile: "\(out)/\(table).csv", encoding: .utf8)
      .split(separator: "\n").dropFirst()
      .map { $0 }
  }

  @Test func `tickets, messages and the days' rows are counted while a report is made`() throws {
    defer { process.kill() }
    try #require(fetch(["--base-url", url, "--customer", "c-1", "--quiet"]).exitCode == 0)
    let all = 12 + (try export("ticket_messages").count)
    let report = ["support", "--store", store, "--verbose", "--out", folder.file("out")]
    let lines = try RailbirdProcess.run(report).stderr.split(separator: "\n")
    #expect(lines.first == "12 of \(all) tickets and messages", "\(lines)")
    let read = "\(all) of \(all) tickets and messages, "
    #expect(lines.contains { $0.hasPrefix(read) && $0.hasSuffix("/s, 0 s left") }, "\(lines)")
    #expect(lines.contains("\(all) of \(all) rows"), "\(lines)")
  }

  @Test func `options, variables and a configuration file name address, customer and key`() throws {
    defer { process.kill() }
    let first = try fetch(["--base-url", url, "--customer", "c-1"])
    #expect(first.exitCode == 0, "\(first.stderr)")
    #expect(first.stdout.contains("13 requests: 13 new answers, 0 changed, 0 unchanged"))
    #expect(try export("tickets").count == 12)
    #expect(!(first.stdout + first.stderr).contains(Self.key))

    let again = try fetch(
      ["--quiet"],
      [
        "CHATIST_API_KEY": Self.key, "CHATIST_API_URL": url, "CHATIST_CUSTOMER_ID": "c-2",
      ])
    #expect(again.exitCode == 0 && again.stdout == "", "\(again.stderr)")
    #expect(try export("tickets").count == 15)

    let config = try folder.write(
      #"{"apiURL": "\#(url)", "customerID": "c-1"}"#, to: "chatist.json")
    let secret = try folder.write("CHATIST_API_KEY=\(Self.key)\n", to: "secret")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
    let third = try fetch(["--config", config, "--credentials", secret, "--include-text"], [:])
    #expect(third.exitCode == 0, "\(third.stderr)")
    // The list looks the same, and so is not stored anew.
    #expect(third.stdout.contains("13 requests: 0 new answers, 12 changed, 1 unchanged"))
    let texts = try export("tickets")
    #expect(texts.count == 15 && texts.count { $0.contains("\"ticket_") } == 12)
  }

  @Test func `what is missing or wrong is reported, and nothing is made`() throws {
    defer { process.kill() }
    let nowhere = try fetch([], [:])
    #expect(nowhere.exitCode == 64)
    #expect(
      nowhere.stderr.contains(
        "--base-url: found none; expected it, CHATIST_API_URL, or a configuration file with apiURL")
    )
    let keyless = try fetch(["--base-url", url], [:])
    #expect(keyless.exitCode == 1)
    #expect(keyless.stderr.contains("found no API key; expected CHATIST_API_KEY"))
    let wrong = try fetch(["--base-url", url], ["CHATIST_API_KEY": "anotherkey00"])
    #expect(wrong.exitCode == 1)
    #expect(wrong.stderr.contains("the support service refused the API key (status 401"))
    #expect(!wrong.stderr.contains("anotherkey00"))
    let file = try folder.write(#"{"apiUrl": "x"}"#, to: "chatist.json")
    let misspelled = try fetch(["--config", file])
    #expect(misspelled.exitCode == 1)
    #expect(misspelled.stderr.contains("found “apiUrl”; expected apiURL"))
    let customer = try fetch(["--base-url", url, "--customer", ""])
    #expect(customer.exitCode == 64)
    #expect(!FileManager.default.fileExists(atPath: store + "/chatist.url"))
  }
}
