import Columns
import Foundation
import TabularFiles

/// What a fetched race came to when it was last asked for.
enum RaceState: String, Sendable {
  case finished
  case cancelled
  /// Neither: the answer is a card, or the result is not there yet.
  case open
}

extension JournalEntry {
  /// Whether the answer is the race that was asked for.
  var isOfRaceAsked: Bool {
    guard raceState != nil, let raceID else { return false }
    return request == RacingRequest.race(raceID)
  }

  /// What is read of a race.
  static let raceColumns = ["id_race", "race_id", "finished", "canceled", "cancelled"]

  /// Adds what the bodies say of races.
  ///
  /// Runners are read only where they tell something: in lists, and of races without a flag.
  static func readRaces(
    of part: JSONPart, _ lines: JournalRows, from first: Int, into entries: inout [JournalEntry]
  ) throws(FileError) {
    var unflagged: Set<Int> = []
    var hasMore = entries.map { $0.sha256 != nil }
    for place in entries.indices where entries[place].request.hasPrefix("/race/") {
      guard let race = FlaggedRace(lines, place, from: first) else { continue }
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

  /// The members that hold a race's runners.
  private static let runnersOfRace = ["horses", "runners"]

  /// What runners are known by: whatever has none of it is no runner.
  private static let runnerColumns = ["horse", "id_horse", "horse_id", "number"]

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
