import MappingProposals
import Testing

/// Marks around the names of riders, trainers and horses.
struct NameMarkTests {
  private static let claims = """
    race,date,course,country,horse,jockey,trainer,position,sp
    R0,2024-05-01,Thornbury,GB,Lantern,Ann Ash,Tom Oak,1,2.5
    R0,2024-05-01,Thornbury,GB,Tidewrack,Bob Lowe,Sue Dunne,2,4
    R1,2024-05-02,Thornbury,GB,Marl,Ann Ash (3),Tom Oak,1,2.5
    R1,2024-05-02,Thornbury,GB,Acre,Bob Lowe,Sue Dunne,2,4
    R2,2024-05-03,Thornbury,GB,Gale,Ann Ash(3),Tom Oak,1,2.5
    R2,2024-05-03,Thornbury,GB,Stray,Bob Lowe,Sue Dunne,2,4
    R3,2024-05-04,Thornbury,GB,Bell,Ann Ash (a1.5/52.5kg),Tom Oak,1,2.5
    R3,2024-05-04,Thornbury,GB,Fern,Bob Lowe,Sue Dunne,2,4
    R4,2024-05-05,Thornbury,GB,Cousin,Ann Ash AP,Tom Oak,1,2.5
    R4,2024-05-05,Thornbury,GB,Sexton,Bob Lowe,Sue Dunne,2,4
    """

  /// Explains a file and imports it as proposed.
  private func rows(_ text: String) throws -> [[String: String]] {
    let store = TestStore()
    let file = try store.file(text)
    let page = try FileExplanation(file: file).text
    #expect(try store.add([file], yaml: page)[0].doubts == [])
    return try store.rows()
  }

  /// A file of names in one role.
  private func file(_ role: String, _ names: [String]) -> String {
    let isHorse = role == "horse"
    let rows = names.enumerated().map { index, name in
      "R\(index),2024-05-\(index % 20 + 10),Thornbury,GB,\(isHorse ? name : "Horse of \(index)"),"
        + "\(isHorse ? "" : name),1,2.5\n"
    }
    return "race,date,course,country,horse,\(isHorse ? "note" : role),position,sp\n" + rows.joined()
  }

  @Test func `a rider with and without a claim is one`() throws {
    let winners = try rows(Self.claims).filter { $0["position"] == "1" }
    #expect(winners.map { $0["jockey"] } == Array(repeating: "Ann Ash", count: 5))
    #expect(winners.map { $0["claim_lb"] ?? "" } == ["", "3", "3", "3", ""])
  }

  @Test(arguments: [
    ("Ann Ash", ""), ("Ann Ash [5]", "5"), ("Ann Ash (-7)", "7"), ("Ann Ash (3lb)", "3"),
    ("▲Ann Ash", "7"), ("△ Ann Ash", "4"), ("Ann Ash☆", "2"), ("★Ann Ash", "9"), ("◇Ann Ash", "4"),
    ("*Ann Ash", ""), ("Ann Ash* (10)", "10"), ("Ann Ash†", ""), ("Ann Ash (ap)", ""),
    ("Ann Ash AP", ""), ("Ann Ash 3", ""), ("Ann Ash (a3/54kg)", "7"), ("Ann Ash (1.5)", "3"),
    ("Ann Ash (15%)", ""),
  ])
  func `a mark is cut off, and a claim read`(name: String, claim: String) throws {
    let names = ["Ann Ash", "Bob Lowe", name, "Cy Fir", "Ann Ash"]
    let found = try rows(file("jockey", names))
    #expect(found.map { $0["jockey"] } == ["Ann Ash", "Bob Lowe", "Ann Ash", "Cy Fir", "Ann Ash"])
    #expect(found.map { $0["claim_lb"] ?? "" } == ["", "", claim, "", ""])
  }

  @Test func `gear behind horses' names is their headgear`() throws {
    let names = [
      "FÜZYON", "FÜZYON K", "DAĞ KG DB SK", "DAĞ", "RÜZGAR K", "RÜZGAR", "KARA K", "KARA",
    ]
    let doubted = names + ["DENİZ", "DENİZ II", "GOLDEN ERA"]
    let store = TestStore()
    let path = try store.file(file("horse", doubted))
    _ = try store.add([path], yaml: FileExplanation(file: path).text)
    let found = try zip(store.values("horse"), store.values("headgear")).map { "\($0)|\($1)" }
    #expect(found.prefix(2) == ["FÜZYON|", "FÜZYON|K"])
    #expect(found.suffix(5) == ["KARA|K", "KARA|", "DENİZ|", "DENİZ II|", "GOLDEN ERA|"])
  }

  @Test func `brackets that three names have and lack are cut off`() throws {
    let names = ["Al", "Al (FR)", "Bo (GB)", "Bo", "Cy", "Cy (USA)", "Di (IRE)"]
    #expect(
      try rows(file("trainer", names)).map { $0["trainer"] }
        == ["Al", "Al", "Bo", "Bo", "Cy", "Cy", "Di"])
  }

  @Test func `names without marks are read as they are`() throws {
    let names = ["Ash AP", "Elm JP", "Fir (FR)", "Oak II", "Smith-Jones", "O'Brien"]
    let store = TestStore()
    let page = try FileExplanation(file: store.file(file("jockey", names))).text
    #expect(page.contains("      jockey: {column: jockey}") && !page.contains("claim_lb"))
  }

  @Test func `a draw behind many horses' names is cut off, and one behind few is not`() throws {
    let draws = ["Grey Lantern (7)", "Grey Lantern (2)", "Marl (11)", "Gale II (4)"]
    #expect(
      try rows(file("horse", draws)).map { $0["horse"] }
        == ["Grey Lantern", "Grey Lantern", "Marl", "Gale II"])
    let names = [
      "Marl", "Marl (2)", "Gale (IRE)", "Acre (C339)", "Bell", "Fern", "Stray", "Sexton",
    ]
    let store = TestStore()
    let page = try FileExplanation(file: store.file(file("horse", names))).text
    #expect(page.contains("      horse: {column: horse}"), "\(page)")
  }
}
