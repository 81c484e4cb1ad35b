import Foundation
import TestSupport
import Testing

/// If you add a module, also add it to `rows` and to the target list of `Package.swift`.
struct ModuleDependencyTests {
  /// A module imports modules of lower rows only.
  private static let rows: [[String]] = [
    ["Columns", "SystemFiles"],
    ["TabularFiles", "Kernels", "YAMLText", "LoopbackHTTP", "Racing"],
    [
      "ColumnStore", "BetSettlement", "Seasons", "Promotions", "Betting", "Support", "APICore",
    ],
    [
      "RacingImport", "RacingReports", "RacingExport", "SyntheticRacing", "PoniRacing",
      "HTTPTransport", "SeasonalRewards", "SportsbookAPI", "BetableSDK", "ChatistSDK",
      "SeasonTotals", "PromotionFigures", "BettingFigures", "SettledBets", "SupportFigures",
      "DriftFigures",
    ],
    [
      "ReportWriters", "ReportSpecs", "ReportPages", "ReportWorkbooks", "PageServer",
      "Notebooks", "DomainFeeds", "APISandbox", "SparkConnect",
    ],
    ["railbird", "bench"],
  ]

  /// Modules from outside, and the only modules that know them.
  private static let owners: [String: Set<String>] = [
    "CArrow": ["TabularFiles"],
    "CSimdJSON": ["TabularFiles"],
    "CKernels": ["Kernels", "RacingReports"],
    "CNames": ["ColumnStore"],
    "COpenBLAS": ["Kernels"],
    "CCrypto": ["ColumnStore"],
    "Yams": ["YAMLText"],
    "ArgumentParser": ["railbird", "bench"],
    "Logging": [
      "APICore", "PoniRacing", "SeasonalRewards", "SportsbookAPI", "BetableSDK", "ChatistSDK",
      "DomainFeeds", "railbird",
    ],
    "CCurl": ["HTTPTransport"],
    "CZlib": ["BetableSDK", "HTTPTransport", "ReportPages"],
    "FlyingSocks": ["LoopbackHTTP"],
    "CSQLite": ["APISandbox"],
    "CXLSX": ["ReportWorkbooks"],
  ]

  /// The modules that come with the language.
  private static let platform: Set = ["Foundation", "Dispatch", "Synchronization", "Glibc"]

  private static let rank = Dictionary(
    uniqueKeysWithValues: rows.enumerated().flatMap { row, names in names.map { ($0, row) } })

  /// All import lines, read once.
  private static let imports = Result { try SourceImports() }

  @Test func `every module has a row`() throws {
    #expect(try Self.imports.get().modules == Set(Self.rows.joined()))
  }

  @Test func `a module imports lower rows only, never a neighbour`() throws {
    for line in try Self.imports.get().lines {
      guard let imported = Self.rank[line.imported], let importer = Self.rank[line.importer]
      else { continue }
      #expect(imported < importer, "\(line.file) imports \(line.imported)")
    }
  }

  @Test func `an outside module is known to its owner only`() throws {
    for line in try Self.imports.get().lines
    where Self.rank[line.imported] == nil && !Self.platform.contains(line.imported) {
      let owners = Self.owners[line.imported]
      #expect(
        owners?.contains(line.importer) == true, "\(line.file) imports \(line.imported)")
    }
  }

  @Test func `each wall is imported by someone`() throws {
    let imported = Set(try Self.imports.get().lines.map(\.imported))
    #expect(imported.isSuperset(of: Self.owners.keys))
  }

  /// SwiftPM may compile a file before a module that its target does not name.
  @Test func `a target depends on the modules that its files import, and on no others`() throws {
    let root = RailbirdProcess.packageFolder
    let manifest = try String(contentsOfFile: root + "/Package.swift", encoding: .utf8)
    let target =
      /\.(target|executableTarget|testTarget)\(\s*name: "(\w+)",\s*dependencies: \[([^\]]*)\](?:,\s*path: "([^"]+)")?/
    let targets = manifest.matches(of: target)
    let modules = Set(targets.map { String($0.2) })
    #expect(targets.count { $0.1 == "testTarget" } > 30)
    for target in targets {
      let folder = target.4 ?? (target.1 == "testTarget" ? "Tests/" : "Sources/") + target.2
      let texts = try files(below: "\(root)/\(folder)").filter { $0.hasSuffix(".swift") }.map {
        try String(contentsOfFile: "\(root)/\(folder)/\($0)", encoding: .utf8)
      }
      guard !texts.isEmpty else { continue }
      // A line within a text that a test holds is indented.
      let lines = texts.flatMap { $0.split(separator: "\n") }.filter { !$0.hasPrefix(" ") }
      let imported = modules.intersection(
        lines.flatMap { SourceImports.imports(String($0)) })
      let named = modules.intersection(target.3.matches(of: /"(\w+)"/).map { String($0.1) })
      #expect(named == imported, "\(target.2)")
    }
  }

  @Test func `OpenBLAS is imported by the BLAS files alone`() throws {
    for line in try Self.imports.get().lines where line.imported == "COpenBLAS" {
      #expect(line.file.hasPrefix("Kernels/Numerics/BLAS"), "\(line.file) imports \(line.imported)")
    }
  }

  @Test func `ARCHITECTURE md lists each module once, in its row`() throws {
    let path = RailbirdProcess.packageFolder + "/ARCHITECTURE.md"
    let page = try String(contentsOfFile: path, encoding: .utf8)
    let listed = page.matches(of: /(?m)^\| ([0-5]) \| `(\w+)` \|/).map { "\($0.1) \($0.2)" }
    let expected = Self.rows.enumerated().flatMap { row, names in names.map { "\(row) \($0)" } }
    #expect(listed.sorted() == expected.sorted())
  }

  @Test func `import lines are recognised in every form`() {
    let text = """
      import Columns
      @testable import Racing
      private import struct Foundation.Data
        @_exported public import Kernels  // why
      // import Nothing
      let important = 1
      """
    #expect(SourceImports.imports(text) == ["Columns", "Racing", "Foundation", "Kernels"])
  }
}
