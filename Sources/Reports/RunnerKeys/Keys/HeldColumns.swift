import ColumnStore
import Synchronization

/// Columns that jobs have derived, held in memory for the next question about the same state.
///
/// Deriving facts of earlier runs, numbering pairs and sorting names take longer than adding up. A
/// program that answers one question after another gives the same object to all its jobs; answers
/// are the same.
public final class HeldColumns: Sendable {
  /// Bytes that held columns may take; beyond them all are let go.
  private let byteLimit: Int

  private struct Held {
    let snapshot: Snapshot
    let aliases: NameAliases
    let rules: FactRules
    let columns: KeyColumns
    let entities: [Dimension: OrderedEntities]
  }

  private let held = Mutex<Held?>(nil)

  /// Holds nothing yet.
  public convenience init() { self.init(byteLimit: 1 << 30) }

  package init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// Returns the columns of a state, and the entities of dimensions in order; nil where others are
  /// held.
  package func columns(
    of snapshot: Snapshot, _ aliases: NameAliases, _ rules: FactRules
  ) -> (columns: KeyColumns, entities: [Dimension: OrderedEntities])? {
    held.withLock { held in
      // Columns of an older state would stay in memory while the new ones are derived.
      if held?.snapshot !== snapshot { held = nil }
      guard let held, held.snapshot === snapshot, held.aliases == aliases, held.rules == rules
      else { return nil }
      return (held.columns, held.entities)
    }
  }

  /// Holds sound columns from now on, in place of those before.
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
