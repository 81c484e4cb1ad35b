import ColumnStore
import Foundation
import ImportHistory
import Mappings
import Racing
import RacingExport
import StoreImport
import TestSupport
import Testing

/// Random files about the same few races, and the mapping that reads them.
///
/// They overlap, contradict and amend each other, move races between months, declare dividends,
/// contain rejected rows, and have races of another source under its own keys.
enum StoreHistory {
  static let mapping = """
    name: test
    description: A test's layout
    tables:
      results:
        feeds: runners
        recognised_by: [race_id, horse]
        key: [number, horse]
        fields:
          race_id: {column: race_id}
          date: {column: date}
          race_no: {column: race_no}
          course: {column: course, optional: true}
          going: {column: going, optional: true}
          number: {column: number}
          horse: {column: horse}
          jockey: {column: jockey, optional: true}
          position: {column: position}
          sp: {column: sp, bad: reject}
          source: {column: source}
      dividends:
        feeds: dividends
        recognised_by: [race_id, pool]
        fields:
          race_id: {column: race_id}
          date: {column: date}
          pool: {column: pool}
          combination: {column: combination}
          dividend: {column: dividend}
    """

  /// The mapping for rows that the first refuses: odds that cannot be read stay empty.
  static let lenientMapping = mapping.replacing(
    "bad: reject", with: "bad: \"null\"")

  static func file(_ random: inout SeededGenerator) -> String {
    Int.random(in: 0..<4, using: &random) == 0 ? dividends(&random) : results(&random)
  }

  /// Returns a file, mostly of months that no other file has.
  static func laterFile(_ random: inout SeededGenerator) -> String {
    let isSame = Int.random(in: 0..<4, using: &random) == 0
    return file(&random).replacing("2024-0", with: isSame ? "2024-0" : "2025-0")
      .replacing("\nrace", with: Bool.random(using: &random) ? "\nlater" : "\nrace")
  }

  private static func results(_ random: inout SeededGenerator) -> String {
    let optional = ["course", "going", "jockey"].filter { _ in Bool.random(using: &random) }
    let source = ["test", "test", "other"].randomElement(using: &random)!
    let names =
      ["race_id", "date", "race_no", "number", "horse", "position", "source", "sp"] + optional
    var lines = [names.joined(separator: ",")]
    for (race, date) in races(&random) {
      let facts = ["Ascot", ["Good", "Soft", ""].randomElement(using: &random)!]
      for number in 1...4 where Int.random(in: 0..<3, using: &random) > 0 {
        let cells = [
          source == "test" ? race : "\(source)-\(race)", date, String(race.last!), "\(number)",
          "Horse \(number)\u{E9}", ["1", "2", "3", ""].randomElement(using: &random)!, source,
          ["2.5", "3", "", "x"].randomElement(using: &random)!,
        ]
        let more = optional.map { name in
          switch name {
          case "course": facts[0]
          case "going": facts[1]
          default: "Jockey \(Int.random(in: 1...3, using: &random))"
          }
        }
        lines.append((cells + more).joined(separator: ","))
        // A record of another width, and the same key again.
        if Int.random(in: 0..<12, using: &random) == 0 { lines.append("\(race),\(date)") }
        if Int.random(in: 0..<8, using: &random) == 0 {
          lines.append((cells.dropLast() + ["7"] + more).joined(separator: ","))
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func dividends(_ random: inout SeededGenerator) -> String {
    var lines = ["race_id,date,pool,combination,dividend"]
    for (race, date) in races(&random) {
      for number in 1...2 {
        let pool = ["win", "place"].randomElement(using: &random)!
        let amount = ["2.2", "3.4", "", "x"].randomElement(using: &random)!
        lines.append("\(race),\(date),\(pool),\(number),\(amount)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns some of the races, most of them on the day that most files give.
  private static func races(_ random: inout SeededGenerator) -> [(String, String)] {
    (0..<6).filter { _ in Int.random(in: 0..<3, using: &random) > 0 }.map { race in
      let isMoved = Int.random(in: 0..<5, using: &random) == 0
      let month = isMoved ? Int.random(in: 1...4, using: &random) : 1 + race / 2
      return ("race\(race)", "2024-0\(month)-1\(race)")
    }
  }
}

extension TestStore {
  /// Undoes an import; returns the numbers of those taken back.
  @discardableResult
  func undo(_ id: Int, progress: @escaping (String) -> Void = { _ in }) throws(ImportError)
    -> [Int]
  {
    var job = UndoJob(store: path, importID: id, now: 1_775_001_700_000_000)
    job.progress = progress
    return try job.run().map(\.id)
  }

  /// Reads an import's refused rows again.
  @discardableResult
  func retry(_ id: Int, yaml: String? = nil) throws(ImportError) -> ImportedFile? {
    var job = RetryJob(store: path, importID: id, now: 1_775_001_600_000_000)
    job.mappingText = yaml
    return try job.run()
  }

  /// Rebuilds the tables from the archive, here or in a new store.
  @discardableResult
  func replay(into target: String? = nil, derived: [any DerivedTables] = []) throws(ImportError)
    -> ReplayJob.Outcome
  {
    var job = ReplayJob(store: path)
    job.target = target
    job.threads = 2
    job.derived = derived
    return try job.run()
  }

  /// Turns the store into an older one without a log.
  func forgetLog() throws {
    try FileManager.default.removeItem(atPath: path + "/archive/LOG")
    let manifest = try String(contentsOfFile: path + "/MANIFEST", encoding: .utf8)
    let body = try #require(manifest.split(separator: "\n").last)
    let old = body.replacing(/"log":{[^}]*},/, with: "")
    #expect(old != body)
    try "railbird-store 2 \(Checksum.hex(of: Data(old.utf8)))\n\(old)".write(
      toFile: path + "/MANIFEST", atomically: true, encoding: .utf8)
  }

  /// Returns all tables to the last cell.
  func everything() throws -> [String] {
    let names = try RacingTables.exportedTables.filter { try snapshot.tableNames.contains($0) }
    return try names.map { try "\($0)\n" + exported($0) }
      + ["\(snapshot.rowCount(of: "race_keys")) keys"]
  }

  /// Returns the runners as a file.
  func repacked(ending: String) throws -> String {
    let file = newPath(ending)
    try ExportJob(try snapshot).write(
      "runners", to: file, as: ending == "parquet" ? .parquet : .csv)
    return file
  }

  /// Returns all traces of imports, without their numbers and without undone ones.
  func traces() throws -> [String] {
    guard try snapshot.tableNames.contains("imports") else { return [] }
    let texts = try ["runners", "races"].map { name in
      try snapshot.tableNames.contains(name) ? exported(name) : ""
    }
    let others = try RacingTables.exportedTables.dropFirst(2).flatMap { name in
      try (snapshot.tableNames.contains(name) ? rows(name) : [])
        .filter { $0["undone_at"] ?? "" == "" }
        .map { row in
          let cells = row.filter { !["import_id", "retry_of", "undone_at"].contains($0.key) }
          return name + cells.sorted { $0.key < $1.key }.map { "|\($0.key) \($0.value)" }.joined()
        }
    }
    return try texts + others + ["\(snapshot.rowCount(of: "race_keys")) keys"]
  }
}
