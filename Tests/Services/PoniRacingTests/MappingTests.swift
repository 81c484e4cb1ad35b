import APICore
import Columns
import Foundation
import PoniRacing
import Testing

struct MappingTests {
  private let mapping = DataMappingService()

  private func card(_ text: String) throws -> APIRacecard {
    try JSONDecoder().decode(APIRacecard.self, from: Data(text.utf8))
  }

  @Test func `a race gets course, country, off time, metres and runners`() throws {
    let race = mapping.mapAPIRacecardToRace(try card(Samples.liveRace901))
    #expect(race.id == "901" && race.track == "Willow Bend" && race.country == "USA")
    #expect(race.name == "6 furlongs, 2yo")
    #expect(race.date == Date(timeIntervalSince1970: 1_604_854_200))
    #expect(race.racingDay == Day(iso: "2020-11-08"))
    #expect(race.distance == 1207.008 && race.status == .finished && !race.isMock)
    #expect(race.runners.map(\.position) == [1, 2, nil])
    #expect(race.runners.map(\.odds) == [3.5, 2.88, nil])
    #expect(race.runners.map(\.weightPounds) == [121, 119, 121])
    #expect(race.runners.map(\.isNonRunner) == [false, false, true])
    #expect(race.winners.map(\.horse) == ["COPPER LANTERN"])
  }

  @Test func `what a race card does not say is nil, not faked`() {
    let race = mapping.mapAPIRacecardToRace(
      APIRacecard(race_id: "9", race_name: "", course: "", race_time: "soon", runners: []))
    #expect(race.name == "Race 9" && race.track.isEmpty && race.country == nil)
    #expect(race.date == nil && race.distance == nil && race.surface == nil && race.purse == nil)
    #expect(race.raceClass == nil && race.going == nil && race.status == .scheduled)
  }

