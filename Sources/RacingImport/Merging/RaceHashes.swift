import Columns

/// The hashes of some races' keys, for finding those races in months that keep theirs sorted.
struct RaceHashes {
  private let races: [(hash: Int64, row: Int)]
  private let filter: HashFilter

  /// Takes the races of ordered rows.
  init(_ order: RaceOrder) {
    let ids = order.table["race_id"]!.texts
    let races = order.starts.dropLast().map { start in
      let row = Int(order.rows[start])
      return (hash: RaceKeyHash.of(ids.utf8(row)), row: row)
    }
    self.races = races.sorted { $0.hash < $1.hash }
    filter = HashFilter(self.races.map(\.hash))
  }

  /// The first rows of the races whose hashes are among a month's, which are sorted.
  func rows(in hashes: Buffer<Int64>) -> [Int] {
    // To look at all of a month's hashes takes less time than to search them for a few races.
    guard races.count * 64 > hashes.count else {
      return races.filter { race in
        let place = Self.firstPlace(hashes.count) { hashes[$0] >= race.hash }
        return place < hashes.count && hashes[place] == race.hash
      }.map(\.row)
    }
    return filter.likely(in: hashes).flatMap { hash -> [Int] in
      let place = Self.firstPlace(races.count) { races[$0].hash >= hash }
      return races[place...].prefix { $0.hash == hash }.map(\.row)
    }
  }

  // MARK: - Implementation

  /// The first place of a sorted list that lies far enough, or its count.
  private static func firstPlace(_ count: Int, _ isFarEnough: (Int) -> Bool) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        isFarEnough(middle) ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
    }
    return range.lowerBound
  }
}
