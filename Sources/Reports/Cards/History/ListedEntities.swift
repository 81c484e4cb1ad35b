import Columns
import EntityReports
import RunnerKeys

/// The entities of a report's first rows, with starts listed in its history.
struct ListedEntities: Sendable {
  /// The runners' entities.
  let codes: EntityCodes
  /// The keys of the listed entities, in the order of their rows.
  let keys: [[String]]
  /// Per listed entity, its number of starts; the newest are listed.
  let counts: [Int]
  /// The number of entities with a row in the longest window.
  let rowCount: Int
  /// Per code, the entity's index in ``keys``; −1 if not listed.
  let places: [Int32]

  /// Lists entities in the order of the longest window's rows, as long as their starts fit.
  ///
  /// - Parameters:
  ///   - answer: The report.
  ///   - codes: Its runners' entities, sound and for all months.
  ///   - startLimit: The largest number of starts to list.
  init(_ answer: ReportAnswer, _ codes: EntityCodes, startLimit: Int) {
    let report = answer.report
    let longest = answer.summary.scope.windows.max { ($0.days ?? .max) < ($1.days ?? .max) }
    let all = longest.map { report.rows.range(of: $0) } ?? 0..<0
    // A final row of all runners repeats the starts of the others.
    let rows = answer.endsWithTotals ? all.dropLast() : all
    var keys: [[String]] = []
    var own: [Int] = []
    var counts: [Int] = []
    var room = startLimit
    for index in rows {
      let row = report.rows[index]
      let count = Int(row.figures.runs)
      guard min(count, HistoryJob.entityLimit) <= room else { break }
      room -= min(count, HistoryJob.entityLimit)
      keys.append(row.keys)
      counts.append(count)
      own.append(report.rows.code(index))
    }
    if report.rows.codes.months.count == codes.months.count {
      var places = [Int32](repeating: -1, count: codes.count)
      for (place, code) in own.enumerated() { places[code] = Int32(place) }
      self.places = places
    } else {
      places = codes.places(of: keys)
    }
    (self.codes, self.keys, self.counts, rowCount) = (codes, keys, counts, rows.count)
  }

  /// Per listed entity, the number of starts to find: only the newest.
  var wanted: [Int] { counts.map { min($0, HistoryJob.entityLimit) } }

  /// Flags the runners of a month that belong to listed entities with starts still to find.
  ///
  /// - Parameters:
  ///   - month: The month's index.
  ///   - left: Per listed entity, the number of starts still to find.
  /// - Returns: A flag per runner.
  func runners(ofMonth month: Int, _ left: [Int]) -> Bitmap {
    let codes = codes.months[month]
    return Bitmap(count: codes.count) { row in
      let place = codes[row] < 0 ? -1 : places[Int(codes[row])]
      return place >= 0 && left[Int(place)] > 0
    }
  }
}

extension EntityCodes {
  /// Finds entities by their names.
  ///
  /// - Parameter wanted: The keys of each entity.
  /// - Returns: Per code, the entity's index in `wanted`, or −1.
  fileprivate func places(of wanted: [[String]]) -> [Int32] {
    var byKeys: [[Int]: Int32] = [:]
    let known = (0..<keyCount).map { key in
      let names = names(ofKey: key)
      let own = Set(wanted.map { $0[key] })
      var codes: [String: Int] = [:]
      for code in 0..<(own.isEmpty ? 0 : names.count) where own.contains(names[code]) {
        codes[names[code]] = code
      }
      return codes
    }
    for (place, keys) in wanted.enumerated() {
      byKeys[keys.indices.compactMap { known[$0][keys[$0]] }] = Int32(place)
    }
    let isFirst = Set(known.first.map { Array($0.values) } ?? [])
    return (0..<count).map { code in
      guard isUsed(code), isFirst.contains(keyCode(code, 0)) else { return -1 }
      return byKeys[(0..<keyCount).map { keyCode(code, $0) }] ?? -1
    }
  }
}
