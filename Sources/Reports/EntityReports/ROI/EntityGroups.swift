import ColumnStore
import Columns
import Racing
import RunnerKeys

/// A group per runner and the groups' names, without a copy if the dimension is one stored column.
struct EntityGroups: Sendable {
  /// Per month, a group per runner; −1 where a key is missing.
  let months: [Buffer<Int32>]
  /// The number of groups.
  let count: Int
  private let entities: Entities

  private enum Entities: Sendable {
    case stored(NameDictionary)
    case derived(EntityCodes)
  }

  /// Assigns groups to the runners.
  ///
  /// - Throws: ``ReportError`` `.store` when races or runners are damaged.
  init(_ dimension: Dimension, _ snapshot: Snapshot) throws(ReportError) {
    if let field = Self.storedField(dimension) {
      months = snapshot.segments(of: RacingTables.runners)
        .map { $0.rows.column(field).codesOrMissing }
      let names = snapshot.dictionary(field.name)
      entities = .stored(names)
      count = names.count
    } else {
      var columns = KeyColumns(months: try snapshot.monthViews(), snapshot: snapshot)
      let codes = EntityCodes(dimension, &columns)
      guard columns.areSound, codes.isSound else {
        throw .store(snapshot.damage(in: ReportJob.tables))
      }
      entities = .derived(codes)
      (months, count) = (codes.months, codes.count)
    }
  }

  /// Returns the names of a group, one per key.
  func names(_ group: Int) -> [String] {
    switch entities {
    case .stored(let names): [names[group]]
    case .derived(let codes): codes.names(group)
    }
  }

  /// Whether a group comes before another by the UTF-8 bytes of their keys.
  func precedes(_ left: Int, _ right: Int) -> Bool {
    switch entities {
    case .stored(let names): names.utf8(left).lexicographicallyPrecedes(names.utf8(right))
    case .derived(let codes): codes.precedes(left, right)
    }
  }

  /// Returns the column of runners that is the dimension's only key; nil for other dimensions.
  private static func storedField(_ dimension: Dimension) -> Field? {
    guard dimension.keys.count == 1 else { return nil }
    return RacingTables.runnerFields.first { field in
      guard field.name == dimension.keys[0], case .coded = field.type else { return false }
      return true
    }
  }
}
