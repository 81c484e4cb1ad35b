import Foundation
import MappingProposals
import RowReading
import Testing

/// Folders of many files of one layout, whose columns and members come and go.
struct FolderProposalTests {
  private static let odds = ["2.5", "4.0", "6.0", "9.0", "12.0"]

  /// A day's race in JSON; some days have a going, some a price, some a claim.
  private static func document(_ day: Int, _ members: String = "", race: String = "") -> String {
    let runners = (1...5).map { place in
      let trainer = "Trainer " + ["A", "B", "C", "D", "E", "F"][(place + day) % 6]
      let more = members.replacing("PRICE", with: odds[place - 1])
        .replacing("HORSE", with: "h\(day * 5 + place)")
      return """
        {"horse":"Horse \(day * 5 + place)X","number":\(place),\
        "position":\((place + day) % 5 + 1),"trainer":"\(trainer)"\(more)}
        """
    }.joined(separator: ",")
    return """
      {"race_id":"R\(day)","date":"2024-1\(day % 3)-\(day % 18 + 10)","course":"Ashcombe",\
      "country":"GB"\(race),"runners":[\(runners)]}
      """
  }

  /// Writes files into a folder, and returns the files that the folder means.
  private static func files(_ texts: [String], ending: String, in store: TestStore) throws
    -> [ImportFile]
  {
    try FileManager.default.createDirectory(
      atPath: store.folder + "/d", withIntermediateDirectories: true)
    for (index, text) in texts.enumerated() {
      try text.write(
        toFile: store.folder + "/d/\(1000 + index).\(ending)", atomically: true, encoding: .utf8)
    }
    return try InputFiles([ImportFile(store.folder + "/d")]).files
  }

  @Test func `members that come and go make one table with optional fields`() throws {
    let store = TestStore()
    let members = [
      #","sp":PRICE"#, "", #","sp":PRICE,"claim_lb":3"#, #","draw":7,"horse_id":"HORSE""#,
    ]
    let races = [#","going":"Good""#, "", #","surface":"turf","prize":5000"#]
    let texts = (0..<21).map { day in
      Self.document(day, members[day % 4], race: races[day % 3])
    }
    let files = try Self.files(texts, ending: "json", in: store)
    let found = try FileExplanation(files: files)
    #expect(found.mapping.tables.count == 1)
    for line in [
      "sp: {column: sp, optional: true}", "going: {column: ../going, optional: true}",
      "claim_lb: {column: claim_lb, optional: true}", "draw: {column: draw, optional: true}",
      "horse_id: {column: horse_id, optional: true}", "horse: {column: horse}",
    ] {
      #expect(found.text.contains("      " + line), "\(line)")
    }
    #expect(!found.text.contains("alone it would get another mapping"))
    let imported = try store.add(files.map(\.path), yaml: found.text)
    #expect(imported.count == 21 && imported.allSatisfy { $0.counts == [5, 5, 0, 0] })
    #expect(try store.values("sp").count { !$0.isEmpty } == 55)
    #expect(try store.values("going").count { $0 == "Good" } == 35)
  }

  @Test func `columns of CSV that come and go make one table too`() throws {
    let store = TestStore()
    let texts = (1...4).map { (day: Int) -> String in
      let isPriced = day % 2 == 0
      let rows = (1...5).map { (place: Int) -> String in
        let finish = (place + day) % 5 + 1
        let more = isPriced ? Self.odds[place - 1] : "Good"
        return
          "R\(day),2024-05-0\(day),Horse \(day * 5 + place)X,\(place),\(finish),T\(place)s,\(more)\n"
      }
      let last = isPriced ? "sp" : "going"
      return "race_id,date,horse,number,position,trainer,\(last)\n" + rows.joined()
    }
    let files = try Self.files(texts, ending: "csv", in: store)
    let found = try FileExplanation(files: files)
    #expect(found.mapping.tables.count == 1)
    let imported = try store.add(files.map(\.path), yaml: found.text)
    #expect(imported.allSatisfy { $0.counts == [5, 5, 0, 0] })
    #expect(try store.values("sp").count { !$0.isEmpty } == 10)
    #expect(try store.values("going").count { $0 == "Good" } == 10)
  }

  @Test func `files that share few columns stay two tables`() throws {
    let store = TestStore()
    let texts = [
      "race_id,date,horse,number,position\nR1,2024-05-01,Marl,1,1\nR1,2024-05-01,Acre,2,2\n",
      "key,day,runner,tab,placing\nR1,2024-05-01,Marl,1,1\nR1,2024-05-01,Acre,2,2\n",
    ]
    let files = try Self.files(texts, ending: "csv", in: store)
    #expect(try FileExplanation(files: files).mapping.tables.count == 2)
  }

  @Test func `the page about 500 files has at most 200 lines`() throws {
    let store = TestStore()
    var texts = (0..<300).map {
      Self.document(
        $0, $0 % 2 == 0 ? #","sp":PRICE"# : "", race: $0 % 7 == 0 ? #","going":"Good""# : "")
    }
    texts += (0..<200).map { "{\"race_id\":\"\($0)\"" }
    let files = try Self.files(texts, ending: "json", in: store)
    let found = try FileExplanation(files: files)
    #expect(found.mapping.tables.count == 1)
    #expect(found.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 200)
    #expect(found.text.contains("# A mapping for 300 files, the first of them 1000.json"))
    #expect(
      found.text.contains("# 300 files: 1500 rows read = 1500 stored + 0 duplicates + 0 rejected"))
    #expect(found.text.contains("# and 192 more damaged files"))
  }
}
