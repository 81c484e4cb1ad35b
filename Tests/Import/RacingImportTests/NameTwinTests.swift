import ColumnStore
import MappingProposals
import Testing

/// Names of one file that are probably spellings of one name.
struct NameTwinTests {
  private func file(_ role: String, _ names: [String]) -> String {
    let rows = names.enumerated().map { index, name in
      let horse = role == "horse" ? "" : ",Horse of \(index)"
      return "R\(index),2024-05-02,\"\(name.replacing("\"", with: "\"\""))\"\(horse)\n"
    }
    return "race_id,date,\(role)\(role == "horse" ? "" : ",horse")\n" + rows.joined()
  }

  private func doubt(_ role: String, _ spelling: String, _ name: String) -> String {
    "\(role): \(spelling) is probably \(name); this line of aliases joins them: "
      + "\(role),\(spelling),\(name)"
  }

  @Test(arguments: [
    ("jockey", "ANN ASH", "Ann Ash"), ("jockey", "A. Lowe", "A Lowe"),
    ("jockey", "Zoë Fir", "Zoe Fir"), ("trainer", "O’Brien", "O'Brien"),
    ("trainer", "Tom-Oak", "Tom Oak"), ("jockey", "AnnAsh", "Ann Ash"),
    ("jockey", "佐藤太郎", "佐藤 太郎"), ("jockey", "ÇELİK", "Çelik"),
    ("jockey", "Ann Ash (3)", "Ann Ash"), ("jockey", "Ann Ash(3)", "Ann Ash"),
    ("jockey", "Ann Ash (a1.5/52.5kg)", "Ann Ash"), ("jockey", "Ann Ash AP", "Ann Ash"),
    ("jockey", "▲佐藤", "佐藤"), ("jockey", "Ann Ash*", "Ann Ash"),
    ("jockey", "Ann Ash 3", "Ann Ash"), ("trainer", "Tom Oak (FR)", "Tom Oak"),
    ("horse", "FÜZYON KG DB SK", "FÜZYON"), ("horse", "Füzyon K", "FÜZYON"),
    ("horse", "Marl (IRE)", "Marl"), ("sire", "MARL (IRE)", "Marl (IRE)"),
    ("owner", "S & E Oak", "S and E Oak"), ("course", "newmarket", "Newmarket"),
  ])
  func `two spellings are listed with the line that joins them`(
    role: String, spelling: String, name: String
  ) throws {
    let text = file(role, [name, spelling, "Other", spelling])
    let store = TestStore()
    #expect(try store.add(text).doubts == [doubt(role, spelling, name)])
    // The explanation has the same doubt, unless it cuts the mark off.
    let page = try FileExplanation(file: store.file(text)).text
    #expect(page.contains("# - " + doubt(role, spelling, name)) || page.contains("are cut off"))
    let joined = TestStore()
    joined.aliases = try NameAliases([(role, spelling, name)])
    #expect(try joined.add(text).doubts == [])
  }

  @Test(arguments: [
    ("jockey", ["Ann Ash", "Ann Ashe", "A Ash", "Ann Ash II", "ASH AP", "ASH JP"]),
    ("horse", ["Marl", "Marl II", "Marl (IRE)", "Marl (FR)", "GOLDEN", "GOLDEN ERA", "Marls"]),
    ("course", ["Newmarket", "Newmarket (July)", "Kempton", "Kempton (AW)"]),
    ("owner", ["Oak Ltd", "Oak Ltd (2)", "--", "***"]),
  ])
  func `other names are not`(role: String, names: [String]) throws {
    #expect(try TestStore().add(file(role, names)).doubts == [])
  }

  @Test func `ten of a role are listed, and the others counted`() throws {
    let names = (10...22).flatMap { ["Own \($0)", "OWN \($0)"] }
    let doubts = try TestStore().add(file("owner", names)).doubts.filter { $0.hasPrefix("owner") }
    #expect(doubts.count == 11 && doubts[0] == doubt("owner", "OWN 10", "Own 10"))
    #expect(doubts[10] == "owner: 3 more names are probably others")
  }

  @Test func `a name with a comma is quoted as in the file of aliases`() throws {
    let doubts = try TestStore().add(file("jockey", ["Ash J", "Ash, J"])).doubts
    #expect(
      doubts == [
        "jockey: Ash, J is probably Ash J; this line of aliases joins them: jockey,\"Ash, J\",Ash J"
      ])
  }

  @Test func `names of two files are compared within each`() throws {
    let store = TestStore()
    #expect(try store.add(file("jockey", ["Ann Ash", "Bo Elm"])).doubts == [])
    #expect(try store.add(file("jockey", ["ANN ASH", "Cy Fir"])).doubts == [])
  }
}
