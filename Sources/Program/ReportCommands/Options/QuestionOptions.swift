import ArgumentParser
import Columns
import CommandTools
import Foundation
import Questions
import Racing
import ReportSpecs
import RunnerKeys

/// The options of a report; a spec replaces them.
package struct QuestionOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Dimensions, by commas; keys joined by +: \(Dimension.keyNames.joined(separator: ", ")); "
        + "bands such as 'band(sp, 2, 4, 8)'; none for one row of all runners "
        + "(default: jockey,trainer).", valueName: "keys"),
    completion: .names(Dimension.keyNames, separatedBy: ",+"))
  package var by: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Windows, by commas (default: 14d,30d,90d,365d,all).", valueName: "list"),
    completion: .names(Window.standard.map(\.name)))
  package var windows: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Count races before this day (default: the day after the last race).", valueName: "date"))
  package var asOf: String?

  @Option(name: .long, parsing: .unconditional, help: .commission) var commission: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Drop rows with fewer runs (default: 0).", valueName: "n"))
  var minRuns: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Order each window's rows by columns, such as sp_roi or course,jockey:desc (default: most "
        + "runs first).", valueName: "columns"),
    completion: .names(FigureOptions.columnNames))
  var orderBy: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Show only rows that match this condition on the report's columns, such as "
        + "\"runs >= 30 and sp_roi_low > 0\".", valueName: "condition"))
  var having: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Keep the first rows of each window (default: all).", valueName: "n"))
  var top: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Keep the first rows of each value of a key, in place of each window's.", valueName: "key"),
    completion: .list(Dimension.keyNames))
  package var per: String?

  @Flag(name: .long, help: "End each window with a row of all runners that count.")
  var totals = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Files to write: csv, json, html (with luck), xlsx, by commas (default: csv,json).",
      valueName: "list"), completion: .names(ReportFormat.allCases.map(\.rawValue)))
  package var format: String?

  package init() {}

  /// The names of the given options.
  package var given: [String] {
    let options: [(String, Any?)] = [
      ("--by", by), ("--windows", windows), ("--as-of", asOf), ("--min-runs", minRuns),
      ("--order-by", orderBy), ("--top", top), ("--format", format), ("--having", having),
      ("--per", per), ("--totals", totals ? totals : nil),
      ("--commission", commission),
    ]
    return options.filter { $0.1 != nil }.map(\.0)
  }

  /// Builds the request, with the standard figures by default; throws a ``ValidationError`` if the
  /// options are invalid.
  package func request(_ rules: RuleOptions, _ figures: FigureOptions? = nil) throws
    -> ReportRequest
  {
    do {
      var request = ReportRequest(
        dimensions: try Self.list(by ?? "jockey,trainer").map { try Dimension($0) },
        windows: try windows.map { try Window.list(Self.list($0)) } ?? Window.standard)
      guard Set(request.dimensions.map(\.fileName)).count == request.dimensions.count else {
        throw ValidationError("--by: found a dimension twice; expected each once")
      }
      request.asOf = try day()
      request.filter = try rules.filter()
      request.minRuns = try count(minRuns, "--min-runs", atLeast: 0) ?? 0
      request.facts = try rules.facts()
      if let figures { request.figures = try figures.choice(forPages: formats().contains(.html)) }
      if let market = request.facts.market {
        request.figures = request.figures.priced(by: market)
      }
      request.order = try orderBy.map { try RowOrder($0) }
      request.having = try having.map { try RowFilter($0) }
      request.top = try count(top, "--top", atLeast: 1)
      request.topKey = per
      request.hasTotals = totals
      guard per == nil || top != nil else {
        throw ValidationError("--per: found no --top; expected it, with the number of rows")
      }
      for question in request.batch.questions {
        let columns = ReportColumns(request.figures)
        _ = try request.order?.columnIndex(in: question.dimension, columns)
        try request.having?.check(in: question.dimension, columns)
        try question.checkTopKey()
      }
      request.commission = try Commission(option: commission)
      request.placeTerms = try rules.terms()
      return request
    } catch let error as ReportError {
      throw ValidationError(error.description)
    } catch let error as FilterError {
      throw ValidationError(error.description)
    }
  }

  /// Returns the output formats.
  package func formats() throws -> Set<ReportFormat> {
    guard let format else { return ReportFormat.standard }
    return try Set(
      Self.list(format).map { name in
        guard let format = ReportFormat(rawValue: name) else {
          throw ValidationError("--format: found \(name); expected \(ReportFormat.expected)")
        }
        return format
      })
  }

  /// Returns the as-of day; nil if none is given; throws a ``ValidationError`` for a text that is
  /// no day.
  package func day() throws -> Day? {
    guard let asOf else { return nil }
    guard let day = Day(iso: asOf) else {
      throw ValidationError("--as-of: found \(asOf); expected a day as YYYY-MM-DD")
    }
    return day
  }

  /// Makes report options from another command's options, for the same parsing and checks.
  package static func of(windows: String, commission: String?) -> QuestionOptions {
    var asked = QuestionOptions()
    asked.by = nil
    asked.windows = windows
    asked.asOf = nil
    asked.minRuns = nil
    asked.orderBy = nil
    asked.having = nil
    asked.top = nil
    asked.per = nil
    asked.totals = false
    asked.format = nil
    asked.commission = commission
    return asked
  }

  /// Reads the distinct names in a list; throws a ``ValidationError`` for any other name.
  package static func names<Value: RawRepresentable & Hashable>(
    _ option: String, _ text: String, of values: [Value]
  ) throws -> [Value] where Value.RawValue == String {
    let found = try list(text).map { name in
      guard let value = values.first(where: { $0.rawValue == name }) else {
        let names = values.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("\(option): found \(name); expected one of \(names)")
      }
      return value
    }
    guard Set(found).count == found.count else {
      throw ValidationError("\(option): found \(text); expected each name once")
    }
    return found
  }

  /// Splits a comma-separated list; commas in parentheses do not separate.
  package static func list(_ text: String) -> [String] {
    Dimension.parts(of: text, at: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  // MARK: - Implementation

  private func count(_ number: Int?, _ option: String, atLeast least: Int) throws -> Int? {
    if let number, number < least {
      throw ValidationError("\(option): found \(number); expected \(least) or more")
    }
    return number
  }

}
