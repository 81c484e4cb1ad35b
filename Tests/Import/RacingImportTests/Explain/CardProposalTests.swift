import MappingProposals
import Testing

/// Files without a header line: cards, and results with and without a sign of the finish.
struct CardProposalTests {
  /// Twelve races of six: day, course, race and number, a shuffled second numbering, odds, horse.
  private static func text(
    second: (Int, Int) -> Int = { race, number in (number * 5 + race) % 6 + 1 },
    // In the order of the numbers, begun at another one in each race.
    odds: (Int, Int) -> String = { race, place in
      ["2.5", "4.2", "7.5", "9.0", "13.0", "21.0"][(place * 5 + race * 2 + 1) % 6]
    },
    more: (Int, Int) -> String = { _, _ in "" }
  ) -> String {
    (0..<12).flatMap { race in
      (1...6).map { number in
        let place = second(race, number)
        return "ASH,2024-05-\(race / 4 + 10),\(race % 4 + 1),\(number),Horse \(race * 6 + number)X,"
          + "\(place),\(odds(race, place))\(more(race, place))\n"
      }
    }.joined()
  }

  private func explained(_ text: String) throws -> FileExplanation {
    let store = TestStore()
    return try FileExplanation(file: store.file(text))
  }

  @Test func `a card without a header line is no result`() throws {
    // The card of the case: program numbers beside posts, and morning lines.
    let card = """
      "ASH","20240504",1,1,1430,"D","HOLT PETER","MARSH ANN","2",3.5,"LANTERN"
      "ASH","20240504",1,2,1430,"D","DUNNE SUE","LOWE BOB","1",2.0,"TIDEWRACK"
      "ASH","20240504",1,3,1430,"D","FANE RAY","WARD CAL","3",6.0,"COUSIN"
      "ASH","20240504",1,4,1430,"D","HOLT PETER","ELM KIM","4",8.0,"MARL"
      "ASH","20240504",2,1,1760,"T","HOLT PETER","MARSH ANN","1",2.5,"ACCORD"
      "ASH","20240504",2,2,1760,"T","FANE RAY","LOWE BOB","2",4.0,"ACRE"
      "ASH","20240504",2,3,1760,"T","DUNNE SUE","WARD CAL","4",3.0,"STRAY"
      "ASH","20240504",2,4,1760,"T","HOLT PETER","ELM KIM","3",9.0,"GALE"
      "ASH","20240504",3,1,1320,"D","FANE RAY","MARSH ANN","1",5.0,"HARBOUR"
      "ASH","20240504",3,2,1320,"D","DUNNE SUE","LOWE BOB","2",2.2,"SEXTON"
      "ASH","20240504",3,3,1320,"D","HOLT PETER","WARD CAL","3",3.0,"BELL"
      "ASH","20240504",3,4,1320,"D","DUNNE SUE","ELM KIM","4",7.0,"FERN"

      """
    let store = TestStore()
    let file = try store.file(card)
    let found = try FileExplanation(file: file)
    #expect(found.text.contains("so the file is taken for a card without results"))
    let imported = try store.add([file], yaml: found.text)[0]
    #expect(imported.counts == [12, 12, 0, 0] && imported.unresolved == 12)
    #expect(try Set(store.values("position") + store.values("sp")) == [""])
  }

  @Test func `a second numbering that nothing follows is no finish`() throws {
    let found = try explained(Self.text())
    #expect(!found.text.contains("      position:"))
    #expect(found.text.contains("# - column_4, column_6: number the runners of each race"))
    #expect(found.text.contains("# - column_7: the odds of a card are no starting prices"))
  }

  @Test(arguments: [
    // Margins, times, and odds that the finish follows now and then.
    Self.text(more: { race, place in ",\(Double(place * (race % 3 + 1)) - 0.75)" }),
    Self.text(more: { _, place in ",1:1\(place).5" }),
    Self.text(
      odds: { race, place in
        let rank = race % 6 == 0 ? 7 - place : place
        return ["2.5", "4.2", "7.5", "9.0", "13.0", "21.0"][rank - 1]
      }),
  ])
  func `what follows a numbering shows that it is the finish`(text: String) throws {
    let found = try explained(text)
    #expect(found.text.contains("      position: {column: column_6, format: finish}"))
    #expect(found.text.contains("      number: {column: column_4}"))
  }

  @Test func `an order of the market and numbers of rows show no finish`() throws {
    let prices = ["2.5", "4.2", "7.5", "9.0", "13.0", "21.0"]
    let market = Self.text(odds: { _, place in prices[place - 1] })
    #expect(try !explained(market).text.contains("      position:"))
    var row = 0
    let counted = Self.text(
      second: { race, number in (number + race % 2) % 6 + 1 },
      more: { _, _ in
        row += 1
        return ",\(row)"
      })
    #expect(try !explained(counted).text.contains("      position:"))
  }

  @Test func `many columns without names are counted`() throws {
    let store = TestStore()
    let file = try store.file(Self.text(more: { _, _ in String(repeating: ",1", count: 40) }))
    let found = try FileExplanation(file: file)
    #expect(found.text.contains("\n    columns: 47\n"))
    #expect(try store.add([file], yaml: found.text)[0].counts == [72, 72, 0, 0])
  }

  @Test func `a column without a name is described`() throws {
    let text = Self.text(more: { race, place in
      ",Rider \(["A", "B", "C", "D", "E", "F", "G"][(race + place) % 7]),\(race % 3 + 5)f,\(race + place * place % 6)"
    })
    let page = try explained(text).text
    #expect(
      page.contains(
        "#   column_6: such as 6; numbers of a race's runners: saddlecloths, stalls, finishes or an "
          + "order of the market"))
    #expect(page.contains("#   column_7: such as 4.2; numbers from 2.5 to 21, odds by their sums"))
    #expect(page.contains("; 7 texts that come again: riders, trainers, owners or sires"))
    #expect(page.contains("; words: 5f, 6f, 7f"))
    #expect(page.contains("; numbers from 0 to 15, differing in races"))
  }
}
