import Columns
import Foundation
import TabularFiles

extension JournalEntry {
  /// Reads the lines of a journal, of an archived one or of a single answer.
  ///
  /// - Parameter file: The journal's text.
  /// - Returns: One entry per line, in file order.
  /// - Throws: `FileError` when it is malformed.
  static func entries(of file: SourceFile) throws(FileError) -> [JournalEntry] {
    try file.mapParts(threads: 1) { part throws(FileError) in
      try entries(of: part, file: file.path)
    }.flatMap { $0 }
  }

  /// Reads the lines of a journal's part.
  static func entries(of part: JSONPart, file: String) throws(FileError) -> [JournalEntry] {
    let lines = JournalRows(try part.read(columns: lineColumns, rows: RowPath("")!))
    var entries: [JournalEntry] = []
    entries.reserveCapacity(lines.count)
    for row in 0..<lines.count {
      guard let request = lines[row, 0], let fetchedAt = lines.number(row, 1),
        let day = lines.day(row, 2)
      else {
        throw .malformed(
          file: file, found: lines.lack(row),
          expected: "lines that a fetch has written")
      }
      entries.append(
        JournalEntry(
          request: request, day: day, fetchedAt: fetchedAt,
          status: lines.number(row, 3).map { Int($0) },
          microseconds: lines.number(row, 4) ?? 0,
          attempt: lines.number(row, 5).map { Int($0) } ?? 1,
          bytes: lines.number(row, 6).map { Int($0) } ?? 0, sha256: lines[row, 7],
          isUnchanged: lines.isSet(row, 8), error: lines[row, 9],
          api: lines[row, 10] ?? RacingFetch.api))
    }
    if entries.contains(where: { $0.api == RacingFetch.api }) {
      try readRaces(of: part, lines, into: &entries)
    }
    if entries.contains(where: { $0.request == PointsRequest.roster.text }) {
      try readRunners(of: part, lines, into: &entries)
    }
    return entries
  }

  /// Whether a race's answer names any runner.
  static func namesRunners(_ body: Data) -> Bool {
    let file = SourceFile(json: Array(body), name: "body")
    let path = RowPath("\(runnersOfRace.joined(separator: "|"))/*")!
    let parts = try? file.mapParts(threads: 1) { part throws(FileError) in
      let runners = JournalRows(try part.read(columns: runnerColumns, rows: path))
      return (0..<runners.count).contains { row in
        runnerColumns.indices.contains { runners.has(row, $0) }
      }
    }
    return parts?.contains(true) ?? false
  }

  // MARK: - Implementation

  private static let lineColumns =
    [
      "request", "fetched_at", "day", "status", "duration_us", "attempt", "bytes", "sha256",
      "unchanged", "error", "api",
    ] + raceColumns.map { "body/" + $0 }

  /// What is read of a race.
  private static let raceColumns = ["id_race", "race_id", "finished", "canceled", "cancelled"]

  /// The members that hold a race's runners.
  private static let runnersOfRace = ["horses", "runners"]

  /// What runners are known by: whatever has none of it is no runner.
  private static let runnerColumns = ["horse", "id_horse", "horse_id", "number"]

  /// Adds what the bodies say of races.
  ///
  /// Runners are read only where they tell something: in lists, and of races without a flag.
  private static func readRaces(
    of part: JSONPart, _ lines: JournalRows, into entries: inout [JournalEntry]
  ) throws(FileError) {
    var unflagged: Set<Int> = []
    var hasMore = entries.map { $0.sha256 != nil }
    for place in entries.indices where entries[place].request.hasPrefix("/race/") {
      guard let race = FlaggedRace(lines, place, from: lineColumns.count - raceColumns.count)
      else { continue }
      // A single race stands in its line, which nearly all lines are; nothing more is in it.
      hasMore[place] = false
      entries[place].raceState = race.state
      entries[place].raceID = race.id
      if race.isUnflagged { unflagged.insert(place) }
    }
    if hasMore.contains(true) {
      // Lists are few, and sooner read by themselves.
      let lists = part.lines(where: hasMore) ?? part
      try readLists(of: lists, lines, into: &entries, hasMore, &unflagged)
    }
    if !unflagged.isEmpty { try readPositions(of: part, lines, into: &entries, unflagged) }
  }

