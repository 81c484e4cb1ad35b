import Columns
import TabularFiles

extension JournalEntry {
  /// Reads the lines of a journal, of an archived one or of a single answer.
  ///
  /// - Parameter file: The journal's text.
  /// - Returns: One entry per line, in file order.
  /// - Throws: `FileError` when it is malformed.
  static func entries(of file: SourceFile) throws(FileError) -> [JournalEntry] {
    let lines = try Rows(
      file, "",
      [
        "request", "day", "fetched_at", "status", "duration_us", "attempt", "bytes", "sha256",
        "unchanged", "error", "api",
      ])
    var entries: [JournalEntry] = []
    var places: [String: Int] = [:]
    for row in 0..<lines.count {
      guard let request = lines[row, 0], let day = lines[row, 1].flatMap({ Day(iso: $0) }),
        let fetchedAt = lines[row, 2].flatMap({ Int64($0) })
      else {
        throw .malformed(
          file: file.path, found: "a line without request, day or fetched_at",
          expected: "lines that a fetch has written")
      }
      if lines[row, 7] != nil { places["\(request) \(fetchedAt)"] = entries.count }
      entries.append(
        JournalEntry(
          request: request, day: day, fetchedAt: fetchedAt,
          status: lines[row, 3].flatMap { Int($0) },
          microseconds: lines[row, 4].flatMap { Int64($0) } ?? 0,
          attempt: lines[row, 5].flatMap { Int($0) } ?? 1,
          bytes: lines[row, 6].flatMap { Int($0) } ?? 0, sha256: lines[row, 7],
          isUnchanged: lines[row, 8] == "true", error: lines[row, 9],
          api: lines[row, 10] ?? RacingFetch.api))
    }
    if entries.contains(where: { $0.api == RacingFetch.api }) {
      try readRaces(of: file, into: &entries, places)
    }
    if entries.contains(where: { $0.request == PointsRequest.roster.text }) {
      try readRunners(of: file, into: &entries, places)
    }
    return entries
  }

  // MARK: - Implementation

  /// Adds what the bodies say of races.
  ///
  /// Runners are read only where they tell something: in lists, and of races without a flag.
  private static func readRaces(
    of file: SourceFile, into entries: inout [JournalEntry], _ places: [String: Int]
  ) throws(FileError) {
    let listed = try Rows(
      file, "body/*/horses|runners/*",
      ["../../request", "../../fetched_at", "../id_race", "../race_id"])
    for row in 0..<listed.count {
      guard let place = listed.place(row, places), let id = listed[row, 2] ?? listed[row, 3]
      else { continue }
      if entries[place].racesWithRunners.last != id { entries[place].racesWithRunners.append(id) }
    }
    let races = try Rows(
      file, "body/[]",
      [
        "../request", "../fetched_at", "id_race", "race_id", "finished", "canceled", "cancelled",
      ])
    var unflagged: Set<Int> = []
    for row in 0..<races.count {
      guard let place = races.place(row, places), let id = races[row, 2] ?? races[row, 3]
      else { continue }
      let isFinished = races.isSet(row, 4)
      if entries[place].request.hasPrefix("/race/") {
        let isCancelled = races.isSet(row, 5) || races.isSet(row, 6)
        entries[place].raceState = isCancelled ? .cancelled : isFinished ? .finished : .open
        if !isCancelled && races[row, 4] == nil { unflagged.insert(place) }
        entries[place].racesWithRunners = []
      } else {
        let isResult = isFinished || entries[place].request.hasPrefix("/results")
        let isWhole = entries[place].racesWithRunners.contains(id)
        if isResult || !isWhole { entries[place].details.append(id) }
      }
    }
    if !unflagged.isEmpty { try readPositions(of: file, into: &entries, places, unflagged) }
  }

  /// Adds the runners of rosters, whose transactions are asked for one by one.
  private static func readRunners(
    of file: SourceFile, into entries: inout [JournalEntry], _ places: [String: Int]
  ) throws(FileError) {
    let runners = try Rows(file, "body/[]", ["../request", "../fetched_at", "id"])
    for row in 0..<runners.count {
      guard let place = runners.place(row, places), let id = runners[row, 2],
        entries[place].request == PointsRequest.roster.text
      else { continue }
      entries[place].details.append(id)
    }
  }

  /// Takes a race for finished where a runner has a position: the spelling of the app's guide has no
  /// flag.
  private static func readPositions(
    of file: SourceFile, into entries: inout [JournalEntry], _ places: [String: Int],
    _ unflagged: Set<Int>
  ) throws(FileError) {
    let runners = try Rows(
      file, "body/[]/horses|runners/*", ["../../request", "../../fetched_at", "position"])
    for row in 0..<runners.count where runners[row, 2]?.isEmpty == false {
      guard let place = runners.place(row, places), unflagged.contains(place) else { continue }
      entries[place].raceState = .finished
    }
  }

  /// Rows of text columns.
  private struct Rows {
    private let tables: [Table]
    private let starts: [Int]

    init(_ file: SourceFile, _ path: String, _ columns: [String]) throws(FileError) {
      tables = try file.read(columns: columns, rows: RowPath(path)!, threads: 1).tables
      starts = tables.reduce(into: [0]) { $0.append($0.last! + $1.rowCount) }
    }

    var count: Int { starts.last! }

    subscript(row: Int, column: Int) -> String? {
      let table = starts.lastIndex { $0 <= row }!
      let cells = tables[table].columns[column]
      let index = row - starts[table]
      return cells.isNull(index) ? nil : cells.texts[index]
    }

    /// The entry that a row of a body belongs to; its first two columns name it.
    func place(_ row: Int, _ places: [String: Int]) -> Int? {
      guard let request = self[row, 0], let fetchedAt = self[row, 1] else { return nil }
      return places["\(request) \(fetchedAt)"]
    }

    func isSet(_ row: Int, _ column: Int) -> Bool { ["1", "true"].contains(self[row, column]) }
  }
}
