import Foundation
import TestSupport
import Testing

/// The README's session with the racing API, as it stands there.
struct RacingSessionTests {
  @Test func `the README's way from the sandbox to a card runs as it is written`() throws {
    let folder = try TemporaryFolder()
    let commands = try session(under: "## From the racing API")
    #expect(commands.count == 5)
    // Somebody else may use the port of the text. Above 32,768 the system gives ports to others.
    let port = String(Int.random(in: 20_000..<32_000))
    let script = """
      set -e
      cd '\(folder.path)'
      mkdir bin
      ln -s '\(RailbirdProcess.executable)' bin/railbird
      PATH="$PWD/bin:$PATH"
      trap 'kill %1' EXIT
      \(commands.joined(separator: "\n").replacingOccurrences(of: "8080", with: port))
      """
    let result = try RailbirdProcess.run(program: "bash", ["-c", script])
    #expect(result.exitCode == 0, "\(result.stderr)")
    #expect(result.stdout.contains("\n2024-11-30 · "), "\(result.stdout.prefix(2_000))")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.file("out"))
    #expect(Set(files).isSuperset(of: ["jockey.csv", "trainer.csv", "summary.json"]))
  }

  // MARK: - Implementation

  /// Returns the commands of the first console block under a heading.
  private func session(under heading: String) throws -> [String] {
    let readme = RailbirdProcess.packageFolder + "/README.md"
    let text = try String(contentsOfFile: readme, encoding: .utf8)
    let section = try #require(text.components(separatedBy: heading).last)
    let parts = section.components(separatedBy: "```console\n")
    let block = try #require(parts.dropFirst().first?.components(separatedBy: "```").first)
    return block.split(separator: "\n").filter { $0.hasPrefix("$ ") }.map {
      String($0.dropFirst(2))
    }
  }
}
