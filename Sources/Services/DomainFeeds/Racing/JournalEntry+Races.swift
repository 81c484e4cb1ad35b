import Columns
import Foundation
import TabularFiles

extension JournalEntry {
  /// Whether the answer is the requested race.
  var isOfRaceAsked: Bool {
    guard raceState != nil, let raceID else { return false }
    return request == JournalEntry.raceRequest(raceID)
  }

  /// The columns read of a race.
  static let raceColumns = ["id_race", "race_id", "finished", "canceled", "cancelled"]

  /// Adds the bodies' facts about races.
  ///
  /// Runners are read only if they matter: in lists, and for races without a flag.
  static func readRaces(
    of part: JSONPart, _ lines: JournalRows, from first: Int, into entries: inout [JournalEntry]
  ) throws(FileError) {
    var unflagged: Set<Int> = []
    var hasMore = entries.map { $0.sha256 != nil }
    for place in entries.indices where entries[place].request.hasPrefix("/race/") {
      guard let race = FlaggedRace(lines, place, from: first) else { continue }
      // Fast path: nearly all lines hold a single race and nothing else.
      hasMore[place] = false
      entries[place].raceState = race.state
      entries[place].raceID = race.id
      if race.isUnflagged { unflagged.insert(place) }
    }
    if hasMore.contains(true) {
      // Lists are few, and faster to read separately.
      let lists = part.lines(where: hasMore) ?? part
      try readLists(of: lists, lines, into: &entries, hasMore, &unflagged)
    }
    if !unflagged.isEmpty { try readPositions(of: part, lines, into: &entries, unflagged) }
  }

  /// Whether a race's answer has any runner.
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

  /// The members that identify a runner: an element without any of them is no runner.
  private static let runnerColumns = ["horse", "id_horse", "horse_id", "number"]

  /// Adds the facts of lists about races, including single races in the form of a list.
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

  /// Marks a race as finished if a runner has a position: the guide's form has no flag.
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

/// A race in a journal, read from five columns.
private struct FlaggedRace {
  let isFinished: Bool
  private let isCancelled: Bool
  private let hasFlag: Bool
  private let rows: JournalRows
  private let row: Int
  private let idColumn: Int

  /// Reads a row; nil if it is no race.
  init?(_ rows: JournalRows, _ row: Int, from first: Int) {
    guard let idColumn = rows.idColumn(row, of: first...first + 1) else { return nil }
    (self.rows, self.row, self.idColumn) = (rows, row, idColumn)
    isFinished = rows.isSet(row, first + 2)
    isCancelled = rows.isSet(row, first + 3) || rows.isSet(row, first + 4)
    hasFlag = rows.has(row, first + 2)
  }

  var id: String { rows[row, idColumn]! }

  var state: RaceState { isCancelled ? .cancelled : isFinished ? .finished : .open }

  /// Whether the answer does not say if it is finished.
  var isUnflagged: Bool { !isCancelled && !hasFlag }
}
