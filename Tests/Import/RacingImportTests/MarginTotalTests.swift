import Testing

/// Lengths behind the winner that are summed of the margins to the horse in front.
struct MarginTotalTests {
  /// Imports a race by rpscrape's columns and returns the lengths by horse.
  private func lengths(_ rows: [(horse: String, position: String, btn: String, ovr: String)]) throws
    -> [String: String]
  {
    let store = TestStore()
    let text =
      "date,course,off,ran,pos,btn,ovr_btn,horse\n"
      + rows.map { "2024-05-06,Ayr,2:00,9,\($0.position),\($0.btn),\($0.ovr),\($0.horse)\n" }
      .joined()
    let file = try store.add(text, format: "rpscrape")
    #expect(file.rejected == 0 && file.unusedColumns == nil)
    return Dictionary(
      uniqueKeysWithValues: try store.rows().map { ($0["horse"]!, $0["beaten_lengths"]!) })
  }

  @Test func `margins are summed in the order of the finish, whatever the order of the rows`()
    throws
  {
    let found = try lengths([
      ("D", "4", "3", ""), ("A", "1", "0", ""), ("C", "3", "2", ""), ("B", "2", "1", ""),
      ("E", "5", "nk", ""),
    ])
    #expect(found == ["A": "0", "B": "1", "C": "3", "D": "6", "E": "6.3"])
  }

  @Test func `runners in a dead heat have one total`() throws {
    let found = try lengths([
      ("A", "1", "0", ""), ("B", "2", "1.5", ""), ("C", "2", "dh", ""), ("D", "4", "2", ""),
    ])
    #expect(found == ["A": "0", "B": "1.5", "C": "1.5", "D": "3.5"])
  }

  @Test func `a dead heat for first place leads no one`() throws {
    let found = try lengths([("A", "1", "0", ""), ("B", "1", "0", ""), ("C", "3", "2", "")])
    #expect(found == ["A": "0", "B": "0", "C": "2"])
  }

  @Test func `there is no total behind an unknown margin or a horse that is missing`() throws {
    let unknown = try lengths([
      ("A", "1", "0", ""), ("B", "2", "1", ""), ("C", "3", "-", ""), ("D", "4", "1", ""),
    ])
    #expect(unknown == ["A": "0", "B": "1", "C": "", "D": ""])
    let missing = try lengths([
      ("A", "1", "0", ""), ("B", "2", "1", ""), ("D", "4", "1", ""), ("E", "5", "1", ""),
    ])
    #expect(missing == ["A": "0", "B": "1", "D": "", "E": ""])
  }

  @Test func `a horse without a position that has a margin leaves none`() throws {
    let found = try lengths([
      ("A", "1", "0", ""), ("B", "DSQ", "1", ""), ("C", "2", "0.5", ""), ("D", "PU", "-", ""),
    ])
    #expect(found == ["A": "0", "B": "", "C": "", "D": ""])
    let demoted = try lengths([("A", "1", "0.5", ""), ("B", "2", "0", ""), ("C", "3", "1", "")])
    #expect(demoted == ["A": "", "B": "", "C": ""])
  }

  @Test func `totals of the file stand, and lead on to those that it lacks`() throws {
    let found = try lengths([
      ("A", "1", "0", "0"), ("B", "2", "1", "1"), ("C", "3", "2", ""), ("D", "4", "-", "9"),
      ("E", "5", "1", ""),
    ])
    #expect(found == ["A": "0", "B": "1", "C": "3", "D": "9", "E": "10"])
  }

  @Test func `a mapping of one's own may have margins, of several races in any order`() throws {
    let store = TestStore()
    let yaml = mapping(
      "horse: {column: horse}", "position: {column: position}",
      "margin: {column: margin, format: lengths}")
    let text = """
      race_id,date,horse,position,margin
      r2,2024-05-06,E,2,4
      r1,2024-05-06,A,1,
      r2,2024-05-06,D,1,0
      r1,2024-05-06,B,2,1/2
      r1,2024-05-06,C,3,dist
      r2,2024-05-06,F,3,x

      """
    let file = try store.add(text, yaml: yaml)
    #expect(file.counts == [6, 6, 0, 0] && file.incomplete == 1)
    let found = Dictionary(
      uniqueKeysWithValues: try store.rows().map { ($0["horse"]!, $0["beaten_lengths"]!) })
    #expect(found == ["A": "", "B": "0.5", "C": "", "D": "0", "E": "4", "F": ""])
    #expect(try store.rows()[0]["margin"] == nil)
  }
}
