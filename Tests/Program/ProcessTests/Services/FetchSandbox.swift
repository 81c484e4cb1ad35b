import Foundation
import TestSupport

/// The racing sandbox as a separate process, and a store to fetch into.
final class FetchSandbox {
  static let key = "processtestkey000000000000000000"

  let folder: TemporaryFolder
  let url: String
  private let process: RailbirdProcess
  private let days: Int

  var store: String { folder.file("S") }

  init(days: Int, racesPerDay: Int = 3, _ options: [String] = ["--rate", "0"]) throws {
    folder = try TemporaryFolder()
    self.days = days
    let truth = folder.file("truth.csv")
    process = try RailbirdProcess.start(
      [
        "sandbox", "--days", "\(days)", "--races-per-day", "\(racesPerDay)", "--key", Self.key,
        "--truth", truth,
      ] + options)
    var line: Substring?
    while line == nil, process.isRunning {
      Thread.sleep(forTimeInterval: 0.02)
      let text = process.stdoutSoFar
      line = text.contains("\n") ? text.split(separator: "\n").first : nil
    }
    url = String(line ?? "")
  }

  deinit { process.kill() }

  /// The arguments of a fetch of all days.
  var arguments: [String] {
    [
      "fetch", "racing", "--store", store, "--base-url", url, "--from", "2024-11-01", "--to",
      "2024-11-\(days < 10 ? "0" : "")\(days)", "--interval", "0",
    ]
  }

  /// Starts a fetch.
  func start(_ options: [String] = []) throws -> RailbirdProcess {
    try RailbirdProcess.start(
      arguments + options, environment: ["RAILBIRD_RACING_API_KEY": Self.key])
  }

  /// Fetches to the end.
  func fetch(_ options: [String] = []) throws -> ProcessResult { try start(options).wait() }

  /// Path and query of all requests so far, and the status each was answered with.
  func log() throws -> [(target: String, status: Int?)] {
    struct Line: Decodable {
      let target: String
      let status: Int?
    }
    let data = try call("/sandbox/log")
    return try JSONDecoder().decode([Line].self, from: data).map { ($0.target, $0.status) }
  }

  /// Calls the sandbox itself.
  @discardableResult
  func call(_ path: String, method: String = "GET") throws -> Data {
    let script = """
      import sys, urllib.request as http
      call = http.Request(sys.argv[1], method=sys.argv[2], data=b"" if sys.argv[2] == "POST" else None)
      sys.stdout.buffer.write(http.urlopen(call).read())
      """
    let result = try RailbirdProcess.run(program: "python3", ["-c", script, url + path, method])
    return Data(result.stdout.utf8)
  }

  /// Returns the runners that are stored, by race and horse.
  func runners() throws -> [String: [String]] {
    let out = folder.file(UUID().uuidString)
    let result = try RailbirdProcess.run(
      ["export", "--store", store, "--to", "csv", "--table", "runners", "--out", out])
    guard result.exitCode == 0 else { return ["": [result.stderr]] }
    return try rows(
      "\(out)/runners.csv", key: ["race_id", "horse_id"],
      ["date", "jockey", "trainer", "number", "outcome", "position", "sp"])
  }

  /// Returns the runners as the sandbox has them.
  func truth() throws -> [String: [String]] {
    let rows = try rows(
      folder.file("truth.csv"), key: ["race_id", "horse_id"],
      ["race_day", "jockey", "trainer", "number", "outcome", "position", "sp"])
    return Dictionary(uniqueKeysWithValues: rows.map { ("poni-" + $0.key, $0.value) })
  }

  /// Returns rows of a CSV file by their key columns.
  func rows(_ path: String, key: [String], _ names: [String]) throws -> [String: [String]] {
    let lines = CSVLines.fields(try String(contentsOfFile: path, encoding: .utf8))
    guard let header = lines.first else { return [:] }
    var rows: [String: [String]] = [:]
    for line in lines.dropFirst() {
      let cells = Dictionary(uniqueKeysWithValues: zip(header, line))
      rows[key.map { cells[$0] ?? "" }.joined(separator: " ")] = names.map { cells[$0] ?? "" }
    }
    return rows
  }

  /// Returns every file of the store with its bytes.
  func bytes() throws -> [String: Data] {
    var all: [String: Data] = [:]
    for file in files(below: store) {
      all[file] = try Data(contentsOf: URL(filePath: store + "/" + file))
    }
    return all
  }
}

/// Reads CSV without any code of the engine.
enum CSVLines {
  /// Returns the fields of each line; quoted ones may hold commas and quotes, no line ends.
  static func fields(_ text: String) -> [[String]] {
    text.split(whereSeparator: \.isNewline).map { line in
      var fields = [""]
      var isQuoted = false
      for mark in line {
        if mark == "\"" {
          // The second of two quotes inside a field is one of its letters.
          if !isQuoted, fields[fields.count - 1].last == "\u{0}" {
            fields[fields.count - 1].removeLast()
            fields[fields.count - 1].append("\"")
          } else if isQuoted {
            fields[fields.count - 1].append("\u{0}")
          }
          isQuoted.toggle()
        } else if mark == "," && !isQuoted {
          fields.append("")
        } else {
          fields[fields.count - 1].append(mark)
        }
      }
      return fields.map { $0.replacing("\u{0}", with: "") }
    }
  }
}
