import MappingProposals
import Testing

/// Files of several countries and kinds, stored by their own proposals.
struct KindProposalTests {
  /// Stores a file by its proposal; gives the page and the stored texts of a field.
  private func stored(_ text: String, _ field: String) throws -> (page: String, values: [String]) {
    let store = TestStore()
    let page = try FileExplanation(file: store.file(text)).text
    try store.add(text, yaml: page)
    return (page, try store.values(field))
  }

  @Test(arguments: [
    (["7/4 Fav", "3/1", "5/1", "10/1"], ["2.75", "4", "6", "11"]),
    (["5/2jf", "5/2 JF", "9/4 (CF)", "Evens F"], ["3.5", "3.5", "3.25", "2"]),
    (["2.75 Fav", "4.00", "6.00", "11.00"], ["2.75", "4", "6", "11"]),
    (["0", "3/1", "5/1", "10/1"], ["", "4", "6", "11"]),
    (["SP", "4.00", "6.00", "11.00"], ["", "4", "6", "11"]),
    (["EMPTY", "---", "6.00", "11.00"], ["", "", "6", "11"]),
  ])
  func `prices lose their marks, and gaps are no prices`(odds: [String], sp: [String]) throws {
    let file = RunnerFile().with("SP") { _, runner in odds[runner] }
    let stored = try stored(file.csv, "sp")
    #expect(Array(stored.values.prefix(4)) == sp, "\(stored.page)")
  }

  @Test(arguments: [
    (["1m 2f", "1m 2f 55y", "7 f"], ["2012", "2062", "1408"]),
    (["about 6 furlongs", "1 1/16 Miles", "1 Mile"], ["1207", "1710", "1609"]),
    (["1.200 m", "1.600 m", "900 m"], ["1200", "1600", "900"]),
    (["1200 mts", "1600 mts", "900 mts"], ["1200", "1600", "900"]),
    (["芝1600m", "ダ右1200", "障3000m"], ["1600", "1200", "3000"]),
  ])
  func `written distances are read`(texts: [String], metres: [String]) throws {
    let file = RunnerFile().with("Distance") { race, _ in texts[race % 3] }
    let stored = try stored(file.csv, "distance_m")
    #expect([0, 4, 8].map { stored.values[$0] } == metres, "\(stored.page)")
  }

  @Test(arguments: ["/", "/ ", " of ", "th of "])
  func `places lose the size of the field behind them`(mark: String) throws {
    let file = RunnerFile().with("Pos") { race, runner in
      race == 0 && runner == 3 ? "Pulled up" : "\((runner + race) % 4 + 1)\(mark)4"
    }.without("position")
    let stored = try stored(file.csv, "position")
    #expect(Array(stored.values.prefix(8)) == ["1", "2", "3", "", "2", "3", "4", "1"])
    #expect(!stored.page.contains("without a known"), "\(stored.page)")
  }

