import Foundation
import Testing

/// Tables of netkeiba and lines of JRDB; all names are invented.
struct JapaneseMappingTests {
  private static let expected = [
    "date": "2024-05-04", "race_no": "11", "course": "東京", "country": "JP", "surface": "turf",
    "going": "良", "distance_m": "1600", "field_size": "4",
    "horse": "アオゾラ|ハルカゼ|ミナモ|トモシビ|ヨアケ",
    "jockey": "森田三郎|川上次郎|野村一|谷口六|沢田七",
    "trainer": "海野四郎|山本五郎|山本五郎|海野四郎|海野四郎", "position": "1|2|3||",
    "outcome": "finished|finished|finished|pulled_up|non_runner", "sp": "2.4|3.9|7.5|12|",
    "finish_time_s": "94.5|94.6|94.8||",
  ]

  @Test func `a table of JRA has demotions, withdrawals and margins`() throws {
    let text = """
      race_id,date,レース名,距離,馬場,着順,枠番,馬番,馬名,性齢,斤量,騎手,タイム,着差,単勝,人気,馬体重,調教師,horse_id
      202405030811,2024年5月4日,青葉特別,芝1600,良,1,1,1,アオゾラ,牡3,56.0,▲森田三郎,1:34.5,,2.4,1,480(+2),[東] 海野四郎,1
      202405030811,2024年5月4日,青葉特別,芝1600,良,2,2,2,ハルカゼ,牝4,54.0,川上次郎,1:34.6,クビ,3.9,2,450(-4),[西] 山本五郎,2
      202405030811,2024年5月4日,青葉特別,芝1600,良,3(降),3,3,ミナモ,セ5,57.0,野村一,1:34.8,1.1/4,7.5,3,500(0),[西] 山本五郎,3
      202405030811,2024年5月4日,青葉特別,芝1600,良,中,4,4,トモシビ,牡3,56.0,谷口六,,,12.0,4,490(+6),[東] 海野四郎,4
      202405030811,2024年5月4日,青葉特別,芝1600,良,取,5,5,ヨアケ,牡3,56.0,沢田七,,,---,,計不,[東] 海野四郎,5

      """
    let found = try TestStore().stored(text, named: "jra.csv", format: "netkeiba")
    expect(found, Self.expected)
    expect(
      found,
      [
        "race_id": "202405030811", "age": "3|4|5|3|3", "sex": "牡|牝|セ|牡|牡",
        "beaten_lengths": "|0.3|1.55||",
      ])
  }

  @Test func `a table of NAR has its day and course in the race's key`() throws {
    let text = """
      race_id,着 順,枠 番,馬 番,馬名,性齢,斤量,騎手,タイム,着差,人 気,単勝 オッズ,後3F,厩舎,馬体重 (増減)
      202444050401,1,1,1,ナミマ,牡3,56.0,☆森田三,1:14.5,,1,1.4,38.1,大井海野四,480(+2)
      202444050401,2,2,2,スナハマ,牝4,54.0,川上次,1:14.6,ハナ,2,3.9,38.5,大井山本五,450(-4)

      """
    expect(
      try TestStore().stored(text, named: "nar.csv", format: "netkeiba"),
      [
        "date": "2024-05-04", "course": "大井", "race_no": "1", "jockey": "森田三|川上次",
        "trainer": "海野四|山本五", "sp": "1.4|3.9", "position": "1|2",
      ])
  }

