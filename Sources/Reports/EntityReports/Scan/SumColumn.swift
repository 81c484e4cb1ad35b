import Questions

/// A sum that adds up in any order, declared once.
///
/// Its place in memory gives its column in a block of ``WindowFigures``, and adds it to other sums;
/// its name and its expression give its column in an engine's answer.
package struct SumColumn<Sums: BitwiseCopyable>: Sendable {
  /// Its name in an engine's answer; that of a group of bets goes before it.
  package let name: String
  /// Its expression over the starters of an entity and age band; a column of bets replaces `#`.
  package let sql: String
  let place: SumPlace<Sums>

  /// Declares a sum.
  ///
  /// - Parameters:
  ///   - name: Its name in an engine's answer.
  ///   - sum: The stored sum.
  ///   - figure: Its place in a block of figures; nil if the block has no such sum, or computes it.
  ///   - sql: Its expression over starters.
  init(_ name: String, _ sum: KeyPath<Sums, Int64>, _ figure: RowSum? = nil, sql: String) {
    guard let offset = MemoryLayout<Sums>.offset(of: sum) else {
      preconditionFailure("a sum is stored, not computed")
    }
    (self.name, self.sql) = (name, sql)
    place = SumPlace(offset: offset, figure: figure)
  }

  /// Sets the sum.
  package func set(_ value: Int64, in sums: inout Sums) {
    withUnsafeMutablePointer(to: &sums) { place.pointer($0).pointee = value }
  }
}

/// The place of a sum in memory, and in a block of figures.
struct SumPlace<Sums: BitwiseCopyable>: Sendable {
  fileprivate let offset: Int
  let figure: RowSum?

  @inline(__always)
  func pointer(_ sums: UnsafeMutablePointer<Sums>) -> UnsafeMutablePointer<Int64> {
    // Safety: the offset is that of a stored 64-bit number.
    UnsafeMutableRawPointer(sums).advanced(by: offset).assumingMemoryBound(to: Int64.self)
  }

  @inline(__always)
  func value(_ sums: UnsafePointer<Sums>) -> Int64 {
    pointer(UnsafeMutablePointer(mutating: sums)).pointee
  }
}
