import ImportHistory
import Testing

/// Tables with one row for each key, from any source and in any order.
struct EntityMergeTests {
  private let store = TestStore()

  private static let mapping = """
    name: mybets
    description: Bets and tickets of a table
    tables:
      bets:
        feeds: bets
        recognised_by: [bet_key, result]
        fields:
          bet_key: bet_key
          ingest_time: told
          event_time: {column: sent, optional: true}
          result: result
          wager: {column: wager, optional: true}
          payout: {column: payout, optional: true}
      lines:
        feeds: bet_outcomes
        recognised_by: [bet_key, line]
        fields: {bet_key: bet_key, line: line, ingest_time: told, payout: {column: payout, optional: true}}
      tickets:
        feeds: tickets
        recognised_by: [ticket_id, state]
        fields: {ticket_id: ticket_id, ingest_time: told, event_time: {column: sent, optional: true}, state: state}

    """

  private func add(_ text: String) throws -> [Int] {
    try store.add(text, yaml: Self.mapping).counts
  }

  /// A table's rows, cell by cell.
  private func cells(_ table: String, _ names: [String]) throws -> [[String]] {
    try store.rows(table).map { row in names.map { row[$0]! } }
  }

  private static let bets = "bet_key,told,sent,result,wager,payout\n"
  private static let firstTold = bets + "b1,2024-02-10T10:00Z,2024-02-10T10:00Z,ok,1,0\n"
  private static let begun = bets + "b1,2024-01-05T10:00Z,2024-01-05T10:00Z,ok,1,0\n"
  private static let paid = bets + "b1,2024-02-11T10:00Z,2024-02-10T10:00Z,ok,1,5\n"

  @Test(arguments: [[0, 1, 2], [1, 0, 2], [0, 2, 1]])
  func `a bet whose begin is in an earlier month leaves the later one`(order: [Int]) throws {
    let files = [Self.firstTold, Self.begun, Self.paid]
    for index in order {
      let counts = try add(files[index])
      #expect(counts[0] == 1 && counts[1] + counts[2] == 1 && counts[3] == 0)
    }
    #expect(
      try cells("bets", ["bet_key", "event_time", "wager", "payout"]) == [
        ["b1", "2024-01-05 10:00:00.000000Z", "1", "5"]
      ])
    // Without the row with the begin it is in its old month again.
    let id = order.firstIndex(of: 1)! + 1
    _ = try UndoJob(store: store.path, importID: id, now: 1_775_001_700_000_000).run()
    #expect(
      try cells("bets", ["bet_key", "event_time"]) == [["b1", "2024-02-10 10:00:00.000000Z"]])
  }

  @Test func `lines and tickets leave a later month as bets do`() throws {
    _ = try add("bet_key,line,told,payout\nb1,0,2024-02-10T10:00Z,1\n")
    #expect(try add("bet_key,line,told,payout\nb1,0,2024-01-10T10:00Z,1\n") == [1, 1, 0, 0])
    #expect(
      try cells("bet_outcomes", ["line", "ingest_time"]) == [["0", "2024-01-10 10:00:00.000000Z"]])
    _ = try add("ticket_id,told,sent,state\nt,2024-02-05T10:00Z,2024-02-05T09:00Z,open\n")
    _ = try add("ticket_id,told,sent,state\nt,2024-01-05T10:00Z,2024-01-05T09:00Z,open\n")
    #expect(
      try cells("tickets", ["state", "event_time"]) == [["open", "2024-01-05 09:00:00.000000Z"]])
    #expect(
      try add("ticket_id,told,sent,state\nt,2024-02-06T10:00Z,2024-02-05T09:00Z,closed\n")
        == [1, 1, 0, 0])
    #expect(
      try cells("tickets", ["state", "event_time"]) == [["closed", "2024-01-05 09:00:00.000000Z"]])
  }
}
