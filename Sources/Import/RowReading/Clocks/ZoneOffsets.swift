import Foundation

/// The offsets of a field's time zone from UTC; zero without a zone.
///
/// The result depends only on the moment, not on earlier calls: only days far from any change of
/// the clocks are cached.
struct ZoneOffsets {
  private let rules: ZoneRules?
  /// By day, UTC or local: the offset of a day without a change on it or a day before or after; nil
  /// for any other day.
  private var quietDays: [Int64: Int64?] = [:]
  /// The day of the last call.
  private var last: (day: Int64, offset: Int64)?

  /// Takes a zone's rules.
  ///
  /// - Parameter name: The zone's name, such as `Europe/London`; nil for UTC.
  init(_ name: String?) { rules = name.flatMap(ZoneRules.named) }

  var isUTC: Bool { rules == nil }

  /// Returns the seconds that local time is ahead of UTC at a moment, µs since 1970-01-01 00:00
  /// UTC.
  mutating func seconds(atUTC micros: Int64) -> Int64 {
    guard let rules else { return 0 }
    let moment = Self.floored(micros, 1_000_000)
    return quiet(moment, rules) ?? rules.offset(at: moment)
  }

  /// Returns the seconds that a local time, µs since 1970-01-01 00:00 local, is ahead of UTC.
  ///
  /// - Edge cases: a time that the clocks show twice means the first of the two; one that they skip
  ///   has the offset before the change. Python's `zoneinfo` does the same.
  mutating func seconds(at local: Int64) -> Int64 {
    guard let rules else { return 0 }
    let local = Self.floored(local, 1_000_000)
    return quiet(local, rules) ?? rules.offset(ofLocal: local)
  }

  // MARK: - Implementation

  private static let perDay: Int64 = 86_400

  private static func floored(_ value: Int64, _ unit: Int64) -> Int64 {
    value >= 0 ? value / unit : (value - unit + 1) / unit
  }

  /// Returns the offset of a time on a day far from any change.
  ///
  /// No zone is ahead or behind by a whole day, so the offset holds for UTC and for local time.
  private mutating func quiet(_ seconds: Int64, _ rules: ZoneRules) -> Int64? {
    let day = Self.floored(seconds, Self.perDay)
    if let last, last.day == day { return last.offset }
    let offset: Int64?
    if let known = quietDays[day] {
      offset = known
    } else {
      offset = rules.onlyOffset(
        in: (day - 1) * Self.perDay...(day + 2) * Self.perDay)
      quietDays[day] = .some(offset)
    }
    if let offset { last = (day, offset) }
    return offset
  }
}

/// The changes of a zone's clocks by the rules of the IANA data base.
///
/// The system's own file lists them up to its last line; later moments, and zones without a file,
/// take their offsets from Foundation. The two differ before 1970, where some builds of the data
/// base keep less.
final class ZoneRules: Sendable {
  /// The moments of the changes, seconds since 1970-01-01 00:00 UTC, ascending.
  private let changes: [Int64]
  /// The offsets between them: one more than there are changes; empty without a file.
  private let offsets: [Int64]
  /// Whether the last offset holds forever.
  private let isEnded: Bool
  private let zone: TimeZone

  /// Returns a zone's rules; nil where there is no such zone.
  static func named(_ name: String) -> ZoneRules? {
    TimeZone(identifier: name).map { ZoneRules($0, file: ZoneFile(named: name)) }
  }

  /// Takes a zone's rules.
  ///
  /// - Parameters:
  ///   - zone: The zone, for moments that the file does not cover.
  ///   - file: The system's file of the zone; nil for none.
  init(_ zone: TimeZone, file: ZoneFile?) {
    self.zone = zone
    changes = file?.changes ?? []
    offsets = file?.offsets ?? []
    isEnded = file?.isEnded ?? false
  }

