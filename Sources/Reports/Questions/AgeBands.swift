import Columns
import RunnerKeys

/// Stretches of age between the windows' lengths: every window is a run of whole bands.
///
/// Ages are days before the as-of date, from 1 on. With windows of 14 and 30 days and all, the
/// bands are 1…14, 15…30 and 31 on.
@usableFromInline package struct AgeBands: Sendable {
  /// The number of bands.
  package let count: Int
  /// Per window, in the order asked for, how many bands it takes, newest first.
  package let bandsOfWindow: [Int]
  /// The oldest age that belongs to a band.
  package let oldestAge: Int
  /// Per band, its oldest age.
  @usableFromInline package let upperAges: [Int]

  package init(_ windows: [Window]) {
    let lengths = Set(windows.map { $0.days ?? .max }).sorted()
    upperAges = lengths
    count = lengths.count
    oldestAge = lengths.last ?? 0
    bandsOfWindow = windows.map { lengths.firstIndex(of: $0.days ?? .max)! + 1 }
  }

  /// The band of an age, or nil where no window reaches back so far.
  @inlinable package func band(age: Int) -> UInt8? {
    upperAges.firstIndex { age <= $0 }.map { UInt8($0) }
  }
}
