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

  /// A line of JRDB: cells with their widths in bytes of Shift JIS, and the rest of the line.
  private static func line(
    _ number: String, _ horse: String, _ jockey: String, _ trainer: String, finish: String,
    end: String, time: String, odds: String
  ) -> String {
    func cell(_ text: String, _ width: Int) -> String {
      let used = text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 2) }
      return text + String(repeating: " ", count: width - used)
    }
    return "05241811" + number + "2110000" + number.suffix(1) + "20240504" + cell(horse, 36)
      + "1600" + "112" + "10" + "13" + "16" + "000" + "14" + cell("青葉特別", 50) + "04"
      + cell("青葉特", 8) + finish + end + time + "560" + cell(jockey, 12) + cell(trainer, 12)
      + odds + String(repeating: "0", count: 194)
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
}
