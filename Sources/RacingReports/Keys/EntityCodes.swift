import ColumnStore
import Columns

/// Dense codes of a dimension's entities, one per runner, and the entities' names.
struct EntityCodes: Sendable {
  /// Per month, a code per runner; −1 where a key is missing.
  let months: [Buffer<Int32>]
  /// No code is as large as this.
  let count: Int
  /// Whether no code was met that its key has no name for; a stored key's are looked at by whoever
  /// uses them.
  let isSound: Bool
  private let keys: [KeyColumn]
  /// Per key, its code by entity; empty where the entities are one key's own codes.
  private let keyCodes: [[Int32]]
  /// For each key but the first, the pairs that it forms with the keys before, by code.
  let pairs: [Buffer<UInt64>]

  /// Gives runners their codes.
  ///
  /// - Parameters:
  ///   - dimension: The keys.
  ///   - columns: The runners' columns.
  ///   - known: The pairs of the same dimension that have codes already; none where none has.
  ///   - threads: How many threads may work.
  init(
    _ dimension: Dimension, _ columns: inout KeyColumns, known: [KnownPairs] = [],
    threads: Int = 1
  ) {
    var keys: [KeyColumn] = []
    for key in dimension.keys { keys.append(columns.column(key)) }
    var (months, count) = (keys[0].months, keys[0].names.count)
    var isSound = keys.allSatisfy(\.isSound)
    var keyCodes: [[Int32]] = []
    var levels: [Buffer<UInt64>] = []
    for (index, key) in keys.enumerated().dropFirst() {
      let pairs = PairCodes(
        months, key.months, counts: (count, key.names.count),
        known: known.isEmpty ? nil : known[index - 1], threads: threads)
      isSound = isSound && pairs.isSound
      levels.append(pairs.pairs)
      let before =
        index == 1
        ? [pairs.left]
        : keyCodes.map { codes in
          pairs.left.map { $0 < 0 ? -1 : codes[Int($0)] }
        }
      keyCodes = before + [pairs.right]
      (months, count) = (pairs.months, pairs.count)
    }
    self.init(
      months: months, count: count, isSound: isSound, keys: keys, keyCodes: keyCodes,
      pairs: levels)
  }

  private init(
    months: [Buffer<Int32>], count: Int, isSound: Bool, keys: [KeyColumn], keyCodes: [[Int32]],
    pairs: [Buffer<UInt64>] = []
  ) {
    self.months = months
    self.count = count
    self.isSound = isSound
    self.keys = keys
    self.keyCodes = keyCodes
    self.pairs = pairs
  }

  /// The entities of some runners alone; all other runners have none.
  ///
  /// - Parameter rows: Per month, the runners whose entities are kept.
  /// - Returns: Codes of the kept entities, in the order of their first runners.
  func narrowed(to rows: [Range<Int>]) -> EntityCodes {
    guard isSound, months.allSatisfy({ $0.hasCodes(below: count) }) else {
      return EntityCodes(
        months: months.map { codes in Buffer(count: codes.count) { $0.initialize(repeating: -1) } },
        count: 0, isSound: false, keys: keys, keyCodes: keys.map { _ in [] })
    }
    var newCodes = [Int32](repeating: -1, count: count)
    var kept: [Int] = []
    for (codes, rows) in zip(months, rows) {
      for row in rows where codes[row] >= 0 && newCodes[Int(codes[row])] < 0 {
        newCodes[Int(codes[row])] = Int32(kept.count)
        kept.append(Int(codes[row]))
      }
    }
    let narrowed = months.map { codes in
      Buffer(count: codes.count) { out in
        for (row, code) in codes.pointer.enumerated() {
          out[row] = code < 0 ? -1 : newCodes[Int(code)]
        }
      }
    }
    return EntityCodes(
      months: narrowed, count: kept.count, isSound: true, keys: keys,
      keyCodes: keys.indices.map { key in kept.map { Int32(keyCode($0, key)) } })
  }

  /// The entities, and behind them one that stands for all runners; no runner has its code.
  var withEveryone: (codes: EntityCodes, everyone: Int) {
    let named = keys.map { key in
      KeyColumn(
        months: key.months, names: key.names.appending([Dimension.everyone]),
        isOrdered: key.isOrdered, isSound: key.isSound)
    }
    // One key's names are its codes; else each key has the name behind all others.
    let everyone = keyCodes.isEmpty ? keys[0].names.count : count
    let codes = EntityCodes(
      months: months, count: everyone + 1, isSound: isSound, keys: named,
      keyCodes: zip(keyCodes, keys).map { codes, key in codes + [Int32(key.names.count)] },
      pairs: pairs)
    return (codes, everyone)
  }

  /// The names of an entity, one per key.
  func names(_ code: Int) -> [String] {
    keys.indices.map { keys[$0].names[keyCode(code, $0)] }
  }

  /// Orders one key's column: by its names' bytes, or its own order where it has one.
  func sortingCell(_ code: Int, key: Int) -> ReportCell {
    let own = keyCode(code, key)
    return keys[key].isOrdered ? .integer(Int64(own)) : .text(keys[key].names[own])
  }

  /// Whether a code stands for an entity; a few of the pairs' do not.
  func isUsed(_ code: Int) -> Bool { keyCodes.isEmpty || keyCodes[0][code] >= 0 }

  /// The number of keys.
  var keyCount: Int { keys.count }

  /// The names behind a key's codes.
  func names(ofKey key: Int) -> NameDictionary { keys[key].names }

  /// The code of one of an entity's keys.
  func keyCode(_ code: Int, _ key: Int) -> Int {
    keyCodes.isEmpty ? code : Int(keyCodes[key][code])
  }
}
