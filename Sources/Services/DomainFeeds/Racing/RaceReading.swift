import Columns
import Foundation
import TabularFiles

/// The state of a fetched race at its last request.
enum RaceState: String, Sendable {
  case finished
  case cancelled
  /// Neither finished nor cancelled: the answer is a card, or the result is not there yet.
  case open
}

extension KnownAnswer {
  /// The state of the race in the answer; `open` for a list with an unreadable element.
  var raceState: RaceState? { state.flatMap(RaceState.init) }
}

extension JournalEntry {
  /// The state of the race in the answer; `open` for a list with an unreadable element.
  var raceState: RaceState? {
    get { state.flatMap(RaceState.init) }
    set { state = newValue?.rawValue }
  }

  /// Adds a race of the body to a line of a list, or of the race itself.
  ///
  /// - Returns: Whether the line is the race's and does not say if it is finished.
  mutating func add(_ race: ListedRace) -> Bool {
    guard request.hasPrefix("/race/") else {
      let isResult = race.isFinished || request.hasPrefix("/results")
      if isResult || !included.contains(RacingRequest.text(of: race.id)) {
        details.append(race.id)
      } else if race.state == .open {
        open.append(race.id)
      }
      return false
    }
    (raceState, subject, included) = (race.state, race.id, [])
    return race.isUnflagged
  }

  /// Adds a race whose runners are in the body of a list.
  mutating func include(_ race: String) {
    let request = RacingRequest.text(of: race)
    if included.last != request { included.append(request) }
  }

  /// The columns read of a race.
  static let raceColumns = ["id_race", "race_id", "finished", "canceled", "cancelled"]

  /// The members that identify a runner: an element without any of them is no runner.
  static let runnerColumns = ["horse", "id_horse", "horse_id", "number"]

  /// The members that hold a race's runners.
  static let runnersOfRace = ["horses", "runners"]

  /// Adds the bodies' facts about races.
  ///
  /// Runners are read only if they matter: in lists, and for races without a flag.
  static func readRaces(
    of part: JSONPart, _ lines: JournalRows, from first: Int, into entries: inout [JournalEntry]
  ) throws(FileError) {
    var unflagged: Set<Int> = []
    var hasMore = entries.map { $0.sha256 != nil }
    for place in entries.indices where entries[place].request.hasPrefix("/race/") {
      guard let race = ListedRace(lines, place, from: first) else { continue }
      // Fast path: nearly all lines hold a single race and nothing else.
      hasMore[place] = false
      if entries[place].add(race) { unflagged.insert(place) }
    }
    if hasMore.contains(true) {
      // Lists are few, and faster to read separately.
      let lists = part.lines(where: hasMore) ?? part
      try readLists(of: lists, lines, into: &entries, hasMore, &unflagged)
    }
    if !unflagged.isEmpty { try readPositions(of: part, lines, into: &entries, unflagged) }
  }

  // MARK: - Implementation

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
        entries[place].include(id)
      }
    }
    let races = JournalRows(
      try part.read(
        columns: ["../request", "../fetched_at"] + raceColumns, rows: RowPath("body/[]")!))
    races.forEach(of: lines) { row, place in
      guard isWanted[place], let race = ListedRace(races, row, from: 2) else { return }
      if entries[place].add(race) { unflagged.insert(place) }
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

/// A race in a body, read from five columns.
struct ListedRace {
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
