import ArgumentParser
import Cards
import Columns
import CommandTools
import Foundation
import Questions
import Racing
import ReportWriters
import RunnerKeys

/// The races that a card shows.
struct MeetingOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The day of the races (default: today).", valueName: "date"))
  var date: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Courses to show, by commas, in any case or begun only (default: all).", valueName: "list"))
  var course: String?

  /// The courses; none for all.
  var courses: [String] { course.map(QuestionOptions.list) ?? [] }

  /// Returns the day; throws a ``ValidationError`` for a text that is no day.
  func day() throws -> Day { try DayArgument.raceDay(date) }
}

/// The options for a day's card.
struct CardOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "People and horses with figures, by commas; keys of the reports joined by + "
        + "(default: jockey,trainer,horse,jockey+trainer).", valueName: "keys"),
    completion: .names(Dimension.keyNames, separatedBy: ",+"))
  var by: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Windows, by commas (default: 365d, in csv and json 14d,30d,90d,365d,all).", valueName: "list"
    ), completion: .names(Window.standard.map(\.name)))
  var windows: String?

  @Option(name: .long, parsing: .unconditional, help: .commission) var commission: String?
  @Option(name: .long, help: .baseline, completion: .list(MarketBaseline.names))
  var baseline: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The reports' columns in csv and json, by commas (default: "
        + "\(CardColumns.standardFigures.joined(separator: ","))).", valueName: "list"),
    completion: .names(CardColumns.figureNames))
  var columns: String?

  @Flag(name: .long, help: "Also show the results of the day, if known.")
  var results = false

  /// Builds the request, with the given windows by default; throws a ``ValidationError`` if the
  /// options are invalid.
  func request(
    _ meeting: MeetingOptions, _ rules: RuleOptions, windows standard: String
  ) throws -> CardRequest {
    let asked = QuestionOptions.of(windows: windows ?? standard, commission: commission)
    do {
      var request = try CardRequest(
        day: try meeting.day(),
        dimensions: by.map(QuestionOptions.list) ?? CardRequest.standardDimensions)
      request.scope = try asked.request(rules).batch.scope
      request.facts = try rules.facts()
      request.scope.figures = FigureChoice(columns: try cardColumns().figures)
      request.scope.figures.baseline = try MarketBaseline(option: baseline)
      request.courses = meeting.courses
      return request
    } catch let error as ReportError {
      throw ValidationError(error.description)
    }
  }

  /// Returns the columns to write; throws a ``ValidationError`` for an unknown name.
  func cardColumns() throws -> CardColumns {
    do {
      return try CardColumns(
        figures: columns.map(QuestionOptions.list) ?? CardColumns.standardFigures,
        hasResults: results)
    } catch {
      throw ValidationError("--columns: found \(error.found); expected \(error.expected)")
    }
  }
}
