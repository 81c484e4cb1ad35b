import Columns
import RowReading

/// The hashes of some races' keys, to find those races in months that keep theirs sorted.
struct RaceHashes {
  private let races: [(hash: Int64, row: Int)]
  private let filter: HashFilter

  /// Takes the races of sorted rows.
  init(_ rows: ImportRows) {
    let (ids, groups) = (rows.table.raceIDs, rows.races)
    let races = groups.starts.dropLast().map { start in
      let row = Int(groups.rows[start])
      return (hash: RaceKeyHash.of(ids.utf8(row)), row: row)
    }
    self.races = races.sorted { $0.hash < $1.hash }
    filter = HashFilter(self.races.map(\.hash))
  }

  /// Returns the first rows of the races whose hashes are among a month's, which are sorted.
  func rows(in hashes: Buffer<Int64>) -> [Int] {
    // A pass over all of a month's hashes takes less time than searching them for many races.
    guard races.count * 64 > hashes.count else {
      return races.filter { race in
        let place = hashes.indices.partitionPoint { hashes[$0] >= race.hash }
        return place < hashes.count && hashes[place] == race.hash
      }.map(\.row)
    }
    return filter.likely(in: hashes).flatMap { hash -> [Int] in
      let place = races.indices.partitionPoint { races[$0].hash >= hash }
      return races[place...].prefix { $0.hash == hash }.map(\.row)
    }
  }
}

/// Excludes quickly nearly all hashes that are not in a set.
struct HashFilter {
  /// A bit for each value of a hash's lowest bits; enough bits that few are set.
  private let bits: [UInt64]
  private let mask: UInt64

  /// Takes the hashes of the set.
  init(_ hashes: [Int64]) {
    var wordCount = 1
    while wordCount < hashes.count { wordCount *= 2 }
    let mask = UInt64(wordCount * 64 - 1)
    var bits = [UInt64](repeating: 0, count: wordCount)
    for hash in hashes {
      let bit = UInt64(bitPattern: hash) & mask
      bits[Int(bit >> 6)] |= 1 << (bit & 63)
    }
    self.bits = bits
    self.mask = mask
  }

  /// Returns the hashes of a list that may be in the set: those that are, and few others.
  func likely(in hashes: Buffer<Int64>) -> [Int64] {
    var found: [Int64] = []
    bits.withUnsafeBufferPointer { bits in
      for hash in hashes.pointer {
        let bit = UInt64(bitPattern: hash) & mask
        // Safety: the mask leaves no bit behind the last word.
        if bits[Int(bit >> 6)] >> (bit & 63) & 1 == 1 { found.append(hash) }
      }
    }
    return found
  }
}
