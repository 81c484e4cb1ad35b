import Columns
import RunnerKeys

/// Bands of age bounded by the windows' lengths, so that every window is a sequence of whole bands.
///
/// Ages are days before the as-of date, from 1. With windows of 14 days, 30 days and all, the bands
/// are 1…14, 15…30 and 31 onwards.
@usableFromInline package struct AgeBands: Sendable {
  /// The number of bands.
  package let count: Int
  /// Per window, in the order requested, its number of bands, from the newest.
  package let bandsOfWindow: [Int]
  /// The oldest age with a band.
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

  /// Returns the band of an age; nil if it is older than all windows.
  @inlinable package func band(age: Int) -> UInt8? {
    upperAges.firstIndex { age <= $0 }.map { UInt8($0) }
  }
}
