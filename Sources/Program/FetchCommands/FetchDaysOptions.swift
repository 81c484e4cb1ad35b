import ArgumentParser
import Columns
import CommandTools
import DomainFeeds
import Foundation
import PoniRacing

/// The days of a fetch.
struct FetchDaysOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The first racing day (default: 29 days before the last, or the last day fetched if that is "
        + "earlier).", valueName: "day"))
  var from: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The last racing day (default: today in New York); later ones give cards.", valueName: "day"))
  var to: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Number of recent days to request again.", valueName: "n"))
  var refreshDays = 3

  func validate() throws {
    for (name, text) in [("--from", from), ("--to", to)] {
      if let text { try DayArgument.check(text, name) }
    }
    guard (0...3_660).contains(refreshDays) else {
      throw ValidationError("--refresh-days: found \(refreshDays); expected 0 to 3660")
    }
    if let first = from.flatMap({ Day(iso: $0) }), let last = to.flatMap({ Day(iso: $0) }),
      last < first
    {
      throw ValidationError("--to: found \(last.iso); expected a day from \(first.iso) on")
    }
  }

  /// Returns the days; the store determines missing ones.
  func days(of store: String) throws -> ClosedRange<Day> {
    let today = RacingDay.of(Date())
    let last = to.flatMap { Day(iso: $0) } ?? today
    let first: Day
    if let from = from.flatMap({ Day(iso: $0) }) {
      first = from
    } else {
      first = try RacingFetch.usualFirstDay(store: store, last: min(last, today))
    }
    guard first <= last else {
      throw FetchError.noDays(from: first.iso, to: last.iso)
    }
    return first...last
  }
}
