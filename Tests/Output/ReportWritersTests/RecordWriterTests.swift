import Columns
import Foundation
import StoreSupport
import Testing

@testable import Cards
@testable import Questions
@testable import ReportWriters
@testable import RunnerKeys

struct RecordWriterTests {
  private static let csv = """
    race_id,date,race_no,course,race_name,distance_m,number,horse,jockey,trainer,position,outcome,sp
    1,2026-01-01,3,沙田,第四班讓賽,1200,1,勁豐裕,潘頓,蔡約翰,1,,3
    1,2026-01-01,3,沙田,第四班讓賽,1200,2,Blue,Ann,"T
    om",2,,4.5
    2,2026-01-02,,,,,1,Red,潘頓,,,pulled_up,
    2,2026-01-02,,,,,2,Blue,Ann,,1,,
    """

  private func record(_ name: String, asOf day: String? = nil) throws -> Record {
    var request = RecordRequest(.jockey, name)
    request.windows = try Window.list(["1d", "all"])
    request.asOf = day.map { Day(iso: $0)! }
    request.minCourseRuns = 1
    return try RecordJob(request, from: StoreFixture.snapshot(csv: Self.csv)).run()
  }

  @Test func `a record is in columns, wide characters included`() throws {
    #expect(
      RecordText.text(try record("潘頓")) == """
        潘頓, jockey
        2 runs from 2026-01-01 to 2026-01-02, 1 win (50.0 %), 1 place (50.0 %), \
        sp ROI 200.0 % (-76.9 to 200.0)
        as of 2026-01-03

        window  runs  wins  win %  places  sp ROI %    low   high   A/E  form
        1d         1     0    0.0       0         –      –      –     –     P
        all        2     1   50.0       1     200.0  -76.9  200.0  1.67    1P

        best courses with at least 1 run, by sp ROI
        course  runs  wins  win %  places  sp ROI %    low   high   A/E  form
        沙田       1     1  100.0       1     200.0  -76.9  200.0  1.67     1

        last 2 runs
        date        course  race              m        place  sp  horse   trainer
        2026-01-02  –                         –  pulled up/2   –  Red     –
        2026-01-01  沙田    R3 第四班讓賽  1200          1/2   3  勁豐裕  蔡約翰

        """)
  }

  @Test func `a horse's record shows all of each run and the days of its figures`() throws {
    let csv = """
      race_id,date,race_no,course,class,going,distance_m,number,draw,horse,weight_lb,official_rating,jockey,trainer,position,beaten_lengths,sp,bsp
      1,2026-01-01,3,York,Class 4,Good to Firm,1200,1,7,Red,131.5,84,Ann,Tom,1,0,3,3.4
      1,2026-01-01,3,York,Class 4,Good to Firm,1200,2,,Blue,,,Bob,Tom,2,1.25,4.5,
      2,2026-01-05,1,Bath,,,1000,1,,Red,,,Ann,Tom,2,0.5,,2.5
      2,2026-01-05,1,Bath,,,1000,2,,Blue,,,Bob,Tom,1,0,,
      """
    var request = RecordRequest(.horse, "Red")
    request.windows = try Window.list(["2d", "all"])
    let record = try RecordJob(request, from: StoreFixture.snapshot(csv: csv)).run()
    let lines = RecordText.text(record).split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex(of: "last 2 runs"))
    #expect(
      lines[(start + 1)...].joined(separator: "\n") == """
        date        course  race  going            m  class       lb  rating  draw  place  lengths  sp  bsp  jockey  trainer
        2026-01-05  Bath    R1    –             1000  –            –       –     –    2/2      0.5   –  2.5  Ann     Tom
        2026-01-01  York    R3    Good to Firm  1200  Class 4  131.5      84     7    1/2        0   3  3.4  Ann     Tom
        """)
    let windows = lines.filter { line in ["window", "2d", "all"].contains { line.hasPrefix($0) } }
    let from = windows.map { $0.split(separator: " ")[1] }
    #expect(from == ["from", "2026-01-04", "2026-01-01"])
    #expect(windows[0].hasSuffix("last run") && windows[1].hasSuffix("2026-01-05"))
    let json = try object(RecordJSON.text(record))
    let run = try #require((json["runs"] as? [[String: Any]])?.last)
    #expect(run["going"] as? String == "Good to Firm" && run["class"] as? String == "Class 4")
    #expect(run["weight_lb"] as? Double == 131.5 && run["official_rating"] as? Int == 84)
    #expect(run["draw"] as? Int == 7 && run["beaten_lengths"] as? Int == 0)
    #expect(run["bsp"] as? Double == 3.4)
  }

  @Test func `a record without a run says so`() throws {
    let csv = "race_id,date,number,jockey,position\n1,2026-01-01,1,Ann,1\n2,2026-01-05,1,Bob,1\n"
    var request = RecordRequest(.jockey, "Bob")
    request.asOf = Day(iso: "2026-01-03")
    let record = try RecordJob(request, from: StoreFixture.snapshot(csv: csv)).run()
    #expect(RecordText.text(record) == "Bob, jockey\nno run before 2026-01-03\n")
    let json = try object(RecordJSON.text(record))
    #expect(json["career"] is NSNull && json["first_run"] is NSNull)
    #expect((json["windows"] as? [Any])?.isEmpty == true)
  }

  @Test func `a record as JSON has the reports' names and every run`() throws {
    let json = try object(RecordJSON.text(try record("潘頓")))
    #expect(json["role"] as? String == "jockey" && json["name"] as? String == "潘頓")
    #expect(json["as_of"] as? String == "2026-01-03")
    let career = try #require(json["career"] as? [String: Any])
    #expect(Set(career.keys) == Set(ReportColumns.standard.names).subtracting(["iv"]))
    #expect(career["runs"] as? Int == 2 && career["sp_profit"] as? Double == 2)
    let runs = try #require(json["runs"] as? [[String: Any]])
    #expect(runs.map { $0["outcome"] as? String } == ["pulled_up", "finished"])
    #expect(runs[0]["course"] is NSNull && runs[0]["sp"] is NSNull)
    #expect(runs[1]["sp"] as? Double == 3 && runs[1]["trainer"] as? String == "蔡約翰")
    let courses = try #require(json["courses"] as? [[String: Any]])
    #expect(courses.map { $0["course"] as? String } == ["沙田"])
  }

  @Test func `what does not stand for one name is explained`() {
    let names = [("潘頓", 6_942), ("潘明輝", 1), ("a\u{1B}[31m\nb", 20)].map {
      NameFound(name: $0, runnerCount: $1)
    }
    #expect(
      NameMatchText.message(.several(names), for: "潘", .jockey) == """
        found 3 jockeys for 潘; expected one of
          潘頓      6,942  runners
          潘明輝        1  runner
          a\u{FFFD}[31m b     20  runners
        """)
    #expect(
      NameMatchText.message(.none(nearest: [names[1]]), for: "pan\n", .horse) == """
        found no horse for pan ; expected a name of the store, such as
          潘明輝  1  runner
        """)
    #expect(
      NameMatchText.message(.none(nearest: []), for: "x", .trainer)
        == "found no trainer for x; expected a name of the store")
    #expect(NameMatchText.message(.one(names[0]), for: "x", .trainer) == nil)
    let many = (0..<25).map { NameFound(name: "N\($0)", runnerCount: 1) }
    let lines = NameMatchText.message(.several(many), for: "n", .sire)?.split(separator: "\n")
    #expect(lines?.count == 22 && lines?.last == "  … 5 more")
  }

  private func object(_ text: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(value as? [String: Any])
  }
}