  /// Returns the offset at a moment, both in seconds.
  func offset(at moment: Int64) -> Int64 {
    guard isCovered(moment) else {
      return Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment))))
    }
    return offsets[changes.indices.partitionPoint { changes[$0] > moment }]
  }

  /// Returns the offset of a local time, as ``ZoneOffsets/seconds(at:)`` describes it.
  func offset(ofLocal local: Int64) -> Int64 {
    let near = changes(near: local)
    var before = offset(at: local - Self.reach)
    var first: Int64?
    var skipped: Int64?
    for offset in [before] + near.map(\.after) where self.offset(at: local - offset) == offset {
      first = max(first ?? offset, offset)
    }
    for change in near {
      if local >= change.moment + before, local < change.moment + change.after { skipped = before }
      before = change.after
    }
    return first ?? skipped ?? before
  }

  /// Returns the offset that holds from one moment to another; nil if the clocks change in between.
  func onlyOffset(in moments: ClosedRange<Int64>) -> Int64? {
    let offset = offset(at: moments.lowerBound)
    if isCovered(moments.upperBound) {
      let next = changes.indices.partitionPoint { changes[$0] > moments.lowerBound }
      return next < changes.count && changes[next] <= moments.upperBound ? nil : offset
    }
    return steps(moments).allSatisfy { self.offset(at: $0) == offset } ? offset : nil
  }

  // MARK: - Implementation

  /// The largest distance of a local time from its moment, in seconds: more than any zone is ahead
  /// or behind.
  private static let reach: Int64 = 26 * 3600
  /// The seconds between two samples of Foundation's offsets: no two changes are so close.
  private static let step: Int64 = 3 * 3600

  /// Whether the file covers a moment.
  private func isCovered(_ moment: Int64) -> Bool {
    isEnded || changes.last.map { moment < $0 } ?? false
  }

  private func steps(_ moments: ClosedRange<Int64>) -> [Int64] {
    Array(stride(from: moments.lowerBound, to: moments.upperBound, by: Int(Self.step)))
      + [moments.upperBound]
  }

  /// Returns the changes near a local time, with the offset after each.
  private func changes(near local: Int64) -> [(moment: Int64, after: Int64)] {
    let moments = local - Self.reach...local + Self.reach
    if isCovered(moments.upperBound) {
      let first = changes.indices.partitionPoint { changes[$0] > moments.lowerBound }
      let end = changes.indices.partitionPoint { changes[$0] > moments.upperBound }
      return (first..<end).map { (changes[$0], offsets[$0 + 1]) }
    }
    let steps = steps(moments)
    return zip(steps, steps.dropFirst()).compactMap { start, end in
      let before = offset(at: start)
      guard offset(at: end) != before else { return nil }
      var (low, high) = (start, end)
      while high - low > 1 {
        let middle = (low + high) / 2
        if offset(at: middle) == before { low = middle } else { high = middle }
      }
      return (high, offset(at: high))
    }
  }
}

/// A zone's file of the system (TZif, RFC 9636): the changes that it lists one by one.
struct ZoneFile: Equatable {
  /// The moments of the changes, seconds since 1970-01-01 00:00 UTC, ascending.
  var changes: [Int64] = []
  /// The offsets between them, in seconds: one more than there are changes.
  var offsets: [Int64] = []
  /// Whether its last line says that the clocks no longer change.
  var isEnded = false

  /// The folders where systems keep the files.
  private static let folders = [
    "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
  ]

  /// Reads the system's file of a zone; nil if there is none.
  init?(named name: String) {
    let paths = Self.folders.lazy.map { "\($0)/\(name)" }
    let files = paths.compactMap { FileManager.default.contents(atPath: $0) }
    guard let file = files.first.flatMap({ ZoneFile(Array($0)) }) else { return nil }
    self = file
  }

  /// Reads a file's bytes; nil if they are not a file of version 2 or later.
  init?(_ bytes: [UInt8]) {
    // The first block has only what fits into 32 bits.
    guard let old = Header(bytes, at: 0), old.version >= UInt8(ascii: "2"),
      let header = Header(bytes, at: old.end(momentSize: 4))
    else { return nil }
    let times = header.start
    let kinds = times + header.changeCount * 8
    let types = kinds + header.changeCount
    let end = header.end(momentSize: 8)
    guard header.typeCount > 0, end <= bytes.count else { return nil }
    func offset(_ type: UInt8) -> Int64? {
      guard Int(type) < header.typeCount else { return nil }
      let value = Header.number(bytes, types + Int(type) * 6, 4)
      return Int64(Int32(truncatingIfNeeded: value))
    }
    changes = (0..<header.changeCount).map {
      Int64(bitPattern: Header.number(bytes, times + $0 * 8, 8))
    }
    let found = [offset(0)] + (0..<header.changeCount).map { offset(bytes[kinds + $0]) }
    offsets = found.compactMap { $0 }
    let isRising = zip(changes, changes.dropFirst()).allSatisfy { $0 < $1 }
    guard isRising, offsets.count == found.count else { return nil }
    // The last line is a rule such as GMT0BST,M3.5.0/1,M10.5.0; without a comma nothing changes.
    isEnded = !bytes[end...].contains(UInt8(ascii: ",")) && bytes.count > end + 2
  }

  private struct Header {
    static let length = 44
    let version: UInt8
    let start: Int
    let changeCount: Int
    let typeCount: Int
    private let otherBytes: (leaps: Int, rest: Int)

    init?(_ bytes: [UInt8], at place: Int) {
      guard place >= 0, bytes.count - place >= Self.length,
        bytes[place..<place + 4].elementsEqual("TZif".utf8)
      else { return nil }
      func count(_ index: Int) -> Int { Int(Self.number(bytes, place + 20 + index * 4, 4)) }
      version = bytes[place + 4]
      start = place + Self.length
      (changeCount, typeCount) = (count(3), count(4))
      otherBytes = (count(2), count(0) + count(1) + count(5))
      // Counts that no real file has would overflow the ends.
      let counts = [changeCount, typeCount, otherBytes.leaps, otherBytes.rest]
      guard counts.allSatisfy({ $0 < 1 << 20 }) else { return nil }
    }

    func end(momentSize: Int) -> Int {
      start + changeCount * (momentSize + 1) + typeCount * 6 + otherBytes.leaps * (momentSize + 4)
        + otherBytes.rest
    }

    static func number(_ bytes: [UInt8], _ place: Int, _ length: Int) -> UInt64 {
      bytes[place..<place + length].reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}
