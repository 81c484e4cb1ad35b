import Columns

/// Dense codes of a dimension's entities, one per runner, and the entities' names.
struct EntityCodes: Sendable {
  /// Per month, a code per runner; −1 where a key is missing.
  let months: [Buffer<Int32>]
  /// The number of codes.
  let count: Int
  private let keys: [KeyColumn]
  /// For several keys, their codes by entity; empty for one key, whose own codes serve.
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

  /// The names of an entity, one per key.
  func names(_ code: Int) -> [String] {
    keys.indices.map { keys[$0].names[keyCode(code, $0)] }
  }

  /// Orders entities by the UTF-8 bytes of their keys.
  func precedes(_ left: Int, _ right: Int) -> Bool {
    for key in keys.indices {
      let (first, second) = (keyCode(left, key), keyCode(right, key))
      if keys[key].precedes(first, second) { return true }
      if keys[key].precedes(second, first) { return false }
    }
    return false
  }

  /// What one key's column is ordered by: its names' bytes, or its own order where it has one.
  func sortingCell(_ code: Int, key: Int) -> ReportCell {
    let own = keyCode(code, key)
    return keys[key].isOrdered ? .integer(Int64(own)) : .text(keys[key].names[own])
  }

  private func keyCode(_ code: Int, _ key: Int) -> Int {
    combinations.isEmpty ? code : Int(combinations[code][key])
  }
}
