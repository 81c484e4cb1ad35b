import ColumnStore
import Columns
import RowReading

/// Finds names of one file that are probably spellings of one name.
///
/// They differ in case, blanks, dots, accents and the like alone, or in the marks around them, such
/// as a rider's claim. Aliases join them: the import stores each as the file has it.
package struct NameTwins {
  /// By role, a byte for each code: 1 if the file has the name.
  private var seen: [String: [UInt8]] = [:]

  package init() {}

  /// Notes the names of some of the file's rows.
  package mutating func add(_ rows: Table) {
    for role in NameAliases.roles {
      guard rows.rowCount > 0, let column = rows[role] else { continue }
      var seen = self.seen.removeValue(forKey: role) ?? []
      let codes = column.int32s.pointer
      let most = Int(codes.max() ?? 0)
      if most >= seen.count { seen += Array(repeating: 0, count: most + 1 - seen.count) }
      // A row without a name has the code 0.
      let hasFirst = seen[0] == 1 || codes.indices.contains { codes[$0] == 0 && !column.isNull($0) }
      seen.withUnsafeMutableBufferPointer { seen in
        for code in codes { seen[Int(code)] = 1 }
      }
      seen[0] = hasFirst ? 1 : 0
      self.seen[role] = seen
    }
  }

  /// A name, and the name of the same file that it is probably a spelling of.
  struct Twin: Equatable {
    let role: String
    let spelling: String
    let name: String
  }

  /// Returns the twins in words, with the lines of aliases that join them.
  ///
  /// - Parameters:
  ///   - aliases: The aliases that join names already; asked for only if there are twins.
  ///   - dictionary: Returns the dictionary of a role.
  /// - Returns: A line for each name that is probably another one's spelling, and for each role the
  ///   number of those that are too many to list.
  /// - Throws: The error of reading the aliases.
  package func doubts<Failure: Error>(
    aliases: () throws(Failure) -> NameAliases, dictionary: (String) -> DictionaryEncoder
  ) throws(Failure) -> [String] {
    let found = NameAliases.roles.flatMap { role in
      seen[role].map { twins(role, $0, dictionary(role)) } ?? []
    }
    guard !found.isEmpty else { return [] }
    let aliases = try aliases()
    let open = found.filter {
      aliases.name(of: $0.spelling, role: $0.role) != aliases.name(of: $0.name, role: $0.role)
    }
    return NameAliases.roles.flatMap { role in Self.lines(open.filter { $0.role == role }) }
  }

  // MARK: - Implementation

  private static func lines(_ twins: [Twin]) -> [String] {
    let shown = twins.prefix(Limits.shownTwinNames).map { twin in
      let line = CSVCell.line([twin.role, twin.spelling, twin.name])
      return "\(twin.role): \(twin.spelling) is probably \(twin.name); this line of aliases joins "
        + "them: \(line)"
    }
    let more = twins.count - shown.count
    return shown + (more > 0 ? ["\(twins[0].role): \(more) more names are probably others"] : [])
  }

  /// Returns the twins among the names of one role.
  private func twins(_ role: String, _ seen: [UInt8], _ names: DictionaryEncoder) -> [Twin] {
    let kind = NameSpelling.Kind(role: role)
    var groups = NameGroups(count: seen.count)
    for code in seen.indices where seen[code] == 1 {
      // Safety: no name is added meanwhile.
      let name = names.utf8(code)
      var bare = name[...]
      if kind == .horse, name.last == UInt8(ascii: ")"),
        let open = name.lastIndex(of: UInt8(ascii: "("))
      {
        bare = name[..<open]
        while bare.last == UInt8(ascii: " ") { bare.removeLast() }
      }
      if !NameSpelling.mayHaveMarks(bare, kind), let hash = NameGroups.hash(simple: bare) {
        groups.add(code, hash)
      } else {
        groups.add(code, NameSpelling(String(decoding: name, as: UTF8.self), kind))
      }
    }
    func name(_ code: Int) -> String { String(decoding: names.utf8(code), as: UTF8.self) }
    let twins = groups.twins(differInMarks: kind == .person) { NameSpelling(name($0), kind).mark }
    return twins.map {
      Twin(role: role, spelling: name($0.spelling), name: name($0.name))
    }
  }
}

