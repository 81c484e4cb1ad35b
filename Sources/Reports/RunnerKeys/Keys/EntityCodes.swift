import ColumnStore
import Columns
import Racing

/// Dense codes of a dimension's entities, one per runner, and the entities' names.
@usableFromInline package struct EntityCodes: Sendable {
  /// Per month, a code per runner; −1 where a key is missing.
  package let months: [Buffer<Int32>]
  /// A bound above all codes.
  package let count: Int
  /// Whether every derived code has a name; users check stored codes themselves.
  package let isSound: Bool
  @usableFromInline let keys: [KeyColumn]
  /// Per key, its code by entity; empty where the entities are one key's own codes.
  @usableFromInline let keyCodes: [[Int32]]
  /// For each key but the first, its pairs with the keys before it, by code.
  package let pairs: [Buffer<UInt64>]

  /// Assigns codes to the runners.
  ///
  /// - Parameters:
  ///   - dimension: The keys.
  ///   - columns: The runners' columns.
  ///   - known: The pairs of this dimension that have codes already; empty if there are none.
  ///   - threads: Number of worker threads.
  package init(
    _ dimension: Dimension, _ columns: inout KeyColumns, known: [KnownPairs] = [],
    threads: Int = 1
  ) {
    self.init(columns.column(dimension.keys[0]))
    for (index, key) in dimension.keys.dropFirst().enumerated() {
      self = joined(
        with: columns.column(key), known: known.isEmpty ? nil : known[index], threads: threads)
    }
  }

  /// Uses one key's names as entities.
  package init(_ key: KeyColumn) {
    self.init(
      months: key.months, count: key.names.count, isSound: key.isSound, keys: [key], keyCodes: [])
  }

  /// Combines these entities with one more key.
  ///
  /// - Parameters:
  ///   - key: The further key.
  ///   - known: The pairs of entities and the key's names that have codes already.
  ///   - threads: Number of worker threads.
  /// - Returns: A code for each entity of at least one runner.
  package func joined(with key: KeyColumn, known: KnownPairs? = nil, threads: Int = 1)
    -> EntityCodes
  {
    let found = PairCodes(
      months, key.months, counts: (count, key.names.count), known: known, threads: threads)
    let before =
      keyCodes.isEmpty
      ? [found.left]
      : keyCodes.map { codes in found.left.map { $0 < 0 ? -1 : codes[Int($0)] } }
    return EntityCodes(
      months: found.months, count: found.count, isSound: isSound && key.isSound && found.isSound,
      keys: keys + [key], keyCodes: before + [found.right], pairs: pairs + [found.pairs])
  }

  /// Creates entities without runners.
  ///
  /// - Parameters:
  ///   - keys: The keys' names.
  ///   - keyCodes: Per key, its code by entity.
  package init(keys: [KeyColumn], keyCodes: [[Int32]]) {
    self.init(
      months: [], count: keyCodes[0].count, isSound: true, keys: keys, keyCodes: keyCodes)
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

  /// Restricts the entities to those of some runners; other runners get none.
  ///
  /// - Parameter rows: Per month, the runners whose entities stay.
  /// - Returns: Codes of the remaining entities, in the order of their first runners.
  package func narrowed(to rows: [Range<Int>]) -> EntityCodes {
    guard isSound, months.allSatisfy({ $0.hasCodes(below: count) }) else {
      return EntityCodes(
        months: months.map { codes in Buffer(count: codes.count) { $0.initialize(repeating: -1) } },
        count: 0, isSound: false, keys: keys, keyCodes: keys.map { _ in [] })
    }
    var isKept = [Bool](repeating: false, count: count)
    var kept: [Int] = []
    for (codes, rows) in zip(months, rows) {
      for row in rows where codes[row] >= 0 && !isKept[Int(codes[row])] {
        isKept[Int(codes[row])] = true
        kept.append(Int(codes[row]))
      }
    }
    return narrowed(to: kept)
  }

  /// Restricts sound entities to some of them; runners of all others get none.
  ///
  /// - Parameter kept: The codes of the remaining entities, each once.
  /// - Returns: Codes in that order.
  package func narrowed(to kept: [Int]) -> EntityCodes {
    var newCodes = [Int32](repeating: -1, count: count)
    for (new, code) in kept.enumerated() { newCodes[code] = Int32(new) }
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

  /// The entities, followed by an entity for all runners; no runner has its code.
  package var withEveryone: (codes: EntityCodes, everyone: Int) {
    let named = keys.map { key in
      var named = key
      named.names = key.names.appending([Dimension.everyone])
      return named
    }
    // With one key, codes are its names; otherwise each key gets an additional last name.
    let everyone = keyCodes.isEmpty ? keys[0].names.count : count
    let codes = EntityCodes(
      months: months, count: everyone + 1, isSound: isSound, keys: named,
      keyCodes: zip(keyCodes, keys).map { codes, key in codes + [Int32(key.names.count)] },
      pairs: pairs)
    return (codes, everyone)
  }

  /// Returns an entity's names, one per key.
  package func names(_ code: Int) -> [String] {
    keys.indices.map { keys[$0].names[keyCode(code, $0)] }
  }

  /// Returns the cell to sort a key's column by: its name, or its code if the key has its own
  /// order.
  package func sortingCell(_ code: Int, key: Int) -> ReportCell {
    let own = keyCode(code, key)
    if keys[key].isOrdered { return .integer(Int64(own)) }
    let name = keys[key].names[own]
    return .text(keys[key].classOrder?.sortingText(name) ?? name)
  }

  /// Whether a code has an entity; a few codes of pairs have none.
  @inlinable package func isUsed(_ code: Int) -> Bool { keyCodes.isEmpty || keyCodes[0][code] >= 0 }

  /// Bytes of all tables by entity.
  var tableBytes: Int {
    keyCodes.reduce(0) { $0 + $1.count } * MemoryLayout<Int32>.size
      + pairs.reduce(0) { $0 + $1.count } * MemoryLayout<UInt64>.size
  }

  /// The number of keys.
  @inlinable package var keyCount: Int { keys.count }

  /// Returns a key's names by code.
  @inlinable package func names(ofKey key: Int) -> NameDictionary { keys[key].names }

  /// Returns a key's names in its own order; nil for the order of their bytes.
  package func order(ofKey key: Int) -> NameDictionary? {
    let own = keys[key]
    if own.isOrdered { return own.names }
    guard let order = own.classOrder else { return nil }
    return NameDictionary(order.sorted((0..<own.names.count).map { own.names[$0] }))
  }

  /// Returns the code of one of an entity's keys.
  @inlinable package func keyCode(_ code: Int, _ key: Int) -> Int {
    keyCodes.isEmpty ? code : Int(keyCodes[key][code])
  }
}
