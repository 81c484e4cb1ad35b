import Mappings
import Testing

/// The layouts that rpscrape has written since 2018, with invented rows.
struct RPScrapeLayoutTests {
  private static let early =
    "\"date\",\"course\",\"time\",\"race_name\",\"class\",\"band\",\"distance\",\"going\",\"pos\",\"draw\",\"btn\",\"name\",\"sp\","
    + "\"dec\",\"age\",\"weight\",\"gear\",\"fin_time\",\"jockey\",\"trainer\",\"or\",\"ts\",\"rpr\",\"prize\",\"sire\",\"dam\",\"damsire\","
    + "\"comment\"\n"
    + "26 May 2018,haydock,2:05,Sprint Handicap,Class 4,0-80 3yo+,6f,Good To Firm,1,4,0,Ann,11/4F,3.75,4,9-7,tp,"
    + "1:12.34,A B,C D,79,70,85,£6469,S,D,DS,Led - ridden out\n"
    + "26 May 2018,haydock,2:05,Sprint Handicap,Class 4,0-80 3yo+,6f,Good To Firm,2,2,1.5,Bea,5/1,6.00,3,9-2,,"
    + "1:12.59,E F,G H,74,,80,£1900,S,D,DS,Stayed on\n"
  private static let furlongs =
    "\"date\",\"course\",\"time\",\"race_name\",\"class\",\"band\",\"dist(f)\",\"dist(m)\",\"going\",\"pos\",\"draw\",\"btn\","
    + "\"horse_name\",\"sp\",\"dec\",\"age\",\"weight\",\"lbs\",\"gear\",\"fin_time\",\"jockey\",\"trainer\",\"or\",\"ts\",\"rpr\",\"prize(£)\","
    + "\"sire\",\"dam\",\"damsire\",\"comment\"\n"
    + "2019-05-26,haydock,2:05,Sprint Handicap,Class 4,0-80 3yo+,6,1200,Good To Firm,1,4,0,Ann,11/4F,3.75,4,9-7,133,tp,"
    + "1:12.34,A B,C D,79,70,85,6469,S,D,DS,Led - ridden out\n"
    + "2019-05-26,haydock,2:05,Sprint Handicap,Class 4,0-80 3yo+,6,1200,Good To Firm,2,2,1.5,Bea,5/1,6.00,3,9-2,128,,"
    + "1:12.59,E F,G H,74,,80,1900,S,D,DS,Stayed on\n"
  private static let capitals =
    "Date,Course,Off,Name,Type,Class,Pattern,Rating_Band,Age_Band,Sex_Rest,Dist,Dist_Y,Dist_M,Dist_F,Going,Num,Pos,Ran,Draw,"
    + "Btn,Ovr_Btn,Horse,SP,Dec,Age,Sex,Wgt,Lbs,HG,Time,Jockey,Trainer,OR,RPR,TS,Prize,Sire,Dam,Damsire,Owner,Comment\n"
    + "2020-05-26,haydock,2:05,Sprint Handicap,Flat,Class 4,,0-80,3yo+,,6f,1320,1207,6f,Good To Firm,3,1,2,4,0,0,Ann (GB),"
    + "11/4F,3.75,4,F,9-7,133,tp,1:12.34,A B,C D,79,85,70,6469,S (IRE),D (GB),DS,O P,Led - ridden out\n"
    + "2020-05-26,haydock,2:05,Sprint Handicap,Flat,Class 4,,0-80,3yo+,,6f,1320,1207,6f,Good To Firm,7,2,2,2,1.5,1.5,"
    + "Bea (GB),5/1,6.00,3,G,9-2,128,,1:12.59,E F,G H,74,80,,1900,S (IRE),D (GB),DS,Q R,Stayed on\n"

  @Test(arguments: [
    ("results_2018", early.replacing("2,2,1.5,Bea", with: "PU,2,-,Bea")),
    ("results_2020", capitals.replacing("7,2,2,2,1.5,1.5,", with: "7,PU,2,2,-,-,")),
  ])
  func `a runner that did not finish has no beaten lengths`(table: String, text: String) throws {
    let store = TestStore()
    let file = try store.add(text, format: "rpscrape")
    #expect(file.table == table && file.counts == [2, 2, 0, 0])
    let row = try #require(try store.rows().first { $0["horse"]!.hasPrefix("Bea") })
    #expect(row["outcome"] == "pulled_up" && row["beaten_lengths"] == "")
  }

  @Test(arguments: [
    ("results_2018", early, "2018"), ("results_2018", furlongs, "2019"),
    ("results_2020", capitals, "2020"),
  ])
  func `older layouts are read by the same mapping`(table: String, text: String, year: String)
    throws
  {
    let store = TestStore()
    let file = try store.add(text, format: "rpscrape")
    #expect(file.table == table && file.counts == [2, 2, 0, 0] && file.unresolved == 0)
    #expect(file.unusedColumns == nil, "\(file.unusedColumns ?? [])")
    let row = try #require(try store.rows().first { $0["horse"]!.hasPrefix("Ann") })
    let expected = [
      "date": "\(year)-05-26", "off_time": "\(year)-05-26 13:05:00.000000Z", "course": "haydock",
      "class": "Class 4", "rating_band": "0-80", "age_band": "3yo+", "handicap": "true",
      "distance_m": "1207", "going": "Good To Firm", "jockey": "A B", "trainer": "C D", "age": "4",
      "draw": "4", "weight_lb": "133", "official_rating": "79", "rating_rpr": "85",
      "rating_ts": "70", "headgear": "tp", "position": "1", "sp": "3.75", "finish_time_s": "72.34",
      "comment": "Led - ridden out",
    ]
    for (name, value) in expected { #expect(row[name, default: ""] == value, "\(name)") }
    let second = try #require(try store.rows().first { $0["horse"]!.hasPrefix("Bea") })
    #expect(second["beaten_lengths"] == "1.5" && second["rating_ts"] == "")
  }

  @Test func `a header without its comma is refused with what it lacks`() throws {
    let store = TestStore()
    let broken = Self.early.replacing("\"dec\",\"age\"", with: "\"dec\"\"age\"")
    let error = #expect(throws: ImportError.self) { try store.add(broken, format: "rpscrape") }
    let text = "\(error!)"
    #expect(text.contains("which has dec, age too"), "\(text)")
    #expect(text.hasSuffix("; railbird import --explain proposes a mapping"))
  }
}