  @Test func `a runner's id, odds and place, and a race's status, fall back as the page says`()
    throws
  {
    let race = mapping.mapAPIRacecardToRace(
      try card(
        #"{"race_id": "9", "finish_time": "soon", "prize": "some", "going": "lava", "runners": ["#
          + #"{"horse": "Ann", "odds": "lots", "position": "1"}, {"horse": "Ben", "sp": "9/2"}]}"#))
    #expect(race.runners.map(\.id) == ["Ann", "Ben"])
    #expect(race.runners.map(\.odds) == [nil, 5.5])
    #expect(race.runners.map(\.oddsText) == ["lots", "9/2"])
    #expect(race.runners.map(\.position) == [1, nil])
    #expect(race.winningTime == nil && race.purse == nil && race.surface == nil)
    #expect(race.status == .finished)
  }

  @Test func `a horse counts starts, wins, places, shows, money and its last race`() throws {
    struct History: Decodable { let results: [APIRaceResult] }
    let results = try JSONDecoder().decode(
      History.self, from: Data(Samples.horseStats51.utf8)
    ).results
    let data = APIHorseData(
      horse_id: "51", horse: "Copper Lantern", age: 2, sex: "F", trainer: "Ben Quill", owner: nil)
    let horse = mapping.mapAPIHorseDataToHorse(data, with: results)
    #expect(horse.starts == 6 && horse.wins == 3 && horse.places == 1 && horse.shows == 1)
    #expect(horse.earnings == 21_500.5)
    #expect(horse.lastRaced == Date(timeIntervalSince1970: 1_604_854_200))
    #expect(horse.sex == .filly && horse.age == 2 && horse.trainer == "Ben Quill")
  }

  @Test(arguments: [
    ("2020-11-08", "2020-11-08"), ("2020-07-01", "2020-07-01"),
    ("2020-11-08 00:30:00", "2020-11-07"), ("2020-11-08T18:00:00Z", "2020-11-08"),
    ("2020-11-08T00:30:00-05:00", "2020-11-08"),
  ])
  func `a horse ran last on the stated day, with or without a time`(
    time: String, day: String
  ) {
    var result = APIRaceResult(race_id: "1", position: 2)
    result.race_time = time
    let data = APIHorseData(
      horse_id: "51", horse: "Copper Lantern", age: nil, sex: nil, trainer: nil, owner: nil)
    let horse = mapping.mapAPIHorseDataToHorse(data, with: [result])
    #expect(horse.lastRaced.map { RacingDay.of($0).iso } == day)
  }

  @Test func `a day without a time is no off time`() {
    let race = mapping.mapAPIRacecardToRace(
      APIRacecard(race_id: "9", race_name: "", course: "", race_time: "2020-11-08", runners: []))
    #expect(race.date == nil && race.racingDay == nil)
  }

  @Test(arguments: [
    ("Aqueduct (USA)", "Aqueduct", "USA"), ("Curragh (IRE)", "Curragh", "IRE"),
    ("Kempton (AW)", "Kempton (AW)", nil), ("Southwell (AW) (GB)", "Southwell (AW)", "GB"),
    ("Newmarket (July)", "Newmarket (July)", nil), ("Exeter (NH)", "Exeter (NH)", nil),
    ("Camarero (PR)", "Camarero", "PR"), ("(USA)", "(USA)", nil), ("Ascot", "Ascot", nil),
  ])
  func `a code behind the course is a country only where it is one`(
    course: String, track: String, country: String?
  ) {
    let race = mapping.mapAPIRacecardToRace(
      APIRacecard(race_id: "9", race_name: "", course: course, race_time: "", runners: []))
    #expect(race.track == track && race.country == country)
  }

  @Test func `a past race without position and code is no start`() {
    func run(_ position: Int?, _ text: String?) -> APIRaceResult {
      var run = APIRaceResult(race_id: "1", horse: "Ann", position: position)
      run.position_text = text
      run.prize = "$10"
      return run
    }
    let data = APIHorseData(
      horse_id: "51", horse: "Ann", age: nil, sex: nil, trainer: nil, owner: nil)
    let horse = mapping.mapAPIHorseDataToHorse(
      data, with: [run(1, "1"), run(nil, nil), run(nil, "PU"), run(nil, "NR"), run(2, nil)])
    #expect(horse.starts == 3 && horse.wins == 1 && horse.places == 1 && horse.earnings == 30)
    #expect(mapping.mapAPIHorseDataToHorse(data, with: [run(nil, nil)]).starts == nil)
  }

  @Test func `a horse without past races has no record, and never a colour or breeding`() {
    let data = APIHorseData(
      horse_id: "51", horse: "Copper Lantern", age: nil, sex: nil, trainer: nil, owner: nil)
    let horse = mapping.mapAPIHorseDataToHorse(data, with: [])
    #expect(horse.starts == nil && horse.wins == nil && horse.earnings == nil)
    #expect(horse.lastRaced == nil && horse.color == nil && horse.foaled == nil)
    #expect(horse.sire == nil && horse.dam == nil && !horse.isMock)
  }

  @Test func `a jockey's and a trainer's counts are mapped`() {
    let jockey = mapping.mapAPIJockeyStatsToJockey(
      APIJockeyStats(
        jockey: "Ada Moss", wins: 4, runs: 16, win_percentage: 25, recent_form: ["1", "3"]))
    #expect(
      jockey
        == Jockey(
          name: "Ada Moss", starts: 16, wins: 4, winPercentage: 25, recentForm: ["1", "3"]))
    let trainer = mapping.mapAPITrainerStatsToTrainer(
      APITrainerStats(trainer: "Ben Quill", wins: 3, runs: 12, win_percentage: 25))
    #expect(trainer == Trainer(name: "Ben Quill", starts: 12, wins: 3, winPercentage: 25))
  }

  @Test func `counts without prices give a jockey no ROI, and say that they are estimated`() {
    let roi = mapping.mapAPIJockeyStatsToROI(
      APIJockeyStats(jockey: "Ada Moss", wins: 4, runs: 16, win_percentage: 25))
    #expect(roi.name == "Ada Moss" && roi.winPercentage == 25 && roi.sampleSize == 16)
    #expect(roi.isEstimated && !roi.hasROI && roi.exactROI30Days == nil)
    #expect(roi.roi30Days == -.infinity && roi.priceCoverage == nil)
  }

  @Test func `counts without prices give a trainer no ROI, and say that they are estimated`() {
    let roi = mapping.mapAPITrainerStatsToROI(
      APITrainerStats(trainer: "Ben Quill", wins: 3, runs: 12, win_percentage: 25))
    #expect(roi.name == "Ben Quill" && roi.winPercentage == 25 && roi.sampleSize == 12)
    #expect(roi.isEstimated && !roi.hasROI && roi.roi1Year == -.infinity)
  }

  @Test(arguments: [
    ("c", HorseSex.colt), ("F", .filly), ("g", .gelding), ("m", .mare), ("r", .ridgling),
    ("h", .horse), ("Mare", .mare), ("x", nil), ("", nil),
  ])
  func `a sex code is read`(code: String, sex: HorseSex?) {
    #expect(HorseSex(code: code) == sex)
  }

  @Test(arguments: [
    ("Fast", Surface.dirt), ("Sloppy (Sealed)", .dirt), ("Firm", .turf), ("Yielding", .turf),
    ("Standard To Slow", .synthetic), ("Good", nil), ("", nil),
  ])
  func `the going states the surface where it can`(going: String, surface: Surface?) {
    #expect(Surface(going: going) == surface)
  }

  @Test func `the example models take what is known and refuse to make up the rest`() throws {
    let race = mapping.mapAPIRacecardToRace(try card(Samples.liveRace901))
    let example = try #require(ExampleRaceData(race))
    #expect(example.track == "Willow Bend" && example.distance == 1207.008)
    #expect(ExampleRaceData(Race(id: "1", name: "n", track: "t")) == nil)
    var horse = Horse(id: "51", name: "Copper Lantern")
    #expect(ExampleHorseData(horse) == nil)
    horse.age = 2
    horse.earnings = 21_500.5
    #expect(ExampleHorseData(horse)?.earnings == 21_500.5)
  }
}
