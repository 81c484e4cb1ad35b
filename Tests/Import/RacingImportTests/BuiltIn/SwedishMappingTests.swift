import Testing

/// Games of ATG; all names are invented.
struct SwedishMappingTests {
  private static func start(_ number: Int, _ horse: String, _ rest: String) -> String {
    """
    {"id":"2024-09-21_15_5_\(number)","number":\(number),"postPosition":\(number),\
    "horse":{"id":1\(number),"name":"\(horse)","age":5,"sex":"mare",\
    "trainer":{"firstName":"Eva","lastName":"Ek"}},\
    "driver":{"firstName":"Anna","lastName":"Ask"},"pools":{"vinnare":{"odds":21\(number)}},\(rest)}
    """
  }

  private static let race = """
    {"id":"2024-09-21_15_5","name":"Björkbyloppet","date":"2024-09-21","number":5,"distance":2140,\
    "startTime":"2024-09-21T16:20:00","sport":"trot","status":"results",\
    "track":{"id":15,"name":"Björkby","condition":"light","countryCode":"SE"},\
    "pools":{"vinnare":{"id":"vinnare_2024-09-21_15_5"}},"starts":[\
    \(start(1, "Lykta", #""result":{"place":1,"finishOrder":1,"finalOdds":2.17}"#)),\
    \(start(2, "Vind", #""result":{"place":0,"finishOrder":9,"finalOdds":3.3}"#)),\
    \(start(3, "Storm", #""result":{"place":0,"disqualified":true,"finalOdds":9.9}"#)),\
    \(start(4, "Regn", #""scratched":true"#))]}
    """

  private static let expected = [
    "race_id": "2024-09-21_15_5", "date": "2024-09-21", "race_no": "5", "course": "Björkby",
    "off_time": "2024-09-21 14:20:00.000000Z", "country": "SE", "race_type": "harness",
    "distance_m": "2140", "horse": "Lykta|Vind|Storm|Regn", "horse_id": "11|12|13|14",
    "jockey": "Anna Ask", "trainer": "Eva Ek", "position": "1|||",
    "outcome": "finished|lost|disqualified|non_runner", "sp": "2.17|3.3|9.9|",
    "price_win_pool": "2.11|2.12|2.13|2.14",
  ]

  @Test(arguments: [#"{"id":"V75_2024-09-21_15_5","races":[RACE]}"#, "RACE", "[RACE]"])
  func `a game, a race and a list of races give the same rows`(document: String) throws {
    let text = document.replacingOccurrences(of: "RACE", with: Self.race)
    expect(try TestStore().stored(text, named: "atg.json", format: "atg"), Self.expected)
  }

  @Test func `a race before its start has runners without a result`() throws {
    let start = Self.start(1, "Lykta", #""handicap":0"#)
    let card = Self.race.prefix(while: { $0 != "[" }) + "[\(start)]}"
    let found = try TestStore().stored(String(card), named: "card.json", format: "atg")
    expect(found, ["outcome": "unresolved", "sp": "", "price_win_pool": "2.11"])
  }
}
