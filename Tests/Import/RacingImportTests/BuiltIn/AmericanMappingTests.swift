import Testing

/// Charts and cards of North America; all names are invented.
struct AmericanMappingTests {
  private static func starter(
    _ program: String, _ horse: String, _ post: Int, official: String, odds: String,
    rest: String = ""
  ) -> String {
    """
    {"program":"\(program)","horse":{"name":"\(horse)"},"jockey":{"name":"Ann Marsh"},\
    "trainer":{"name":"Peter Holt"},"owner":{"name":"Holt Stable"},\
    "weight":{"carried":118,"jockeyAllowance":5},"postPosition":\(post),\
    "officialPosition":\(official),"odds":\(odds),"comments":"rail"\(rest)}
    """
  }

  @Test func `a chart has its official order and prices to one`() throws {
    let starters = [
      Self.starter(
        "1", "Grey Lantern (IRE)", 1, official: "1", odds: "0.9",
        rest: #","finishPosition":2,"wagering":{"win":{"unit":2,"payoff":3.8}}"#),
      Self.starter(
        "2", "Second Cousin", 2, official: "2", odds: "14.2",
        rest: #","finishPosition":1,"disqualified":true"#),
      Self.starter("3", "Marl", 3, official: "null", odds: "3.5"),
    ]
    let chart = """
      [{"cancelled":false,"raceDate":{"text":"2024-07-20"},"raceNumber":3,\
      "track":{"code":"ASH","country":"USA","name":"ASHCOMBE PARK"},\
      "conditions":{"type":"STAKES","blackType":"Grade 3","restrictions":{"ageCode":"3+"},\
      "purse":{"value":20000}},\
      "distance":{"compact":"1 1/16m"},"surface":"Dirt","trackCondition":"Fast",\
      "format":"Flat","numberOfRunners":3,"starters":[\(starters.joined(separator: ","))]}]
      """
    expect(
      try TestStore().stored(chart, named: "chart.json", format: "equibase"),
      [
        "race_id": "equibase-2024-07-20-ASH-3", "date": "2024-07-20", "country": "US",
        "course": "ASHCOMBE PARK", "distance_m": "1710", "surface": "dirt", "prize": "20000",
        "position": "1|2|", "outcome": "finished|finished|did_not_finish", "sp": "1.9|15.2|4.5",
        "tote": "1.9||", "claim_lb": "5", "number": "1|2|3", "pattern": "Grade 3",
        "age_band": "3+",
      ])
  }

  @Test func `the lines of a chart have the rider behind the horse`() throws {
    let lines = """
      Date,Track,Race,Distance,Pgm,Horse Name (Jockey),Wgt,PP,Fin,Odds,Comments
      2024-07-20,ASH,3,6f,1,"Grey Lantern (IRE) (Marsh, Ann)",118,1,1,0.90*,rail
      2024-07-20,ASH,3,6f,2,"Tidewrack (Lowe, Bob)",123,2,2,14.20,even

      """
    expect(
      try TestStore().stored(lines, named: "lines.csv", format: "equibase"),
      [
        "race_id": "equibase-2024-07-20-ASH-3", "horse": "Grey Lantern (IRE)|Tidewrack",
        "jockey": "Marsh, Ann|Lowe, Bob", "sp": "1.9|15.2", "position": "1|2",
        "distance_m": "1207",
      ])
  }

  /// A line of a single file, with texts in some of its 1,435 columns.
  private static func line(_ cells: [Int: String]) -> String {
    (1...1435).map { cells[$0].map { "\"\($0)\"" } ?? "" }.joined(separator: ",")
  }

  @Test func `a single file is a card with morning lines and no results`() throws {
    func cells(_ race: String, _ post: String, _ horse: String, _ time: String) -> [Int: String] {
      [
        1: "SAR", 2: "20240720", 3: race, 4: post, 6: "-1870", 7: "T", 9: "G2", 10: "BUN",
        11: "BERNARD", 25: race == "2" ? "A" : "",
        12: "40000", 28: "HOLT PETER", 33: "MARSH ANN", 34: "5", 39: "HOLT STABLE", 43: post,
        44: post + ".50", 45: horse, 49: "G", 51: "118", 52: "SIRE", 54: "DAM", 55: "DAMSIRE",
        1418: time,
      ]
    }
    let text = [
      cells("1", "1", "LANTERN", "1005"), cells("1", "2", "TIDEWRACK", "1005"),
      cells("2", "1", "ACCORD", "940"),
    ].map(Self.line).joined(separator: "\r\n")
    expect(
      try TestStore().stored(text, named: "SAR0720.DRF", format: "drf"),
      [
        "race_id": "drf-20240720-SAR-1|drf-20240720-SAR-1|drf-20240720-SAR-2",
        "off_time": "2024-07-20 17:05:00.000000Z|2024-07-20 17:05:00.000000Z|"
          + "2024-07-20 16:40:00.000000Z",
        "course": "SAR", "distance_m": "1710", "surface": "turf|turf|all_weather",
        "class": "BERNARD", "pattern": "G2", "age_band": "3yo+",
        "horse": "LANTERN|TIDEWRACK|ACCORD",
        "trainer": "HOLT PETER", "jockey": "MARSH ANN", "position": "", "outcome": "unresolved",
        "sp": "", "price_morning_line": "2.5|3.5|2.5", "claim_lb": "5", "number": "1|2|1",
      ])
  }
}
