import Columns
import Questions
import StoreSupport
import Testing

@testable import RunnerKeys

/// Keys of the race day over all years, and classes in their own order.
struct CalendarKeyTests {
  @Test(arguments: [
    // A year with a week 53, and days at New Year that belong to weeks of another year.
    ("2015-12-31", "W53", "December"), ("2016-01-03", "W53", "January"),
    ("2016-01-04", "W01", "January"), ("2024-12-30", "W01", "December"),
    ("2023-01-01", "W52", "January"), ("2024-02-29", "W09", "February"),
    ("2026-11-30", "W49", "November"), ("1969-12-29", "W01", "December"),
  ])
  func `weeks are those of ISO 8601`(day: String, week: String, month: String) throws {
    let found = try #require(Day(iso: day))
    #expect(CalendarKey.isoWeek.names[Int(CalendarKey.isoWeek.code(of: found))] == week)
    let name = CalendarKey.calendarMonth.names[Int(CalendarKey.calendarMonth.code(of: found))]
    #expect(name == month)
  }

  @Test(arguments: [("2024-03-01", "spring"), ("2024-12-01", "winter"), ("2024-11-30", "autumn")])
  func `seasons begin with March, June, September and December`(day: String, name: String) throws {
    let code = CalendarKey.season.code(of: try #require(Day(iso: day)))
    #expect(CalendarKey.season.names[Int(code)] == name)
  }

  @Test func `classes begin with groups and go by their numbers`() {
    let order = [
      "Grade 1", "Group 1", "Group 2", "G3", "Listed", "Class 1", "Class 2", "Class 10",
      "Griffin", "Maiden",
    ]
    #expect(ClassOrder().sorted(order.sorted().reversed()) == order)
    #expect(ClassOrder().sorted(order.shuffled()) == order)
  }

  @Test func `classes of a list come first, in its order, and others by their words`() throws {
    var rules = FactRules()
    rules.classOrder = ["Maiden", "Class 2"]
    rules.classOrders = ["gb": ["Griffin", "Maiden"]]
    let order = ["Maiden", "Class 2", "Griffin", "Group 1", "Class 1"]
    #expect(ClassOrder(rules).sorted(order.sorted()) == order)
    let csv = order.indices.map { "\($0),2026-01-0\($0 + 1),\(order[$0]),1,A,1,3\n" }.joined()
    let snapshot = try StoreFixture.snapshot(
      csv: "race_id,date,class,number,horse,position,sp\n" + csv)
    let table = try ReportTable(by: "class", windows: ["all"], of: snapshot) {
      $0.facts.classOrder = ["Maiden", "Class 2"]
      $0.order = try RowOrder("class")
    }
    #expect(table.names == ["Maiden", "Class 2", "Group 1", "Class 1", "Griffin"])
  }

  @Test func `each calendar key is a key and a field`() {
    for key in CalendarKey.allCases.map(\.rawValue) {
      #expect(Dimension.keyNames.contains(key))
      #expect(FilterField.named(key)?.kind == .text)
      #expect(KeyColumns.orderedNames(ofKey: key)?.isEmpty == false)
    }
  }
}
