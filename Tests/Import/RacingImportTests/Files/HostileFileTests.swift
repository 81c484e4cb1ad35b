import Mappings
import TabularFiles
import TestSupport
import Testing

struct HostileFileTests {
  @Test func `a header without rows is an import of nothing`() throws {
    for text in ["", "\n", "\r", "\r\n\r\n"].map({ "race_id,date,horse" + $0 }) {
      let store = TestStore()
      #expect(try store.add(text).counts == [0, 0, 0, 0])
      #expect(try store.snapshot.rowCount(of: "runners") == 0)
    }
  }

  @Test func `rows of wrong width only are all rejected`() throws {
    let store = TestStore()
    #expect(try store.add("race_id,date,horse\na\n   \nb,c,d,e\n").counts == [3, 0, 0, 3])
  }

  @Test func `a last line needs no line end`() throws {
    let store = TestStore()
    #expect(try store.add("race_id,date,horse\nr1,2024-01-01,Ann").counts == [1, 1, 0, 0])
    #expect(try store.values("horse") == ["Ann"])
  }

  @Test func `a byte order mark and old line ends are fine`() throws {
    let store = TestStore()
    let counts = try store.add("\u{FEFF}race_id,date,horse\rr1,2024-01-01,Ann\rr1,2024,Bea\r")
      .counts
    #expect(counts == [2, 1, 0, 1])
    #expect(try store.rejects().map(\.line) == [3])
  }

  @Test func `a line without an end is refused with its place`() throws {
    let store = TestStore()
    let long = String(repeating: "a", count: 17 << 20)
    for text in [
      "race_id,date,horse\nr1,2024-01-01,\(long)", "race_id,date,horse\nr,x,\(long)\nr,x,A\n",
    ] {
      let path = try store.file(text)
      #expect(
        throws: ImportError.file(
          .malformed(
            file: path + ":2", found: "a line of more than 16777216 bytes", expected: "shorter ones"
          )
        )
      ) { try store.add([path]) }
    }
    let path = try store.file("race_id,date,horse" + long)
    #expect(
      throws: ImportError.file(
        .malformed(
          file: path + ":1", found: "a first line of more than 1048576 bytes",
          expected: "lines of a table"))
    ) { try store.add([path]) }
  }

  @Test func `old line ends are read in a file of any length`() throws {
    let store = TestStore()
    let name = String(repeating: "a", count: 240)
    let rows = (0..<40_000).map { "r\($0),2024-01-01,\(name)\r" }.joined()
    #expect(try store.add("race_id,date,horse\r" + rows).counts == [40_000, 40_000, 0, 0])
  }

  @Test func `a comment is a book at most`() throws {
    let store = TestStore()
    let yaml = mapping("number: number", "comment: x")
    let text = String(repeating: "a", count: 1 << 20)
    let counts = try store.add(
      "race_id,date,number,x\nr,2024-01-01,1,\(text)\nr,2024-01-01,2,\(text)a\n", yaml: yaml
    ).counts
    #expect(counts == [2, 1, 0, 1])
  }

  @Test(.timeLimit(.minutes(1))) func `a file of ten thousand columns is read`() throws {
    let store = TestStore()
    let names = (0..<10_000).map { "column \($0)" }.joined(separator: ",")
    let cells = String(repeating: ",x", count: 10_000)
    #expect(
      try store.add("race_id,date,horse,\(names)\nr1,2024-01-01,Ann\(cells)\n").counts
        == [1, 1, 0, 0])
  }

  /// Comparing all rows of a race with each other would take hours.
  @Test(.longForm, .timeLimit(.minutes(1))) func `a race of a hundred thousand runners is refused`()
    throws
  {
    let store = TestStore()
    let rows = (0..<100_000).map { "r1,2024-01-01,H\($0)\n" }.joined()
    let imported = try store.add("race_id,date,horse\n" + rows)
    #expect(imported.reasons == ["race_size": 100_000])
  }

  @Test(.timeLimit(.minutes(1))) func `one runner said thirty thousand times is one runner`() throws
  {
    let store = TestStore()
    let rows = String(repeating: "r1,2024-01-01,Ann\n", count: 30_000)
    #expect(try store.add("race_id,date,horse\n" + rows).counts == [30_000, 1, 29_999, 0])
  }

  @Test(.timeLimit(.minutes(1))) func `a race of thirty thousand runners is kept and exported`()
    throws
  {
    let store = TestStore()
    for part in 0..<2 {
      let rows = (0..<20_000).map { "r1,2024-01-01,H\(part)-\($0),1\n" }.joined()
      #expect(try store.add("race_id,date,horse,position\n" + rows).stored == 20_000)
    }
    #expect(try Set(store.values("field_size")) == ["32767"])
  }

  @Test func `two dates of one race far apart are one rejected race`() throws {
    let store = TestStore()
    #expect(
      try store.add("race_id,date,horse\nr1,0001-01-01,A\nr1,9999-12-31,B\nr2,9999-12-31,C\n")
        .counts == [3, 1, 0, 2])
  }
}
