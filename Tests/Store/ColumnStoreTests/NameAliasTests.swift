import ColumnStore
import TabularFiles
import Testing

struct NameAliasTests {
  private typealias Line = (role: String, spelling: String, name: String)

  /// A chain as long as a file is: taken step by step from each spelling, it would end in hours.
  @Test(arguments: [false, true])
  func `every spelling of a chain has its last name`(isReversed: Bool) throws {
    let count = 50_000
    let lines: [Line] = (0..<count).map { ("horse", "\($0)", "\($0 + 1)") }
    let aliases = try NameAliases(isReversed ? lines.reversed() : lines)
    #expect(aliases.count == count)
    #expect(aliases.spellings(of: "horse").values.allSatisfy { $0 == "\(count)" })
    #expect(aliases.name(of: "\(count)", role: "horse") == "\(count)")
    #expect(aliases.name(of: "0", role: "jockey") == "0")
  }

  @Test(arguments: [
    (["a b", "b a"], "a"), (["a b", "b c", "c b"], "a"), (["c d", "a b", "d c"], "c"),
  ])
  func `a circle is refused`(pairs: [String], spelling: String) {
    let lines = pairs.map { pair -> Line in
      let names = pair.split(separator: " ").map(String.init)
      return ("horse", names[0], names[1])
    }
    #expect(
      throws: FileError.malformed(
        file: "aliases", found: "the horse \(spelling) in a circle of aliases",
        expected: "each to end at one name")
    ) { try NameAliases(lines) }
  }
}
