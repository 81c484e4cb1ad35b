import Foundation
import TestSupport
import Testing

/// `railbird compare`, on races whose result is known.
struct CompareCommandTests {
  private let folder: TemporaryFolder
  private var store: String { folder.file("store") }

  init() throws {
    folder = try TemporaryFolder()
    let file = try folder.write(
      """
      race_id,date,number,horse,jockey,position,sp
      r0,2024-05-01,1,A,Ann,1,3
      r0,2024-05-01,2,B,Bob,2,2
      r1,2024-05-02,1,A,Ann,2,3
      r1,2024-05-02,2,B,Bob,1,2
      r2,2024-05-03,1,A,Ann,1,3
      r2,2024-05-03,2,B,Bob,2,2
      r3,2024-05-04,1,C,Bob,1,2
      r3,2024-05-04,2,D,Cid,2,3

      """, to: "runners.csv")
    try SyntheticStore.stock(store, [[file]])
  }

  private func compare(_ options: String...) throws -> ProcessResult {
    try RailbirdProcess.run(["compare", "jockey", "--store", store] + options)
  }

  @Test func `all runs and the races of both are counted`() throws {
    let text = try compare("ann", "bob").stdout
    #expect(
      text.contains(
        "In 3 races of both Ann was ahead in 2, Bob in 1, neither in 0\nSign test: p 1.00, "))
    let lines = try compare("ann", "bob", "--csv").stdout.split(separator: "\n")
    #expect(lines[0].hasPrefix("races,races_of_both,ahead,jockey,window,from,to,runs,"))
    #expect(lines[0].hasSuffix(",ahead_p") && lines[1].hasSuffix(",1.000000"))
    for row in [
      "all,3,1,Bob,all,2024-05-01,2024-05-04,4,", "all,3,2,Ann,all,2024-05-01,2024-05-04,3,",
      "both,3,2,Ann,all,2024-05-01,2024-05-04,3,", "both,3,1,Bob,all,2024-05-01,2024-05-04,3,",
    ] {
      #expect(lines.contains { $0.hasPrefix(row) }, "\(row) in \(lines)")
    }
  }

  @Test func `each window has its tables, and the races of both are those of all days`() throws {
    let text = try compare("ann", "bob", "--windows", "1d,2d,all").stdout
    let titles = text.split(separator: "\n").filter { $0.contains(": jockey · ") }
    #expect(
      titles == [
        "All runs: jockey · 1d", "All runs: jockey · 2d", "All runs: jockey · all",
        "Races of both: jockey · 2d", "Races of both: jockey · all",
      ])
    #expect(text.contains("In 3 races of both on all days Ann was ahead in 2, Bob in 1, "))
    #expect(text.contains("Races of both: none · 1d\n"))
  }

  @Test func `JSON has the counts and both reports`() throws {
    let data = Data(try compare("ann", "bob", "--json", "--as-of", "2024-05-03").stdout.utf8)
    let found = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(found["names"] as? [String] == ["Ann", "Bob"])
    #expect(found["races_of_both"] as? Int == 2 && found["ahead"] as? [Int] == [1, 1])
    #expect(found["ahead_p"] as? Double == 1)
    #expect((found["all"] as? [[String: Any]])?.map { $0["runs"] as? Int } == [2, 2])
  }

  @Test func `two names without a common race, and unknown ones`() throws {
    let apart = try compare("ann", "cid").stdout
    #expect(apart.contains("In 0 races of both\n") && !apart.contains("Sign test"))
    #expect(try compare("ann", "ann").exitCode == 64)
    let unknown = try compare("ann", "dora")
    #expect(unknown.exitCode == 1 && unknown.stderr.contains("found no jockey for dora"))
  }
}