  @Test func `two numbers with a slash that are no place and field are no result`() throws {
    let file = RunnerFile().with("Pos") { _, runner in "\(runner + 5)/4" }.without("position")
    #expect(
      try file.doubts().contains(
        "Pos: named like position, but its texts do not fit, such as "
          + "5/4, 6/4, 7/4"))
  }

  @Test func `a column of unfinished runs goes before places that a database left null`() throws {
    let file = RunnerFile()
      .with("finish_position") { _, runner in runner == 3 ? "NULL" : "\(runner + 1)" }
      .with("unfinished") { race, runner in
        runner == 3 ? ["Fell", "Pulled Up", "Refused"][race % 3] : "NULL"
      }.without("position")
    let stored = try stored(file.csv, "outcome")
    let outcomes = Dictionary(grouping: stored.values) { $0 }.mapValues(\.count)
    #expect(
      outcomes == ["finished": 18, "fell": 2, "pulled_up": 2, "refused": 2], "\(stored.page)")
  }

  @Test(arguments: ["Y", "true", "1.0"])
  func `a flag of disqualified runners takes their places`(flag: String) throws {
    let other = ["Y": "N", "true": "false", "1.0": "0.0"][flag]!
    let file = RunnerFile().with("Disqualified") { race, runner in
      race == 0 && runner == 0 ? flag : other
    }
    let stored = try stored(file.csv, "outcome")
    let outcomes = Dictionary(grouping: stored.values) { $0 }.mapValues(\.count)
    #expect(outcomes == ["disqualified": 1, "finished": 23], "\(stored.page)")
  }

  @Test(arguments: ["Mon", "Monday,", "Seg."])
  func `days with a weekday in front are read`(weekday: String) throws {
    let file = RunnerFile().with("date") { race, _ in "\"\(weekday) \(race + 13) May 2024\"" }
    #expect(try stored(file.csv, "date").values.first == "2024-05-13")
  }

  @Test func `days with a point behind the day are read`() throws {
    let file = RunnerFile().with("date") { race, _ in "2024.05.\(race + 13)." }
    #expect(try stored(file.csv, "date").values.first == "2024-05-13")
  }

  @Test func `participants of the PMU as rows have their races, words and prices`() throws {
    var file = RunnerFile()
    file.columns = [
      ("date", { _, _ in "2024-05-13" }), ("reunion", { race, _ in "R\(race / 3 + 1)" }),
      ("course", { race, _ in "C\(race % 3 + 1)" }),
      ("hippodrome", { race, _ in ["VINCENNES", "AUTEUIL"][race / 3] }),
      ("numPmu", { _, runner in "\(runner + 1)" }),
      ("nom", { race, runner in "MARL \(["A", "B", "C", "D"][runner])\(race)X" }),
      ("ordreArrivee", { _, runner in ["1", "2", "", ""][runner] }),
      ("statut", { _, runner in runner == 3 ? "NON_PARTANT" : "PARTANT" }),
      ("incident", { race, runner in race == 0 && runner == 2 ? "ARRETE" : "" }),
      ("rapport", { _, runner in ["2.1", "3.4", "5.5", ""][runner] }),
    ]
    let store = TestStore()
    let page = try FileExplanation(file: store.file(file.csv)).text
    #expect(
      page.contains(
        "# - ordreArrivee: 5 runners have no place and no word; as statut, incident names those that "
          + "did not run, they are taken for unplaced in races that have places"), "\(page)")
    try store.add(file.csv, yaml: page)
    let outcomes = Dictionary(grouping: try store.values("outcome")) { $0 }.mapValues(\.count)
    #expect(outcomes == ["finished": 12, "pulled_up": 1, "lost": 5, "non_runner": 6])
    #expect(try Set(store.values("race_id")).count == 6)
    #expect(try Set(store.values("sp")) == ["2.1", "3.4", "5.5", ""])
  }

  @Test func `greyhounds in JSON have a word beside the place, and a flag`() throws {
    let races = (1...3).map { race in
      let runs = (1...4).map { dog in
        """
        {"dogName":"Marl \(["Ash", "Bay", "Coal", "Dun"][dog - 1]) \(race)","rugNumber":\(dog),\
        "place":\(dog < 3 ? "\(dog)" : "null"),"unplaced":\(dog == 3 ? "\"FF\"" : "null"),\
        "isScratched":\(dog == 4),"startPrice":\(dog == 4 ? "null" : "\(dog).5")}
        """
      }
      return """
        {"meetingDate":"2024-05-13","trackName":"Thornbury","raceNumber":\(race),\
        "runs":[\(runs.joined(separator: ","))]}
        """
    }
    let store = TestStore()
    let path = try store.file("[\(races.joined(separator: ","))]", ending: "json")
    let page = try FileExplanation(file: path).text
    _ = try store.add([path], yaml: page)
    let outcomes = Dictionary(grouping: try store.values("outcome")) { $0 }.mapValues(\.count)
    #expect(outcomes == ["finished": 6, "did_not_finish": 3, "non_runner": 3], "\(page)")
  }

  @Test(arguments: [
    "Bana,Datum,Lopp,Startnr,Häst,Kusk,Tränare,Distans,Plac,Odds",
    "경마장,경주일자,경주번호,출전번호,마명,기수명,조교사명,경주거리,착순,단승배당",
    "Şehir,Tarih,Koşu,At No,At İsmi,Jokey,Antrenör,Mesafe,S,Ganyan",
    "Ippodromo,Data,Corsa,Numero,Cavallo,Fantino,Allenatore,Distanza,Arrivo,Quota",
    "Hipódromo,Data,Páreo,Número,Cavalo,Jóquei,Treinador,Distância,Colocação,Rateio",
    "Rata,Päivämäärä,Lähtö,Numero,Hevonen,Ohjastaja,Valmentaja,Matka,Sijoitus,Kerroin",
    "Hippodrome,Jour,N° Course,N°,Nom du cheval,Nom du jockey,Entraîneur,Distance,Classement,Cote",
    "Tor,Data,Gonitwa,Numer,Koń,Jeździec,Trener,Dystans,Miejsce,Kurs",
    "Şehir,Tarih,Koşu,No,At,Jokey,Antrenör,Mesafe,Derece,Ganyan",
    "Course,Date,Race No.,Horse No.,Horse,Jockey,Cuidador,Metres,Pla.,Gny",
    "Závodiště,Datum,Dostih,Startovní číslo,Kůň,Jezdec,Trenér,Vzdálenost,Pořadí,Kurz",
    "Pálya,Dátum,Futam,Rajtszám,Ló neve,Lovas,Tréner,Táv,Helyezés,Odds",
    "Ипподром,Дата,Скачка,№,Лошадь,Жокей,Тренер,Дистанция,Место,Коэффициент",
    "Ιππόδρομος,Ημερομηνία,Ιπποδρομία,No,Ίππος,Αναβάτης,Προπονητής,Απόσταση,Θέση,Απόδοση",
    "Baan,Datum,Koers,Nr,Paard,Rijder,Trainer,Afstand,Plaats,Quotering",
    "Recinto,Fecha,N° Carrera,Mandil,Nombre,Jinete,Preparador,Distancia,Lugar,Dividendo",
    "Centre,Date,Race No,H.No,Horse,Jockey,Trainer,Dist,Pl,Odds",
  ])
  func `titles of a language are known`(header: String) throws {
    let names = header.split(separator: ",").map(String.init)
    let cells: [(Int, Int) -> String] = [
      { _, _ in "Thornbury" }, { _, _ in "2024-05-13" }, { race, _ in "\(race + 1)" },
      { _, runner in "\(runner + 1)" },
      { race, runner in "Marl \(["A", "B", "C", "D"][runner])x\(["e", "f", "g"][race % 3])" },
      { _, runner in "Rider \(["A", "B", "C", "D"][runner])" },
      { _, runner in "Yard \(["E", "F", "G", "H"][runner])" }, { _, _ in "1600" },
      { race, runner in "\((runner + race) % 4 + 1)" },
      { _, runner in ["2.5", "3.5", "5.0", "9.0"][runner] },
    ]
    var file = RunnerFile()
    file.columns = zip(names, cells).map { (name: $0, cell: $1) }
    let store = TestStore()
    let page = try FileExplanation(file: store.file(file.csv)).text
    for (name, field) in zip(
      names,
      [
        "course", "date", "race_no", "number", "horse", "jockey", "trainer", "distance_m",
        "position", "sp",
      ])
    {
      #expect(page.contains("      \(field): {column: "), "\(name): \(page)")
    }
    #expect(page.contains("# 24 rows read = 24 stored"))
  }
}
