import Testing

/// Programmes and participants of the PMU; all names are invented.
struct FrenchMappingTests {
  private static func participant(
    _ number: Int, _ horse: String, _ rest: String, status: String = "PARTANT"
  ) -> String {
    """
    {"nom":"\(horse)","numPmu":\(number),"age":5,"sexe":"FEMELLES","statut":"\(status)",\
    "placeCorde":\(number),"proprietaire":"ECURIE A","entraineur":"P. HOLT","driver":"A. MARSH",\
    "nomPere":"PERE","nomMere":"MERE","handicapPoids":580\(rest)}
    """
  }

  private static func price(_ odds: String) -> String {
    #","dernierRapportDirect":{"typePari":"E_SIMPLE_GAGNANT","rapport":\#(odds)}"#
  }

  private static let participants = [
    participant(1, "LANTERNE", price("2.4") + #","ordreArrivee":1"#),
    participant(2, "MAREE", price("3.5") + #","ordreArrivee":2"#),
    participant(
      3, "COUSIN", price("9.0") + #","incident":"DISQUALIFIE_POUR_ALLURE_IRREGULIERE""#),
    participant(4, "MARNE", "", status: "NON_PARTANT"),
    participant(5, "ACCORD", price("14.0")),
  ].joined(separator: ",")

  private static let race = """
    "numOrdre":3,"heureDepart":1726920000000,"libelle":"HANDICAP DES ORMES","distance":2100,\
    "montantPrix":30000,"discipline":"ATTELE","statut":"ARRIVEE_DEFINITIVE_COMPLETE",\
    "ordreArrivee":[[1],[2]],"participants":[\(participants)]
    """

  private static let expected = [
    "race_id": "pmu-2024-09-21-1-3", "date": "2024-09-21", "course": "VINCENNES",
    "off_time": "2024-09-21 12:00:00.000000Z", "country": "FR", "race_type": "harness",
    "handicap": "true", "distance_m": "2100", "prize": "30000", "weight_lb": "127.868112",
    "horse": "LANTERNE|MAREE|COUSIN|MARNE|ACCORD", "jockey": "A. MARSH", "trainer": "P. HOLT",
    "position": "1|2|||", "outcome": "finished|finished|disqualified|non_runner|lost",
    "sp": "2.4|3.5|9||14",
  ]

  @Test func `a programme has its races, and the last runners ran`() throws {
    let programme = """
      {"programme":{"date":1726869600000,"reunions":[{"numOfficiel":1,\
      "dateReunion":1726869600000,"hippodrome":{"code":"VIN","libelleCourt":"VINCENNES"},\
      "pays":{"code":"FRA"},"courses":[{"numReunion":1,\(Self.race)}]}]}}
      """
    expect(try TestStore().stored(programme, named: "day.json", format: "pmu"), Self.expected)
  }

  @Test func `a list of races has the same rows`() throws {
    let races = """
      [{"numReunion":1,"dateReunion":1726869600000,"hippodrome":{"libelleCourt":"VINCENNES"},\
      \(Self.race)}]
      """
    expect(try TestStore().stored(races, named: "races.json", format: "pmu"), Self.expected)
  }

  @Test(arguments: ["21092024_R1_C3.json", "20240921-R1C3.json", "2024-09-21 r1 c3.json"])
  func `participants alone have their race from the file's name`(name: String) throws {
    let found = try TestStore().stored(
      "{\"participants\":[\(Self.participants)],\"cached\":false}", named: name, format: "pmu")
    expect(
      found,
      [
        "race_id": "pmu-2024-09-21-1-3", "date": "2024-09-21", "race_no": "3", "course": "",
        "position": "1|2|||", "outcome": "finished|finished|disqualified|non_runner|lost",
      ])
  }
}
