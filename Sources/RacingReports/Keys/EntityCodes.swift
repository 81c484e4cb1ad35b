import ColumnStore
import Columns

/// Dense codes of a dimension's entities, one per runner, and the entities' names.
struct EntityCodes: Sendable {
  /// Per month, a code per runner; −1 where a key is missing.
  let months: [Buffer<Int32>]
  /// The number of codes.
  let count: Int
  private let keys: [KeyColumn]
  /// The keys' codes by entity; empty where they are one key's own codes.
  private let combinations: [SIMD4<Int32>]

  init(_ dimension: Dimension, _ columns: inout KeyColumns) {
    var keys: [KeyColumn] = []
    for key in dimension.keys { keys.append(columns.column(key)) }
    self.keys = keys
    if keys.count == 1 {
      months = keys[0].months
      count = keys[0].names.count
      combinations = []
      return
    }
    var index: [SIMD4<Int32>: Int32] = [:]
    var combinations: [SIMD4<Int32>] = []
    months = columns.months.indices.map { month in
      let keyCodes = keys.map { $0.months[month] }
      return Buffer(
        (0..<columns.months[month].runners.rowCount).map { row -> Int32 in
          var key = SIMD4<Int32>(repeating: 0)
          for (lane, codes) in keyCodes.enumerated() {
            guard codes[row] >= 0 else { return -1 }
            key[lane] = codes[row]
          }
          if let code = index[key] { return code }
          let code = Int32(combinations.count)
          index[key] = code
          combinations.append(key)
          return code
        })
    }
    count = combinations.count
    self.combinations = combinations
  }

  private init(
    months: [Buffer<Int32>], keys: [KeyColumn], combinations: [SIMD4<Int32>]
  ) {
    self.months = months
    self.keys = keys
    self.combinations = combinations
    count = combinations.count
  }

  /// The entities of some runners alone; all other runners have none.
  ///
  /// - Parameter rows: Per month, the runners whose entities are kept.
  /// - Returns: Codes of the kept entities, in the order of their first runners.
  func narrowed(to rows: [Range<Int>]) -> EntityCodes {
    var newCodes = [Int32](repeating: -1, count: count)
    var kept: [SIMD4<Int32>] = []
    for (codes, rows) in zip(months, rows) {
      for row in rows where codes[row] >= 0 && newCodes[Int(codes[row])] < 0 {
        newCodes[Int(codes[row])] = Int32(kept.count)
        kept.append(combination(Int(codes[row])))
      }
    }
    let narrowed = months.map { codes in
      Buffer(count: codes.count) { out in
        for (row, code) in codes.pointer.enumerated() {
          out[row] = code < 0 ? -1 : newCodes[Int(code)]
        }
      }
    }
    return EntityCodes(months: narrowed, keys: keys, combinations: kept)
  }

  /// The names of an entity, one per key.
  func names(_ code: Int) -> [String] {
    keys.indices.map { keys[$0].names[keyCode(code, $0)] }
  }

  /// What one key's column is ordered by: its names' bytes, or its own order where it has one.
  func sortingCell(_ code: Int, key: Int) -> ReportCell {
    let own = keyCode(code, key)
    return keys[key].isOrdered ? .integer(Int64(own)) : .text(keys[key].names[own])
  }

  private func combination(_ code: Int) -> SIMD4<Int32> {
    combinations.isEmpty ? SIMD4(Int32(code), 0, 0, 0) : combinations[code]
  }

  /// The number of keys.
  var keyCount: Int { keys.count }

  /// The names behind a key's codes.
  func names(ofKey key: Int) -> NameDictionary { keys[key].names }

  /// The code of one of an entity's keys.
  func keyCode(_ code: Int, _ key: Int) -> Int {
    combinations.isEmpty ? code : Int(combinations[code][key])
  }
}
