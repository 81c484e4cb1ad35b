import ArgumentParser
import Columns
import CommandTools
import Features
import Racing
import RunnerKeys

/// The options for features.
struct FeatureOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "People and horses with a record, by commas; keys of the reports joined by + (default: jockey,trainer).",
      valueName: "keys"), completion: .names(Dimension.keyNames, separatedBy: ",+"))
  var by: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Windows before the race day, by commas (default: 14d,30d,90d,365d).", valueName: "list"),
    completion: .names(Window.standard.map(\.name)))
  var windows: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The figures of each, by commas: "
        + FeatureMetric.allCases.map(\.rawValue).joined(separator: ", ")
        + ", or any other of a report, such as iv,bsp_profit,z (default: "
        + FeatureMetric.standard.map(\.rawValue).joined(separator: ",") + ").",
      valueName: "list"), completion: .names(FeatureRequest.metricNames))
  var metrics: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "More columns known before the race, such as date,rank(weight_lb) (default: none).",
      valueName: "list"), completion: .names(FeatureRequest.inputNames))
  var columns: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Columns to predict, named target_…, such as position,sp (default: none).",
      valueName: "list"), completion: .names(FeatureRequest.columnNames))
  var targets: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The first day to write rows of (default: all).", valueName: "date"))
  var from: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The last day to write rows of (default: all).", valueName: "date"))
  var to: String?

  @Option(name: .long, parsing: .unconditional, help: .commission) var commission: String?

  @Flag(name: .long, help: "Also write runners without a result yet, as those of tomorrow's card.")
  var unresolved = false

  /// Builds the request; throws a ``ValidationError`` if the options are invalid.
  func request(_ rules: RuleOptions) throws -> FeatureRequest {
    let standard = FeatureRequest.standardWindows.map(\.name).joined(separator: ",")
    let asked = try QuestionOptions.of(windows: windows ?? standard, commission: commission)
      .request(rules)
    do {
      var request = try FeatureRequest(
        dimensions: by.map(QuestionOptions.list) ?? FeatureRequest.standardDimensions,
        windows: asked.windows)
      if let metrics { try request.setMetrics(QuestionOptions.list(metrics)) }
      if let columns { try request.setColumns(QuestionOptions.list(columns)) }
      if let targets { try request.setTargets(QuestionOptions.list(targets)) }
      (request.filter, request.placeTerms) = (asked.filter, asked.placeTerms)
      (request.commission, request.facts) = (asked.commission, asked.facts)
      request.includesUnresolved = unresolved
      request.from = try from.map { try day($0, "--from") }
      request.to = try to.map { try day($0, "--to") }
      if let from = request.from, let to = request.to, to < from {
        throw ValidationError("--to: found \(to.iso); expected \(from.iso) or later")
      }
      return request
    } catch let error as ReportError {
      throw ValidationError(error.description)
    } catch let error as FeatureError {
      throw ValidationError(error.description)
    }
  }

  /// Returns the error of days without a row.
  ///
  /// - Parameter stored: The days of the store's races; nil without any.
  /// - Returns: The error, with the stored days.
  func emptySpan(of stored: ClosedRange<Day>?) -> ReportError {
    let span = [from.map { "from \($0)" }, to.map { "to \($0)" }].compactMap { $0 }
    return .lacking(
      place: from != nil ? "--from" : to != nil ? "--to" : "--store",
      found: "no starter" + span.map { " " + $0 }.joined(),
      expected: "a day with starters"
        + (stored.map { " out of \($0.lowerBound.iso) to \($0.upperBound.iso)" } ?? "")
        + (unresolved ? "" : ", --unresolved for a card without results") + ", or --allow-empty")
  }

  private func day(_ text: String, _ option: String) throws -> Day {
    guard let day = Day(iso: text) else {
      throw ValidationError("\(option): found \(text); expected a day as YYYY-MM-DD")
    }
    return day
  }
}
