import Testing

/// A cell that repeats the row before is read once, which must not show.
struct RowRepeatsTests {
  @Test func `a time of day that repeats falls on its own row's day`() throws {
    let store = TestStore()
    try store.add(
      """
      race_id,date,number,time
      r1,2024-01-01,1,14:30
      r1,2024-01-01,2,14:30
      r2,2024-01-02,1,14:30
      r3,2024-01-02,1,
      r4,2024-01-03,1,
      r5,2024-01-03,1,14:30

      """, yaml: mapping("number: {column: number}", "off_time: {column: time, format: HH:mm}"))
    // By date and time, none first; only digits, because the separators depend on the export.
    let times = try store.values("off_time").map { String($0.filter(\.isNumber).prefix(12)) }
    let third = "202401031430"
    #expect(times == ["202401011430", "202401011430", "", "202401021430", "", third])
  }

  @Test func `each row of a cell that cannot be read is listed`() throws {
    let store = TestStore()
    try store.add(
      "race_id,date,number,age\nr1,2024-01-01,1,x\nr1,2024-01-01,2,x\nr1,2024-01-01,3,4\n",
      yaml: mapping("number: {column: number}", "age: {column: age}"))
    #expect(try store.rejects().map(\.line) == [2, 3])
    #expect(try store.values("age") == ["", "", "4"])
  }

  @Test func `a row repeats only where all its columns do`() throws {
    let store = TestStore()
    try store.add(
      """
      race_id,date,number,first,last
      r1,2024-01-01,1,A,B
      r1,2024-01-01,2,A,B
      r1,2024-01-01,3,A,C
      r1,2024-01-01,4,AC,
      r1,2024-01-01,5,,AC
      r1,2024-01-01,6,A,C

      """,
      yaml: mapping(
        "number: {column: number}",
        "jockey: {first_of: [{join: [first, {text: ' '}, last]}, first, last]}"))
    #expect(try store.values("jockey") == ["A B", "A B", "A C", "AC", "AC", "A C"])
  }
}
