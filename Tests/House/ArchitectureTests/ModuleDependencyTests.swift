import Foundation
import TestSupport
import Testing

/// The folders of `Sources/` are the architecture: a module uses its own storey and those below.
struct ModuleDependencyTests {
  /// Modules from outside, and the only modules that know them.
  private static let owners: [String: Set<String>] = [
    "CArrow": ["TabularFiles"],
    "CEmbedded": ["Columns"],
    "CSimdJSON": ["TabularFiles"],
    "CExchangeStream": ["ExchangeStream"],
    "CKernels": ["Kernels", "RunnerKeys", "EntityReports"],
    "CExpat": ["Workbooks"],
    "CIconv": ["TextEncodings"],
    "CNames": ["ColumnStore"],
    "COpenBLAS": ["Kernels"],
    "CCrypto": ["ColumnStore"],
    "Yams": ["YAMLText"],
    "ArgumentParser": [
      "bench", "CommandTools", "StoreCommands", "ReportCommands", "ExportCommands",
      "ServiceCommands", "BookmakerCommands", "FetchCommands", "SandboxCommands",
      "RailbirdCommands",
    ],
    "Logging": [
      "APICore", "PoniRacing", "SeasonalRewards", "SportsbookAPI", "BetableSDK", "ChatistSDK",
      "DomainFeeds", "CommandTools", "FetchCommands",
    ],
    "CCurl": ["HTTPTransport"],
    "CZlib": ["BetableSDK", "HTTPTransport", "ReportPages"],
    "FlyingSocks": ["LoopbackHTTP"],
    "CSQLite": ["SandboxCore"],
    "CXLSX": ["ReportWorkbooks"],
  ]

  /// The modules that come with the language.
  private static let platform: Set = ["Foundation", "Dispatch", "Synchronization", "Glibc"]

  /// All import lines, read once.
  private static let imports = Result { try SourceImports() }

  @Test func `every folder of a storey is a module, and every module lies in a storey`() throws {
    let modules = try PackageModules.all.get()
    let root = RailbirdProcess.packageFolder + "/Sources"
    let found = try PackageModules.storeys.flatMap { storey in
      try FileManager.default.contentsOfDirectory(atPath: root + "/" + storey)
        .map { "Sources/\(storey)/\($0)" }
    }
    #expect(found.sorted() == modules.sources.compactMap { modules.folders[$0] }.sorted())
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: root).sorted()
        == PackageModules.storeys.sorted())
    for module in modules.sources {
      #expect(modules.folders[module]?.hasSuffix("/" + module) == true, "\(module)")
    }
  }

  @Test func `a module imports its own storey and lower ones`() throws {
    let modules = try PackageModules.all.get()
    for line in try Self.imports.get().lines {
      guard let imported = modules.storey(of: line.imported),
        let importer = modules.storey(of: line.importer)
      else { continue }
      #expect(imported <= importer, "\(line.file) imports \(line.imported)")
    }
  }

  @Test func `an outside module is known to its owner only`() throws {
    let modules = try PackageModules.all.get()
    let ours = Set(modules.sources.filter { modules.storey(of: $0) != 0 })
    for line in try Self.imports.get().lines
    where !ours.contains(line.imported) && !Self.platform.contains(line.imported) {
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
      /\.(target|executableTarget|testTarget)\(\s*name: "(\w+)",\s*dependencies: \[([^\]]*)\]/
    let targets = manifest.matches(of: target)
    let modules = Set(targets.map { String($0.2) })
    #expect(targets.count { $0.1 == "testTarget" } > 30)
    for target in targets {
      let folder = try #require(try PackageModules.all.get().folders[String(target.2)])
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

  @Test func `ARCHITECTURE md lists each module once, in its storey`() throws {
    let path = RailbirdProcess.packageFolder + "/ARCHITECTURE.md"
    let page = try String(contentsOfFile: path, encoding: .utf8)
    // A storey's name, then a line of its modules.
    var (storey, listed): (Substring, [String]) = ("", [])
    for line in page.split(separator: "\n") {
      if let name = line.prefixMatch(of: /\*\*(\w+)\*\*/)?.1 { storey = name }
      if let names = line.prefixMatch(of: #/- ((?:`\w+`(?:, )?)+): /#)?.1, !storey.isEmpty {
        listed += names.matches(of: /`(\w+)`/).map { "Sources/\(storey)/\($0.1)" }
      }
    }
    let modules = try PackageModules.all.get()
    #expect(listed.sorted() == modules.sources.compactMap { modules.folders[$0] }.sorted())
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
