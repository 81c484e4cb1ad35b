import Foundation
import RacingImport
import TestSupport
import Testing

/// `docs/library.md` shows code that is compiled: the functions in `Library/` and `Examples/`.
struct LibraryTests {
  private static let root = URL(fileURLWithPath: RailbirdProcess.packageFolder)
  private static let report = "Examples/JockeyReport/Sources/jockey-report/JockeyReport.swift"

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  private static let sample = root.appendingPathComponent("Datasets/sample/runners.csv").path

  private static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("railbird-library-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  @Test(arguments: [
    report, "Tests/House/ReadmeTests/Library/ProfitableDraws.swift",
    "Tests/House/ReadmeTests/Library/BestRatings.swift",
    "Tests/House/ReadmeTests/Library/OwnImport.swift",
    "Tests/House/ReadmeTests/Library/BestTrainers.swift",
    "Tests/House/ReadmeTests/Library/WinnersBefore.swift",
    "Tests/House/ReadmeTests/Library/BestAngle.swift",
  ])
  func `the library page shows what is compiled`(path: String) throws {
    let page = try Self.text("docs/library.md")
    #expect(page.contains("```swift\n" + (try Self.text(path)) + "```"))
  }

  @Test func `the stranger's report takes fewer than thirty lines`() throws {
    #expect(try Self.text(Self.report).split(separator: "\n").count < 30)
  }

  @Test func `both examples ask for one version`() throws {
    let asked = try ["JockeyReport", "SettledBets"].map { name in
      try Self.text("Examples/\(name)/Package.swift").firstMatch(of: /from: "([0-9.]+)"/)?.1
    }
    #expect(asked[0] != nil && asked[0] == asked[1])
    let page = try Self.text("docs/library.md")
    #expect(page.contains("from: \"\(asked[0]!)\""))
  }

  @Test func `rows are told by column and by basis, and stored rows come with names`() throws {
    try Self.withFolder { store in
      _ = try ImportJob(store: store, format: "railbird").run([Self.sample])
      let lines = try profitableDraws(store: store)
      #expect(lines.count > 10)
      #expect(lines[0].starts(with: /90d .+ from stall [0-9]+: [0-9]+ bets, [0-9.]+/))
      let angle = try #require(try bestAngle(store: store))
      #expect(angle.contains(/: [0-9]+ runs, p [01](\.[0-9]+)?$/), "\(angle)")
      let best = try bestRatings(store: store)
      #expect(best.count > 100)
      #expect(best.values.allSatisfy { (1...200).contains($0) })
      let features = store + "/features.parquet"
      #expect(try (100..<4_900).contains(winnersBefore(store: store, to: features)))
      #expect(FileManager.default.fileExists(atPath: features))
    }
  }

  @Test func `an import's errors are told apart without a cast`() throws {
    try Self.withFolder { folder in
      let (mapping, store) = (folder + "/own.yaml", folder + "/store")
      let text = try #require(Mapping.builtInText("railbird"))
      try text.write(toFile: mapping, atomically: true, encoding: .utf8)
      #expect(
        importResults([Self.sample], mapping: mapping, store: store)
          == "runners.csv: 5000 stored, [:]")
      try text.replacing("tables:", with: "tabels:")
        .write(toFile: mapping, atomically: true, encoding: .utf8)
      #expect(
        importResults([Self.sample], mapping: mapping, store: store)
          .hasPrefix("mend the mapping at \(mapping):"))
    }
  }

  @Test func `a built-in mapping's misspelt name brings the nearest`() throws {
    let error = #expect(throws: ImportError.self) {
      try ImportJob(store: "nowhere", format: "railbrid")
    }
    #expect(error?.description.hasSuffix("(nearest: railbird)") == true)
  }
}
