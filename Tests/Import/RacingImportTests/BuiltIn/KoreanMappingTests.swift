import MappingProposals
import Testing

/// Answers of the Korea Racing Authority's portal; all names are invented.
struct KoreanMappingTests {
  private static func item(
    _ number: Int, _ horse: String, _ ord: Int, note: String = "-", behind: String = "-",
    odds: String, time: String = "0"
  ) -> String {
    """
    {"rcDate":20240504,"rcNo":3,"meet":"서울","chulNo":\(number),"hrName":"\(horse)",\
    "hrNo":"004700\(number)","jkName":"김하나","trName":"박둘","owName":"이셋","age":3,"sex":"암",\
    "wgBudam":54.5,"ord":\(ord),"ordBigo":"\(note)","diffUnit":"\(behind)","rcTime":\(time),\
    "winOdds":\(odds),"plcOdds":1.4,"rcDist":1200,"rcName":"일반","rank":"국6등급",\
    "budam":"핸디캡","track":"건조 (3%)","rating":0}
    """
  }

  private static let items = [
    item(1, "푸른별", 2, behind: "½", odds: "3.1", time: "73.5"),
    item(2, "강바람", 1, odds: "1.0", time: "73.4"),
    item(3, "먼산", 92, note: "출전취소", odds: "0"),
    item(4, "들꽃", 94, note: "주행중지", odds: "12.5"),
    item(5, "큰물", 3, behind: "코", odds: "8.8", time: "73.6"),
  ]

  private static let expected = [
    "race_id": "kra-20240504-서울-3", "date": "2024-05-04", "country": "KR", "race_no": "3",
    "handicap": "true", "going": "건조", "distance_m": "1200", "field_size": "4",
    "horse": "푸른별|강바람|먼산|들꽃|큰물", "jockey": "김하나", "official_rating": "",
    "position": "2|1|||3", "outcome": "finished|finished|non_runner|pulled_up|finished",
    "sp": "3.1|1||12.5|8.8", "finish_time_s": "73.5|73.4|||73.6", "weight_lb": "120.151933",
  ]

  @Test func `an answer has its positions, withdrawals and odds`() throws {
    let answer = """
      {"response":{"header":{"resultCode":"00"},"body":{"items":{"item":[\
      \(Self.items.joined(separator: ","))]},"totalCount":5}}}
      """
    expect(try TestStore().stored(answer, named: "kra.json", format: "kra"), Self.expected)
  }

  @Test func `a ninth place written as a decimal is a place`() throws {
    let ninth = Self.items[4].replacing("\"ord\":3", with: "\"ord\":\"9.0\"")
    expect(
      try TestStore().stored("[\(ninth)]", named: "ninth.json", format: "kra"),
      ["horse": "큰물", "position": "9", "outcome": "finished"])
  }

  @Test func `doubts of a proposal are none of the built-in mapping that reads the file`() throws {
    let store = TestStore()
    let list = "[\(Self.items.joined(separator: ","))]"
    let page = try FileExplanation(file: store.file(list, ending: "json")).text
    let parts = page.split(separator: "# Doubts about the mapping below, not about kra:")
    try #require(parts.count == 2, "\(page)")
    #expect(parts[0].contains("railbird import --format kra file1.json"))
    #expect(!parts[0].contains("# - ord"))
    #expect(parts[1].contains("# - ord: the highest position is 94"))
  }

  @Test func `the items alone are read too, also one that is no list`() throws {
    let list = "[\(Self.items.joined(separator: ","))]"
    expect(try TestStore().stored(list, named: "items.json", format: "kra"), Self.expected)
    let one = "{\"response\":{\"body\":{\"items\":{\"item\":\(Self.items[1])}}}}"
    expect(
      try TestStore().stored(one, named: "one.json", format: "kra"),
      ["horse": "강바람", "position": "1", "sp": "1"])
  }
}