/// Names by their folded form without marks.
private struct NameGroups {
  /// By code, the hash of its folded form; ``seed`` for none.
  private var hashes: [UInt64]
  /// The hashes of names without the last words, where these may be marks, and of turned names.
  private var shorter: [(code: Int, hashes: [UInt64])] = []
  /// A bit for each of the hashes that were added: most names have a hash that no other has.
  private var bits: [UInt64]
  /// The hashes that several names may have.
  private var shared: Set<UInt64> = []

  init(count: Int) {
    hashes = Array(repeating: Self.seed, count: count)
    // Some 64 bits for each name, a power of two.
    bits = Array(repeating: 0, count: 1 << (Int.bitWidth - count.leadingZeroBitCount))
  }

  mutating func add(_ code: Int, _ hash: UInt64) {
    // A name without a letter is like no other.
    guard hash != Self.seed else { return }
    hashes[code] = hash
    if has(hash) { shared.insert(hash) }
    bits[word(hash)] |= 1 << (hash >> 58)
  }

  mutating func add(_ code: Int, _ spelling: NameSpelling) {
    add(code, Self.hash(spelling.bare))
    let others = spelling.shorter + [spelling.turned].compactMap(\.self)
    if !others.isEmpty { shorter.append((code, others.map(Self.hash))) }
  }

  /// Returns the names of each group with the group's own name: one without marks, the first known.
  ///
  /// - Parameters:
  ///   - differInMarks: Whether names with different marks are one. If not, a name without a mark
  ///     is one with marks only if these are the same.
  ///   - mark: Returns the mark of a name.
  /// - Returns: The codes of spellings, and of the names that they probably are, in order.
  func twins(differInMarks: Bool, mark: (Int) -> String) -> [(spelling: Int, name: Int)] {
    let wanted = shared.union(shorter.flatMap(\.hashes).filter(has))
    guard !wanted.isEmpty else { return [] }
    var all: [UInt64: [(code: Int, mark: String)]] = [:]
    for (code, hash) in hashes.enumerated() where hash != Self.seed && wanted.contains(hash) {
      all[hash, default: []].append((code, ""))
    }
    for (code, hashes) in shorter {
      if let known = hashes.first(where: { all[$0] != nil }) { all[known]!.append((code, "*")) }
    }
    let groups = all.values.flatMap { group -> [[(code: Int, mark: String)]] in
      guard group.count > 1 else { return [] }
      let group = group.map { (code: $0.code, mark: $0.mark.isEmpty ? mark($0.code) : $0.mark) }
      let marks = Set(group.map(\.mark)).subtracting([""])
      return differInMarks || marks.count < 2
        ? [group] : Array(Dictionary(grouping: group, by: \.mark).values)
    }
    return groups.flatMap { group in
      let name = group.min {
        ($0.mark.isEmpty ? 0 : 1, $0.code) < ($1.mark.isEmpty ? 0 : 1, $1.code)
      }!
      return group.map { (spelling: $0.code, name: name.code) }.filter { $0.spelling != $0.name }
    }.sorted { $0 < $1 }
  }

  /// Returns the hash of a folded name.
  static func hash(_ folded: String) -> UInt64 {
    var hash = seed
    for byte in folded.utf8 { add(byte, to: &hash) }
    return hash
  }

  /// Folds a name of ASCII and ideographs, and returns its hash; nil for other letters.
  static func hash(simple name: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64? {
    var hash = seed
    for byte in name {
      switch byte {
      case 48...57, 97...122: add(byte, to: &hash)
      case 65...90: add(byte | 0x20, to: &hash)
      case UInt8(ascii: "&"): for letter in "and".utf8 { add(letter, to: &hash) }
      case NameFolding.ideographs, 0x80...0xBF: add(byte, to: &hash)
      case 0xC0...: return nil
      default: break
      }
    }
    return hash
  }

  // MARK: - Implementation

  private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

  private static func add(_ byte: UInt8, to hash: inout UInt64) {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  private func word(_ hash: UInt64) -> Int { Int(hash >> 20) & (bits.count - 1) }

  private func has(_ hash: UInt64) -> Bool { bits[word(hash)] >> (hash >> 58) & 1 == 1 }
}
