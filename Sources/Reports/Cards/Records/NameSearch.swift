import ColumnStore
import Columns
import Foundation
import Racing
import RunnerKeys

/// A name of the store, and the number of its runners.
public struct NameFound: Equatable, Sendable {
  /// The name, as aliases give it.
  public let name: String
  /// The number of the store's runners with that name, in any spelling.
  public let runnerCount: Int
}

/// The result of searching for a typed name.
public enum NameMatch: Equatable, Sendable {
  /// One name fits better than all others.
  case one(NameFound)
  /// Several names fit equally well, by number of runners, most first.
  case several([NameFound])
  /// No name fits; some similar names.
  case none(nearest: [NameFound])
}

/// Finds people and horses by approximate names.
public struct NameSearch: Sendable {
  private let names: [NameFound]
  /// Every spelling of the store, and each name: an index into the names.
  private let places: [String: Int]

  /// Collects the names of a store's runners.
  ///
  /// - Parameters:
  ///   - role: The role whose names to search.
  ///   - snapshot: The store's state.
  ///   - aliases: Other spellings of names.
  /// - Throws: `ReportError` `.store` when runners have codes without a name.
  public init(
    _ role: RecordRole, in snapshot: Snapshot, aliases: NameAliases = NameAliases()
  ) throws(ReportError) {
    let dictionary = snapshot.dictionary(role.rawValue)
    let counts = try Self.runnerCounts(role, snapshot, dictionary.count)
    var runners: [String: Int] = [:]
    var nameOf: [String: String] = [:]
    for code in 0..<dictionary.count where counts[code] > 0 {
      let spelling = dictionary[code]
      let name = aliases.name(of: spelling, role: role.rawValue)
      runners[name, default: 0] += counts[code]
      nameOf[spelling] = name
      nameOf[name] = name
    }
    let names = runners.map { NameFound(name: $0.key, runnerCount: $0.value) }.sorted {
      $0.runnerCount != $1.runnerCount
        ? $0.runnerCount > $1.runnerCount
        : $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
    let placeOf = Dictionary(uniqueKeysWithValues: names.indices.map { (names[$0].name, $0) })
    self.names = names
    places = nameOf.mapValues { placeOf[$0]! }
  }

  /// Finds the name meant by a text.
  ///
  /// The first rule that fits any name decides: the exact text; the text without case, accents,
  /// apostrophes and dots; the text as the beginning of a name or of one of its words.
  ///
  /// - Parameter text: The typed text.
  /// - Returns: The name, several names, or similar ones.
  public func find(_ text: String) -> NameMatch {
    if let place = places[text.precomposedStringWithCanonicalMapping] { return .one(names[place]) }
    let wanted = NameKey(text)
    guard !wanted.isEmpty else { return .none(nearest: []) }
    let keys = places.map { (key: NameKey($0.key), place: $0.value) }
    for fits in [{ $0 == wanted }, { $0.hasPrefix(wanted) }] as [(NameKey) -> Bool] {
      let found = Set(keys.filter { fits($0.key) }.map(\.place)).sorted().map { names[$0] }
      if let only = found.first { return found.count == 1 ? .one(only) : .several(found) }
    }
    return .none(nearest: nearest(to: wanted, keys))
  }

  // MARK: - Implementation

  /// Counts runners per code of the role's dictionary, which may have names without any runner.
  private static func runnerCounts(
    _ role: RecordRole, _ snapshot: Snapshot, _ count: Int
  ) throws(ReportError) -> [Int] {
    var counts = [Int](repeating: 0, count: count)
    for segment in snapshot.segments(of: RacingTables.runners) {
      try ReportError.ofStore { () throws(StoreError) in try segment.checkColumns() }
      guard let column = segment.rows[role.rawValue] else { continue }
      let codes = column.codesOrMissing
      guard codes.hasCodes(below: count) else {
        throw .store(snapshot.damage(in: [RacingTables.runners]))
      }
      // Safety: the array is not used otherwise during the closure.
      counts.withUnsafeMutableBufferPointer { counts in
        for row in 0..<codes.count where codes[row] >= 0 { counts[Int(codes[row])] += 1 }
      }
    }
    try snapshot.confirmReports()
    return counts
  }

  /// Returns names that contain the text, then names with a few typing errors in the name or a
  /// word.
  private func nearest(to wanted: NameKey, _ keys: [(key: NameKey, place: Int)]) -> [NameFound] {
    var found = Set(keys.filter { $0.key.contains(wanted) }.map(\.place)).sorted()
    var placesOf: [String: Set<Int>] = [:]
    for (key, place) in keys {
      let text = key.text
      placesOf[text, default: []].insert(place)
      for word in text.split(separator: " ") where word.utf8.count > 2 {
        placesOf[String(word), default: []].insert(place)
      }
    }
    let near = NearestName.list(
      wanted.text, in: placesOf.keys.sorted(), count: Limits.similarNames)
    for place in near.flatMap({ placesOf[$0]!.sorted() }) where !found.contains(place) {
      found.append(place)
      if found.count >= Limits.similarNames { break }
    }
    return found.prefix(Limits.similarNames).map { names[$0] }
  }
}
