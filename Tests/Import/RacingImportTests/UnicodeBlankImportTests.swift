import MappingProposals
import Testing

/// Blanks of Unicode and marks without width in the cells of files.
struct UnicodeBlankImportTests {
  /// Names with blanks that scrapes, fixed-width exports and spreadsheets leave.
  private static let names = """
    race,date,horse,jockey,trainer,position,sp
    R1,2024-05-02,Alpha,Ann Ash\u{A0},Tom Oak,1,3.0
    R1,2024-05-02,Beta,Ann Elm\u{3000},Tom Oak,2,4.0
    R1,2024-05-02,Gamma,Kim Fir\u{A0},Tom Oak,3,4.0
    R2,2024-05-03,Alpha,Ann Ash,Tom  Oak,1,3.0
    R2,2024-05-03,Beta,Ann Elm,Tom Oak\u{200B},2,4.0
    R2,2024-05-03,Gamma,Kim Fir\t,Tom\u{A0}Oak,3,4.0
    """

  @Test func `blanks of any kind do not make two of one person`() throws {
    let store = TestStore()
    let file = try store.file(Self.names)
    let page = try FileExplanation(file: file).text
    let imported = try store.add([file], yaml: page)[0]
    #expect(imported.counts == [6, 6, 0, 0] && imported.doubts == [])
    #expect(
      try store.values("jockey")
        == ["Ann Ash", "Ann Elm", "Kim Fir", "Ann Ash", "Ann Elm", "Kim Fir"])
    #expect(try Set(store.values("trainer")) == ["Tom Oak"])
  }

  @Test(arguments: [
    "\u{A0}", "\u{3000}", "\u{FEFF}", "\u{200B}", "\u{2009}", "\u{202F}", "\u{200E}",
  ])
  func `they are no part of any cell`(blank: String) throws {
    let store = TestStore()
    let cells = ["R1", "2024-05-02", "Bursa", "7", "Ann", "1st", "3.5", "57.5"]
    let row = cells.map { blank + $0 + blank }.joined(separator: ",")
    let yaml = mapping(
      "course: course", "number: number", "horse: horse",
      "position: {column: pos, format: finish}", "sp: sp",
      "weight_lb: {column: kg, format: kilograms}")
    let file = try store.add(
      "race_id,date,course,number,horse,pos,sp,kg\n\(row)\n", yaml: yaml)
    #expect(file.counts == [1, 1, 0, 0] && file.doubts == [])
    let stored = try store.rows()[0]
    for (field, value) in [
      ("race_id", "R1"), ("date", "2024-05-02"), ("course", "Bursa"), ("number", "7"),
      ("horse", "Ann"), ("position", "1"), ("sp", "3.5"),
    ] {
      #expect(stored[field] == value, "\(field)")
    }
  }

  @Test func `a cell of such blanks alone is none`() throws {
    let store = TestStore()
    let text = "race_id,date,horse,jockey,sp\nR1,2024-05-02,Ann,\u{3000}\u{3000},\u{A0}\n"
    #expect(try store.add(text).counts == [1, 1, 0, 0])
    #expect(try store.values("jockey") + store.values("sp") == ["", ""])
  }

  @Test func `a course with other blanks is one in a joined key too`() throws {
    let store = TestStore()
    let yaml = mapping("course: course", "number: number", "horse: horse")
      .replacing("{column: race_id}", with: "{join: [date, course], separator: \"-\"}")
    let text =
      "race_id,date,course,number,horse\n"
      + "x,2024-05-02,Happy\u{A0}Valley,1,Ann\nx,2024-05-02,Happy Valley,2,Bea\n"
    #expect(try store.add(text, yaml: yaml).counts == [2, 2, 0, 0])
    #expect(try Set(store.values("race_id")) == ["2024-05-02-Happy Valley"])
  }

  @Test func `full and half widths are one name, in later imports too`() throws {
    let store = TestStore()
    let header = "race_id,date,horse,jockey\n"
    try store.add(header + "R1,2024-05-02,Ann,Ｃ．ルメール\nR1,2024-05-02,Bea,ﾙﾒｰﾙ\n")
    try store.add(header + "R2,2024-05-03,Ann,C.ルメール\nR2,2024-05-03,Bea,ルメール\n")
    #expect(try store.values("jockey") == ["Ｃ．ルメール", "ﾙﾒｰﾙ", "Ｃ．ルメール", "ﾙﾒｰﾙ"])
  }
}
