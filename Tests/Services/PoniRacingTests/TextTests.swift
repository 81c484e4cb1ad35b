import APICore
import Columns
import Foundation
import PoniRacing
import Testing

struct TextTests {
  /// Exact to the yard of 0.9144 m.
  @Test(arguments: [
    ("6 furlongs", 1207.008), ("5 1/2 furlongs", 1106.424), ("1 mile", 1609.344),
    ("1 mile 70 yards", 1673.352), ("1 1/16 miles", 1709.928), ("1 1/8 miles", 1810.512),
    ("1 3/8 miles", 2212.848), ("1 1/2 miles", 2414.016), ("1m 110y", 1709.928),
    ("7f", 1408.176), ("around the park", nil), ("", nil),
  ])
  func `a distance becomes metres`(text: String, metres: Double?) {
    var card = APIRacecard(race_id: "1", race_name: "", course: "", race_time: "", runners: [])
    card.distance = text
    let race = DataMappingService().mapAPIRacecardToRace(card)
    #expect(race.distance == metres)
    if text == "1 3/8 miles" { #expect(race.distance?.rounded() == 2213) }
  }

  @Test(arguments: [
    ("2.88", 2_880_000), ("11.00", 11_000_000), ("8", 8_000_000), ("5/2", 3_500_000),
    ("5-2", 3_500_000), ("evens", 2_000_000), ("EVS", 2_000_000), ("15/8", 2_875_000),
    ("1", nil), ("0", nil), ("", nil), ("-", nil), ("scratched", nil), ("1/0", nil),
  ])
  func `a price becomes decimal odds`(text: String, micros: Int64?) {
    #expect(PriceText.odds(text)?.micros == micros)
  }

  @Test(arguments: [
    ("1:23.45", 83.45), ("2:03.4", 123.4), ("1:09", 69), ("59.20", 59.2), (":58.01", 58.01),
    ("83.45", 83.45), ("1:60.00", nil), ("", nil), ("fast", nil), ("0:00", nil), ("1:2:3", nil),
  ])
  func `a race time becomes seconds`(text: String, seconds: Double?) {
    #expect(RaceTimeText.seconds(text) == seconds)
  }

  @Test(arguments: [
    ("$12,500.50", 12_500.5), ("£2794", 2794), ("9,000 USD", 9000), ("", nil), ("n/a", nil),
    ("1.2.3", nil),
  ])
  func `symbols are stripped from an amount`(text: String, amount: Double?) {
    #expect(MoneyText.amount(text) == amount)
  }

  @Test(arguments: [
    ("2020-11-08 16:50:00", "2020-11-08"),  // noon
    ("2020-11-09 04:59:59", "2020-11-08"),  // one second to midnight, winter time
    ("2020-11-09 05:00:00", "2020-11-09"),
    ("2020-07-01 03:59:59", "2020-06-30"),  // summer time
    ("2020-07-01 04:00:00", "2020-07-01"),
    ("2020-11-01 05:30:00", "2020-11-01"),  // the night the clocks go back
    ("2021-03-14 04:59:00", "2021-03-13"),  // the night they go forward
  ])
  func `a racing day ends at midnight in New York`(instant: String, day: String) throws {
    #expect(RacingDay.of(try #require(APIDate(instant)).micros).iso == day)
  }

  @Test(arguments: [
    ("2020-11-08", "2020-11-08T05:00:00Z"), ("2020-07-01", "2020-07-01T04:00:00Z"),
    // The days of clock changes, and the days after them.
    ("2020-11-01", "2020-11-01T04:00:00Z"), ("2020-11-02", "2020-11-02T05:00:00Z"),
    ("2021-03-14", "2021-03-14T05:00:00Z"), ("2021-03-15", "2021-03-15T04:00:00Z"),
  ])
  func `a racing day begins at midnight in New York`(day: String, instant: String) throws {
    let start = RacingDay.start(of: try #require(Day(iso: day)))
    #expect(start.timeIntervalSince1970 * 1e6 == Double(try #require(APIDate(instant)).micros))
    #expect(RacingDay.of(start).iso == day)
  }
}
