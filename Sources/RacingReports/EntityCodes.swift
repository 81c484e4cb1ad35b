import ColumnStore
import Columns
import Racing

/// Dense codes of a dimension's entities, one per runner, and the entities' names.
struct EntityCodes: Sendable {
  /// Per month, a code per runner; −1 where a key is missing.
  let months: [Buffer<Int32>]
  /// The number of codes.
  let count: Int
  /// Per key, the dictionary of its names.
  private let dictionaries: [NameDictionary]
  /// For several keys, their codes by entity; empty for one key, whose own codes serve.
  private let combinations: [SIMD4<Int32>]

  init(_ dimension: Dimension, months views: [MonthView], _ snapshot: Snapshot) {
    dictionaries = dimension.keys.map { snapshot.dictionary($0) }
    let columns = views.map { view in dimension.keys.map { Self.codes($0, view) } }
    if dimension.keys.count == 1 {
      months = columns.map { $0[0] }
      count = dictionaries[0].count
      combinations = []
      return
    }
    var index: [SIMD4<Int32>: Int32] = [:]
    var combinations: [SIMD4<Int32>] = []
    months = zip(views, columns).map { view, keys in
      Buffer(
        (0..<view.runners.rowCount).map { row -> Int32 in
          var key = SIMD4<Int32>(repeating: 0)
          for (lane, codes) in keys.enumerated() {
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
    dictionaries.indices.map { dictionaries[$0][keyCode(code, $0)] }
  }

  /// Orders entities by the UTF-8 bytes of their keys.
  func precedes(_ left: Int, _ right: Int) -> Bool {
    for key in dictionaries.indices {
      let names = dictionaries[key]
      let (first, second) = (names.utf8(keyCode(left, key)), names.utf8(keyCode(right, key)))
      if first.lexicographicallyPrecedes(second) { return true }
      if second.lexicographicallyPrecedes(first) { return false }
    }
    return false
  }

  private func keyCode(_ code: Int, _ key: Int) -> Int {
    combinations.isEmpty ? code : Int(combinations[code][key])
  }

  /// One key's codes per runner; a race's key is spread over its runners.
  private static func codes(_ key: String, _ view: MonthView) -> Buffer<Int32> {
    let field = RacingTables.flatField(key)!
    var column = view.runners.column(field)
    if RacingTables.raceFields.contains(field) {
      let index = view.runners[RacingTables.raceIndex.name]!.int32s
      column = view.races.column(field).gathered(Array(index.pointer))
    }
    return column.codesOrMissing
  }
}
