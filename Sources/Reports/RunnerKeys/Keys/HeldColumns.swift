import ColumnStore
import Synchronization

/// Columns that jobs have derived, kept in memory for the next question about the same state.
///
/// Deriving facts of earlier runs, numbering pairs and sorting names take longer than summing. A
/// program that answers several questions passes one object to all its jobs; answers do not change.
public final class HeldColumns: Sendable {
  /// Largest number of bytes of held columns; above it all are released.
  private let byteLimit: Int

  private struct Held {
    let snapshot: Snapshot
    let aliases: NameAliases
    let rules: FactRules
    let columns: KeyColumns
    let entities: [Dimension: OrderedEntities]
  }

  private let held = Mutex<Held?>(nil)

  /// Creates an empty holder.
  public convenience init() { self.init(byteLimit: 1 << 30) }

  package init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// Returns the columns of a state and the ordered entities of dimensions; nil if it holds another
  /// state's.
  package func columns(
    of snapshot: Snapshot, _ aliases: NameAliases, _ rules: FactRules
  ) -> (columns: KeyColumns, entities: [Dimension: OrderedEntities])? {
    held.withLock { held in
      // Columns of an older state would use memory while the new ones are derived.
      if held?.snapshot !== snapshot { held = nil }
      guard let held, held.snapshot === snapshot, held.aliases == aliases, held.rules == rules
      else { return nil }
      return (held.columns, held.entities)
    }
  }

  /// Holds sound columns in place of the previous ones.
  package func hold(
    _ columns: KeyColumns, _ entities: [Dimension: OrderedEntities], of snapshot: Snapshot,
    _ aliases: NameAliases, _ rules: FactRules
  ) {
    let rows = columns.months.reduce(0) { $0 + $1.runners.rowCount }
    let columnBytes = (columns.count + entities.count) * rows * MemoryLayout<Int32>.size
    let bytes = entities.values.reduce(columnBytes) { $0 + $1.tableBytes }
    let new =
      bytes > byteLimit
      ? nil
      : Held(
        snapshot: snapshot, aliases: aliases, rules: rules, columns: columns,
        entities: entities)
    held.withLock { $0 = new }
  }
}
