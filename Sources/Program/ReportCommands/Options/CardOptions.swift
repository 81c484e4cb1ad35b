import ArgumentParser
import Cards
import Columns
import CommandTools
import Foundation
import Questions
import Racing
import ReportWriters
import RunnerKeys
import SettledBets

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

/// The order of a card's runners, and prices on offer.
struct OfferOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Orders the runners of each race by a column of the card as csv, with :asc or :desc, such as "
        + "jockey_365d_win_rate (default: by number).", valueName: "column"))
  var orderBy: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Prices on offer, CSV with a header or JSON; - for standard input.", valueName: "file"),
    completion: .file())
  var prices: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Shows chance and value at these prices, by a win rate, IV or A/E of the card or by a column "
        + "beside the prices.", valueName: "column"))
  var value: String?

  func validate() throws {
    if value != nil, prices == nil {
      throw ValidationError("--value: found no --prices; expected a file, or - for standard input")
    }
  }

  /// Whether the order is by bets, returns or a price, whose columns have the market's name.
  var isOrderedByPrice: Bool {
    let column = String((orderBy ?? "").prefix { $0 != ":" })
    return column.hasSuffix("_bets") || column.hasSuffix("_roi")
      || Market(name: column)?.column == column
  }

  /// Returns the order; nil by number; throws a ``ValidationError`` for an unknown column.
  func order(_ columns: CardColumns, _ request: CardRequest) throws -> CardOrder? {
    do {
      return try orderBy.map {
        try CardOrder(
          $0, columns, request, hasOffers: prices != nil, hasChances: value != nil)
      }
    } catch let error as ReportError {
      throw ValidationError(error.description)
    }
  }

  /// Returns the file of prices; nil without one.
  func file(on day: Day) throws -> PriceFile? {
    try prices.map { try PriceFile($0, on: day, chances: value) }
  }

  /// Returns the column of chances; nil without one; throws a ``ValidationError`` for an unknown
  /// one.
  func chances(
    _ columns: CardColumns, _ request: CardRequest, beside file: PriceFile?
  ) throws -> ChanceColumn? {
    do {
      return try value.map {
        try ChanceColumn($0, columns, request, offered: file?.otherColumns ?? [])
      }
    } catch let error as ReportError {
      throw ValidationError(
        "--value: found \(error.found); expected \(error.expected): a win rate, IV or A/E of "
          + "the card, or a column beside the prices")
    }
  }
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
