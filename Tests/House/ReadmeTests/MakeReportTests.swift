import Foundation
import TestSupport
import Testing

/// `make report` as the Makefile has it, but for the build.
struct MakeReportTests {
  @Test func `make report shows league tables, names its files and commands that run`() throws {
    let folder = try TemporaryFolder()
    let shown = try run(recipe(out: folder.file("out")))
    for title in ["jockey · all · at least 50 runs", "trainer · all · at least 50 runs"] {
      #expect(shown.contains(title + "\n"))
    }
    let parts = shown.components(separatedBy: "\nTry next:\n")
    try #require(parts.count == 2, "\(shown)")
    let written = parts[0].components(separatedBy: "\nWritten:\n").last?
      .components(separatedBy: "\n\n").first
    let files = written?.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let names = ["jockey.csv", "jockey.json", "summary.json", "trainer.csv", "trainer.json"]
    #expect(files == names.map { folder.file("out/" + $0) })

    let commands = parts[1].split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
        .replacingOccurrences(of: "YOUR-RESULTS.csv", with: "Datasets/sample/runners.csv")
        .replacingOccurrences(of: "> mine.yaml", with: "> '\(folder.file("mine.yaml"))'")
    }
    #expect(commands.count == 3)
    let answers = try commands.map { try run($0) }
    #expect(answers[0].hasPrefix("Lucy Brubiand, jockey\n"))
    #expect(answers[1].hasPrefix("2024-12-31 · "))
    let mapping = try String(contentsOfFile: folder.file("mine.yaml"), encoding: .utf8)
    #expect(mapping.contains("tables:"))
  }

  // MARK: - Implementation

  /// Returns the lines of the recipe that the shell is given.
  private func recipe(out: String) throws -> String {
    let make = try String(
      contentsOfFile: RailbirdProcess.packageFolder + "/Makefile", encoding: .utf8)
    let start = try #require(
      make.range(of: "\n\tswift build --product railbird\n\t@rm -rf $(OUT)\n"))
    let end = try #require(make.range(of: "\n\n", range: start.upperBound..<make.endIndex))
    let lines = make[start.upperBound..<end.lowerBound]
      .replacing(/(?m)^\t@?/, with: "").replacing("$(OUT)", with: out).replacing("$$", with: "$")
    return String(lines)
  }

  private func run(_ script: String) throws -> String {
    let script = script.replacingOccurrences(
      of: ".build/debug/railbird", with: "\(RailbirdProcess.executable)")
    let result = try RailbirdProcess.run(
      program: "bash", ["-ec", "cd '\(RailbirdProcess.packageFolder)'\n" + script])
    #expect(result.exitCode == 0, "\(result.stderr)")
    return result.stdout
  }
}
