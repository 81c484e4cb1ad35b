import ArgumentParser
import Columns
import CommandTools
import RunnerKeys

/// A key of a command's files, with the words of the command's options.
protocol CommandKey: GroupKey, CaseIterable {
  /// The default of `--by`.
  static var standardGroupings: String { get }
  /// The help of `--windows`.
  static var windowsHelp: String { get }
  /// The help of `--as-of`.
  static var asOfHelp: String { get }
}

/// The options of a command for figures by keys and windows.
struct GroupingOptions<Key: CommandKey>: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Files by commas; keys joined by +: "
        + "\(Key.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "keys"),
    completion: .names(Key.allCases.map(\.rawValue), separatedBy: ",+"))
  var by = Key.standardGroupings

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(Key.windowsHelp, valueName: "list"),
    completion: .names(Window.standard.map(\.name)))
  var windows = Window.standard.map(\.name).joined(separator: ",")

  @Option(
    name: .long, parsing: .unconditional, help: ArgumentHelp(Key.asOfHelp, valueName: "date"))
  var asOf: String?

  /// Builds the request; throws a `ValidationError` if the options are invalid.
  func question() throws -> GroupedQuestion<Key> {
    let groupings = try Grouping.list(
      QuestionOptions.list(by), of: Array(Key.allCases), option: by)
    do {
      let windows = try Window.list(QuestionOptions.list(windows))
      var question = GroupedQuestion(groupings, windows: windows.map(\.days))
      if let asOf {
        try DayArgument.check(asOf, "--as-of")
        question.asOf = Day(iso: asOf)
      }
      return question
    } catch let error as ReportError {
      throw ValidationError(error.description)
    }
  }
}

extension Grouping {
  /// Reads the groupings of `--by`.
  ///
  /// - Parameters:
  ///   - texts: The groupings' texts.
  ///   - known: All keys.
  ///   - option: The whole option, for the message.
  /// - Returns: The groupings, one per file.
  /// - Throws: `ValidationError` for an unknown key, or two groupings with one file.
  static func list(_ texts: [String], of known: [Key], option: String) throws -> [Grouping] {
    let groupings: [Grouping]
    do throws(GroupingError) {
      groupings = try texts.map { text throws(GroupingError) in try Grouping(text, of: known) }
    } catch {
      throw ValidationError(error.description)
    }
    guard Set(groupings.map(\.fileName)).count == groupings.count else {
      throw ValidationError("--by: found \(option); expected different files")
    }
    return groupings
  }
}
