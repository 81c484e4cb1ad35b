import Foundation
import TestSupport
import Testing

/// Limits are in one file per module, and `docs/reliability.md` lists all of them.
///
/// A constant that only tunes the work, and that no user can meet, stays where it is used.
struct LimitsTests {
  /// A constant of a file `Limits.swift`.
  private struct Limit {
    let module: String
    let name: String
    /// The first sentence of the comment, without its full stop.
    let text: String
    let value: String
    /// The file of C that has the value; nil if the constant itself is used.
    let wall: String?

    /// The row of the page.
    var row: String { "| `\(module)` | \(text) | \(shown) |" }

    /// The value as people write it: `16 MiB`, `10 s`, `1,000`.
    private var shown: String {
      if let seconds = value.wholeMatch(of: /Duration\.seconds\((.+)\)/) {
        return grouped(number(seconds.1)) + " s"
      }
      let count = number(value[...])
      guard text.hasPrefix("Bytes") else { return grouped(count) }
      if count == Int(Int32.max) { return "2 GiB less 1" }
      let unit = [("GiB", 30), ("MiB", 20), ("KiB", 10)].first { name, shift in
        count >= 1 << shift && count % (1 << shift) == 0
      }
      return unit.map { "\(grouped(count >> $0.1)) \($0.0)" } ?? grouped(count)
    }

    /// Computes `7 * 24 * 60`, `16 << 20` or `Int(Int16.max)`.
    private func number(_ text: Substring) -> Int {
      switch text {
      case "Int(Int16.max)": return Int(Int16.max)
      case "Int(Int32.max)": return Int(Int32.max)
      default:
        let parts = text.replacing("_", with: "").split(separator: " << ")
        let factors = parts[0].split(separator: " * ").map { Int($0)! }
        return factors.reduce(1, *) << (parts.count > 1 ? Int(parts[1])! : 0)
      }
    }

    private func grouped(_ number: Int) -> String {
      number.formatted(.number.locale(Locale(identifier: "en_GB")))
    }
  }

  private static let all = Result { try limits() }

  /// Reads the constants of all files `Limits.swift`.
  private static func limits() throws -> [Limit] {
    let modules = try PackageModules.all.get()
    return try modules.sources.flatMap { module in
      let path = RailbirdProcess.packageFolder + "/\(modules.folders[module]!)/Limits.swift"
      guard FileManager.default.fileExists(atPath: path) else { return [Limit]() }
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let constant =
        /((?: *\/\/\/.*\n)+) *(?:public )?(?:static let|var) (\w+)(?:: \w+)? = (.+?)(?:  \/\/ (\S+))?\n/
      return text.matches(of: constant).filter { $0.3 != "false" }.map { match in
        let words = match.1.split(separator: "\n").map { $0.drop { " /".contains($0) } }
        let sentence = words.prefix { !$0.isEmpty }.joined(separator: " ").dropLast()
        return Limit(
          module: module, name: String(match.2), text: String(sentence), value: String(match.3),
          wall: match.4.map(String.init))
      }
    }
  }

  @Test func `the page on reliability has each limit with its value, and no other`() throws {
    let path = RailbirdProcess.packageFolder + "/docs/reliability.md"
    let page = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let head = try #require(page.firstIndex(of: "| module | limit | value |"))
    let found = page[(head + 2)...].prefix { $0.hasPrefix("|") }.map(String.init)
    let expected = try Self.all.get().map(\.row)
    #expect(expected.count > 80)
    for row in expected where !found.contains(row) { Issue.record("missing: \(row)") }
    for row in found where !expected.contains(row) { Issue.record("unknown: \(row)") }
    #expect(found.count == expected.count)
  }

  @Test func `a limit of C has the value of its Swift constant`() throws {
    let walls = try Self.all.get().filter { $0.wall != nil }
    #expect(walls.count >= 4)
    for limit in walls {
      let path = RailbirdProcess.packageFolder + "/Sources/" + limit.wall!
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let value = try Regex("\\b\(limit.value)\\b")
      #expect(text.contains(value), "\(limit.name) in \(limit.wall!)")
    }
  }

  @Test func `no other file has a constant that is named as a limit`() throws {
    let modules = try PackageModules.all.get()
    let constant = /static let (\w*Limit|most[A-Z]\w*|largest\w*|longest\w*)(: \w+)? = [\d_]+/
    for module in modules.sources {
      let folder = modules.folders[module]!
      // Trade has ranges of racing's values, and the sandbox ranges of its options.
      if folder.hasPrefix("Sources/Trade/") || folder.hasPrefix("Sources/Sandbox/") { continue }
      let paths = FileManager.default.subpaths(
        atPath: RailbirdProcess.packageFolder + "/" + folder)
      for file in paths ?? [] where file.hasSuffix(".swift") {
        let text = try String(
          contentsOfFile: "\(RailbirdProcess.packageFolder)/\(folder)/\(file)", encoding: .utf8)
        for match in text.matches(of: constant) where !Self.tuning.contains("\(module).\(match.1)")
        {
          Issue.record("\(module)/\(file): \(match.1) belongs to Limits.swift")
        }
      }
    }
  }

  /// Constants that only tune the work, or the width of a column.
  private static let tuning: Set = [
    "ColumnStore.blockLimit", "ColumnStore.mostRowsWaiting", "Calibration.starterLimit",
    "RunnerKeys.digitLimit", "SeasonTotals.longest", "DriftFigures.largest",
    "APICore.largestCount", "Columns.longest", "TabularFiles.largestBlock",
    "ImportHistory.mostEarlyText", "MappingProposals.cellLimit", "RacingExport.mostWaiting",
    "ReportWorkbooks.textWidthLimit", "ReportWriters.nameLimit",
  ]
}
