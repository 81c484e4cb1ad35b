import ColumnStore
import Columns
import Mappings
import RowReading
import StoreTables

/// Puts one file's rows of a support service into the store.
///
/// A ticket has one row and a message has one, whichever source reports it; of two values the later
/// one wins.
struct SupportImport {
  let writer: StoreWriter
  let feeds: TableMapping.Target

  /// Stores rows.
  ///
  /// - Parameter rows: The file's accepted rows.
  /// - Returns: Their counts.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  func merge(_ rows: Table) throws(StoreError) -> StoredCounts {
    switch feeds {
    case .tickets:
      var tickets = rules(SupportTables.tickets, "ticket_id")
      // A ticket may be taken from its agent, and then have none.
      tickets.ofLast = ["assignee"]
      return try tickets.merge(rows)
    case .ticketMessages: return try rules(SupportTables.messages, "message_id").merge(rows)
    default: preconditionFailure("no rows of a support service")
    }
  }

  // MARK: - Implementation

  private func rules(_ table: String, _ key: String) -> EntityMerge {
    var rules = EntityMerge(
      table: ObservationTable(
        writer: writer, name: table, fields: SupportTables.exportedFields(of: table)!,
        keys: [key], time: "event_time"),
      reportedAt: "ingest_time")
    rules.lasting = ["event_time"]
    return rules
  }
}