  /// Adds what lists say of races, and answers of one race that have the form of a list.
  private static func readLists(
    of part: JSONPart, _ lines: JournalRows, into entries: inout [JournalEntry],
    _ isWanted: [Bool], _ unflagged: inout Set<Int>
  ) throws(FileError) {
    if runnersOfRace.contains(where: part.mayHold) {
      let listed = JournalRows(
        try part.read(
          columns: ["../../request", "../../fetched_at", "../id_race", "../race_id"]
            + runnerColumns,
          rows: RowPath("body/*/\(runnersOfRace.joined(separator: "|"))/*")!))
      listed.forEach(of: lines) { row, place in
        guard isWanted[place],
          let id = listed.idColumn(row, of: 2...3).flatMap({ listed[row, $0] }),
          runnerColumns.indices.contains(where: { listed.has(row, 4 + $0) })
        else { return }
        if entries[place].racesWithRunners.last != id { entries[place].racesWithRunners.append(id) }
      }
    }
    let races = JournalRows(
      try part.read(
        columns: ["../request", "../fetched_at"] + raceColumns, rows: RowPath("body/[]")!))
    races.forEach(of: lines) { row, place in
      guard isWanted[place], let race = FlaggedRace(races, row, from: 2) else { return }
      if entries[place].request.hasPrefix("/race/") {
        entries[place].raceState = race.state
        entries[place].raceID = race.id
        if race.isUnflagged { unflagged.insert(place) }
        entries[place].racesWithRunners = []
      } else {
        let isResult = race.isFinished || entries[place].request.hasPrefix("/results")
        let isWhole = entries[place].racesWithRunners.contains(race.id)
        if isResult || !isWhole {
          entries[place].details.append(race.id)
        } else if race.state == .open {
          entries[place].openRaces.append(race.id)
        }
      }
    }
  }

  /// Adds the runners of rosters, whose transactions are asked for one by one.
  private static func readRunners(
    of part: JSONPart, _ lines: JournalRows, into entries: inout [JournalEntry]
  ) throws(FileError) {
    let runners = JournalRows(
      try part.read(
        columns: ["../request", "../fetched_at", "id"], rows: RowPath("body/[]")!))
    runners.forEach(of: lines) { row, place in
      guard let id = runners[row, 2], entries[place].request == PointsRequest.roster.text
      else { return }
      entries[place].details.append(id)
    }
  }

  /// Takes a race for finished where a runner has a position: the spelling of the app's guide has no
  /// flag.
  private static func readPositions(
    of part: JSONPart, _ lines: JournalRows, into entries: inout [JournalEntry],
    _ unflagged: Set<Int>
  ) throws(FileError) {
    let runners = JournalRows(
      try part.read(
        columns: ["../../request", "../../fetched_at", "position"],
        rows: RowPath("body/[]/\(runnersOfRace.joined(separator: "|"))/*")!))
    runners.forEach(of: lines) { row, place in
      guard runners[row, 2]?.isEmpty == false, unflagged.contains(place) else { return }
      entries[place].raceState = .finished
    }
  }
}

/// What a journal says of a race: five columns from one on.
private struct FlaggedRace {
  let isFinished: Bool
  private let isCancelled: Bool
  private let hasFlag: Bool
  private let rows: JournalRows
  private let row: Int
  private let idColumn: Int

  /// Reads a row; nil where it is no race.
  init?(_ rows: JournalRows, _ row: Int, from first: Int) {
    guard let idColumn = rows.idColumn(row, of: first...first + 1) else { return nil }
    (self.rows, self.row, self.idColumn) = (rows, row, idColumn)
    isFinished = rows.isSet(row, first + 2)
    isCancelled = rows.isSet(row, first + 3) || rows.isSet(row, first + 4)
    hasFlag = rows.has(row, first + 2)
  }

  var id: String { rows[row, idColumn]! }

  var state: RaceState { isCancelled ? .cancelled : isFinished ? .finished : .open }

  /// Whether the answer doesn't tell if it is finished.
  var isUnflagged: Bool { !isCancelled && !hasFlag }
}
