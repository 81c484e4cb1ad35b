import ColumnStore
import Columns
import Racing

/// A stored race as plain values.
struct ReferenceRace {
  var key: String
  var day: Int
  var offTime: Int64?
  var number: Int?
  var country: String?
  var distance: Int?
  var isHandicap: Bool
  var isTotePaid: Bool
  /// The places that the exchange's place market pays.
  var marketPlaces: Int?
  var runners: [ReferenceRunner] = []

  /// The runners that came under starter's orders; void and unresolved rows did not.
  var starters: [ReferenceRunner] {
    runners.filter { !["non_runner", "void", "unresolved"].contains($0.outcome) }
  }
}

/// A stored runner as plain values.
struct ReferenceRunner {
  var keys: [String: String]
  var number: Int?
  var draw: Int?
  /// Days since the horse last started, on an earlier day; nil where it never did.
  var daysSinceLastRun: Int?
  var outcome: String
  var position: Int?
  /// Whether the exchange's place market paid it.
  var placeWon: Bool?
  var sp: Int128?
  var tote: Int128?
  var bsp: Int128?
}

extension ReferenceRace {
  /// Reads all races of a store, value by value; aliases are names by role and spelling.
  static func all(
    in snapshot: Snapshot, aliases: [String: [String: String]] = [:]
  ) -> [ReferenceRace] {
    snapshot.segments(of: RacingTables.races).flatMap { segment in
      let rows = StoredRows(table: segment.rows, snapshot: snapshot, aliases: aliases)
      var races = (0..<segment.rows.rowCount).map { row in
        ReferenceRace(
          key: rows.table["race_id"]!.texts[row], day: Int(rows.integer("date", row)!),
          offTime: rows.integer("off_time", row),
          number: rows.integer("race_no", row).map(Int.init),
          country: rows.name("country", row),
          distance: rows.integer("distance_m", row).map(Int.init),
          isHandicap: rows.flag("handicap", row),
          isTotePaid: rows.flag("tote_paid", row),
          marketPlaces: rows.integer("place_winners", row).map(Int.init))
      }
      let runners = StoredRows(
        table: snapshot.segment(of: RacingTables.runners, month: segment.month)!.rows,
        snapshot: snapshot, aliases: aliases)
      for row in 0..<runners.table.rowCount {
        let race = Int(runners.integer("race_index", row)!)
        races[race].runners.append(
          ReferenceRunner(rows: runners, row, race: rows, race))
        // A dividend for any runner is a dividend of its race.
        if races[race].runners.last!.tote != nil { races[race].isTotePaid = true }
      }
      return races
    }
  }
}

extension ReferenceRunner {
  fileprivate init(rows: StoredRows, _ row: Int, race: StoredRows, _ raceRow: Int) {
    keys = [:]
    for key in ["jockey", "trainer", "horse", "owner", "sire"] { keys[key] = rows.name(key, row) }
    for key in ["course", "country", "going", "class"] { keys[key] = race.name(key, raceRow) }
    number = rows.integer("number", row).map(Int.init)
    draw = rows.integer("draw", row).map(Int.init)
    outcome = rows.name("outcome", row)!
    position = outcome == "finished" ? Int(rows.integer("position", row)!) : nil
    placeWon = rows.table["place_won"].flatMap { $0.isNull(row) ? nil : $0.booleans[row] }
    sp = rows.price("sp", row)
    tote = rows.price("tote", row)
    bsp = rows.price("bsp", row)
  }
}

/// A segment's values by column name; nil where there is no value.
private struct StoredRows {
  let table: Table
  let snapshot: Snapshot
  let aliases: [String: [String: String]]

  func integer(_ name: String, _ row: Int) -> Int64? {
    guard let column = table[name], !column.isNull(row) else { return nil }
    switch column.values {
    case .int16(let values): return Int64(values[row])
    case .int32(let values): return Int64(values[row])
    case .int64(let values): return values[row]
    default: preconditionFailure("\(name) is no column of integers")
    }
  }

  func name(_ name: String, _ row: Int) -> String? {
    let spelling = integer(name, row).map { snapshot.dictionary(name)[Int($0)] }
    return spelling.map { aliases[name]?[$0] ?? $0 }
  }

  /// Reads a price; 0 means none.
  func price(_ name: String, _ row: Int) -> Int128? {
    integer(name, row).flatMap { $0 > 0 ? Int128($0) : nil }
  }

  func flag(_ name: String, _ row: Int) -> Bool {
    table[name].map { !$0.isNull(row) && $0.booleans[row] } ?? false
  }
}