  /// A cell of JRDB, as wide in bytes of Shift JIS.
  private static func cell(_ text: String, _ width: Int) -> String {
    let used = text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 2) }
    return text + String(repeating: " ", count: width - used)
  }

  /// A line of JRDB's results: cells with their widths, and the rest of the line.
  private static func line(
    _ number: String, _ horse: String, _ jockey: String, _ trainer: String, finish: String,
    end: String, time: String, odds: String, rest: String = String(repeating: "0", count: 194)
  ) -> String {
    return "05241811" + number + "2110000" + number.suffix(1) + "20240504" + cell(horse, 36)
      + "1600" + "112" + "10" + "13" + "16" + "000" + "14" + cell("青葉特別", 50) + "04"
      + cell("青葉特", 8) + finish + end + time + "560" + cell(jockey, 12) + cell(trainer, 12)
      + odds + rest
  }

  @Test func `lines of results have the corners, the horse's weight and an early price`() throws {
    func rest(_ morning: String, _ corners: String, _ weight: String) -> String {
      Self.cell("", 116) + morning + Self.cell("", 6) + corners + Self.cell("", 16)
        + Self.cell(weight, 42)
    }
    let text = [("01", "04030301", "480"), ("02", "00000201", ""), ("03", "00000000", "000")].map {
      number, corners, weight in
      Self.line(
        number, "アオゾラ" + number, "森田三郎" + number, "海野四郎", finish: number, end: "0", time: "1345",
        odds: "   2.4", rest: rest(number == "03" ? "      " : "   3.1", corners, weight))
    }
    expect(
      try TestStore().stored(
        text.joined(separator: "\r\n") + "\r\n", named: "SED240504.txt", format: "jrdb"),
      [
        "running_positions": "4 3 3 1|2 1|", "body_weight_lb": "1058.218858||",
        "price_morning": "3.1|3.1|",
      ])
  }

  @Test func `lines of fixed widths are cut by their bytes`() throws {
    let text = [
      Self.line("01", "アオゾラ", "森田三郎", "海野四郎", finish: "01", end: "0", time: "1345", odds: "   2.4"),
      Self.line("02", "ハルカゼ", "川上次郎", "山本五郎", finish: "02", end: "0", time: "1346", odds: "   3.9"),
      Self.line("03", "ミナモ", "野村一", "山本五郎", finish: "03", end: "5", time: "1348", odds: "   7.5"),
      Self.line("04", "トモシビ", "谷口六", "海野四郎", finish: "00", end: "3", time: "    ", odds: "  12.0"),
      Self.line("05", "ヨアケ", "沢田七", "海野四郎", finish: "00", end: "1", time: "    ", odds: "      "),
    ].joined(separator: "\r\n")
    let found = try TestStore().stored(text + "\r\n", named: "SED240504.txt", format: "jrdb")
    expect(found, Self.expected)
    expect(
      found,
      [
        "race_id": "jrdb-05241811", "handicap": "true", "race_name": "青葉特別",
        "horse_id": "21100001|21100002|21100003|21100004|21100005", "weight_lb": "123.458867",
      ])
  }

  /// A line of JRDB's runners before the race, by the places of its cells in the published layout.
  private static func runner(
    _ number: String, _ horse: String, _ jockey: String, odds: String, cancelled: String = "0",
    sex: String
  ) -> String {
    let start = "05241811" + number + "2110000" + number.suffix(1) + cell(horse, 36)
    // Bytes 55 to 95 have indices; 96 the odds.
    let odds = start + cell(" 50.1 -1.2", 41) + odds + " 2" + "  1.5" + " 2"
    let people =
      odds + cell("  1  2", 61) + "1" + cell(jockey, 12) + "560" + "0" + cell("海野四郎", 12)
    let rest = people + cell("美浦", 4) + cell("2110000120240420", 120) + "1" + cell("123", 78)
    // Byte 403 says that a horse is scratched.
    return rest + cancelled + sex + cell("青空牧場", 40) + String(repeating: "0", count: 578)
  }

  @Test func `a card of JRDB has its day in the file's name, and its races in another file`() throws
  {
    let store = TestStore()
    let runners = [
      Self.runner("01", "アオゾラ", "森田三郎", odds: "  2.4", sex: "1"),
      Self.runner("02", "ハルカゼ", "川上次郎", odds: " 13.9", sex: "2"),
      Self.runner("03", "ヨアケ", "沢田七", odds: "  0.0", cancelled: "1", sex: "3"),
    ]
    let race =
      "05241811" + "20240504" + "1545" + "1600" + "112" + "13" + "16" + "000" + "14"
      + Self.cell("青葉特別", 50) + Self.cell("", 8) + "04" + "11" + Self.cell("", 26) + "1"
      + " 1840" + String(repeating: "0", count: 52)
    let files = [("KYI240504.txt", runners), ("BAC240504.txt", [race])].map { name, lines in
      (path: store.folder + "/" + name, text: lines.joined(separator: "\r\n") + "\r\n")
    }
    for file in files { try Data(file.text.utf8).write(to: URL(filePath: file.path)) }
    let imported = try store.add(files.map(\.path), format: "jrdb")
    #expect(imported.map(\.stored).sorted() == [1, 3])
    #expect(try store.rejects() == [])
    let rows = try store.rows().sorted { $0["number"]! < $1["number"]! }
    func column(_ name: String) -> [String?] { rows.map { $0[name] } }
    #expect(column("horse") == ["アオゾラ", "ハルカゼ", "ヨアケ"])
    #expect(column("sex") == ["牡", "牝", "セ"])
    #expect(column("jockey") == ["森田三郎", "川上次郎", "沢田七"])
    #expect(column("outcome") == ["unresolved", "unresolved", "non_runner"])
    #expect(column("price_base_odds") == ["2.4", "13.9", ""])
    let facts = [
      "race_id": "jrdb-05241811", "date": "2024-05-04", "off_time": "2024-05-04 06:45:00.000000Z",
      "race_no": "11", "course": "東京", "country": "JP", "race_name": "青葉特別", "class": "16",
      "surface": "turf", "race_type": "flat", "distance_m": "1600", "field_size": "4",
      "handicap": "true", "prize": "18400000", "headgear": "初装着", "trainer": "海野四郎",
      "owner": "青空牧場", "weight_lb": "123.458867",
      "sp": "", "position": "",
    ]
    for (name, value) in facts { #expect(column(name) == [value, value, value], "\(name)") }
    // The results of the day complete the card.
    let result = Self.line(
      "01", "アオゾラ", "森田三郎", "海野四郎", finish: "01", end: "0", time: "1345", odds: "   2.4")
    let path = store.folder + "/SED240504.txt"
    try Data((result + "\r\n").utf8).write(to: URL(filePath: path))
    #expect(try store.add([path], format: "jrdb")[0].rejected == 0)
    let winner = try store.rows().filter { $0["horse"] == "アオゾラ" }
    #expect(winner.map { $0["position"] } == ["1"])
  }
}
