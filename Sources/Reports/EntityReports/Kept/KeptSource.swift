import ColumnStore
import Columns
import Foundation
import Racing

/// The source of kept sums: a store's first months, and the names of its codes.
package struct KeptSource: Codable, Equatable, Sendable {
  package struct Names: Codable, Equatable, Sendable {
    let count: Int
    let checksum: String
  }

  /// The number of months.
  let monthCount: Int
  /// A checksum over the months and their files' checksums.
  let months: String
  /// The number of all stored months: the pairs of keys kept with the sums may name each month by
  /// its index.
  let storedMonths: Int
  /// Per dictionary, the number and checksum of its names.
  let names: [String: Names]

  /// Describes a state's first months.
  init(_ snapshot: Snapshot, monthCount: Int, dictionaries: [String]) {
    self.monthCount = monthCount
    months = Self.checksum(snapshot, monthCount)
    storedMonths = snapshot.segments(of: RacingTables.runners).count
    names = Dictionary(
      uniqueKeysWithValues: dictionaries.map { name in
        let dictionary = snapshot.dictionary(name)
        return (
          name,
          Names(count: dictionary.count, checksum: dictionary.checksum(ofFirst: dictionary.count))
        )
      })
  }

  /// Whether a state still begins with the same months and names.
  func isPart(of snapshot: Snapshot) -> Bool {
    max(monthCount, storedMonths) <= snapshot.segments(of: RacingTables.runners).count
      && months == Self.checksum(snapshot, monthCount)
      && names.allSatisfy { name, known in
        let dictionary = snapshot.dictionary(name)
        return known.count <= dictionary.count
          && known.checksum == dictionary.checksum(ofFirst: known.count)
      }
  }

  private static func checksum(_ snapshot: Snapshot, _ monthCount: Int) -> String {
    let races = Dictionary(
      uniqueKeysWithValues: snapshot.segments(of: RacingTables.races).map {
        ($0.month, $0.checksum)
      })
    let lines = snapshot.segments(of: RacingTables.runners).prefix(monthCount).map {
      "\($0.month.number) \(races[$0.month] ?? "") \($0.checksum)\n"
    }
    return Checksum.hex(of: Data(lines.joined().utf8))
  }
}
