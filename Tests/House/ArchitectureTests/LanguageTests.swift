import Foundation
import TestSupport
import Testing

/// Every target is Swift 6 with warnings as errors, and no type of URLSession is public.
struct LanguageTests {
  private static let clients = [
    "APICore", "PoniRacing", "SeasonalRewards", "SportsbookAPI", "BetableSDK", "ChatistSDK",
  ]

  private static func text(_ file: String) throws -> String {
    try String(contentsOfFile: RailbirdProcess.packageFolder + "/" + file, encoding: .utf8)
  }

  @Test func `every Swift target is in Swift 6 mode with warnings as errors`() throws {
    let package = try Self.text("Package.swift")
    #expect(package.contains("swiftLanguageModes: [.v6]"))
    #expect(package.contains("let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]"))
    #expect(package.contains("let lending = strict + "))
    #expect(!package.contains("swiftLanguageMode(") && !package.contains("unsafeFlags"))
    let targets = package.split(separator: /\.(target|testTarget|executableTarget)\(\s*name: "/)
      .dropFirst()
    #expect(targets.count > 50)
    // A target without these settings is one of C.
    for target in targets where !target.contains(/swiftSettings: (strict|lending)/) {
      let name = target.prefix { $0 != "\"" }
      let found = files(below: try PackageModules.all.get().path(of: String(name)))
      #expect(!found.isEmpty && !found.contains { $0.hasSuffix(".swift") }, "\(name)")
    }
  }

  @Test func `no source passes over the checks of concurrency`() throws {
    for file in files(below: RailbirdProcess.packageFolder + "/Sources")
    where file.hasSuffix(".swift") {
      let text = try Self.text("Sources/" + file)
      #expect(!text.contains("@preconcurrency"), "\(file)")
      // The clients keep what tasks share behind a mutex; one of them holds a file in it.
      let module = file.split(separator: "/").dropFirst().first.map(String.init)
      guard Self.clients.contains(module ?? ""),
        !file.hasSuffix("BetableSDK/Journal/BetJournalFile.swift")
      else { continue }
      for mark in ["@unchecked Sendable", "nonisolated(unsafe)"] {
        #expect(!text.contains(mark), "\(file): \(mark)")
      }
    }
  }

  @Test func `no client names a type of URLSession`() throws {
    let names = #/\b(FoundationNetworking|URLSession\w*|URLRequest|HTTPURLResponse|URLResponse)\b/#
    for client in Self.clients + ["HTTPTransport"] {
      let folder = try #require(try PackageModules.all.get().folders[client])
      let sources = files(below: RailbirdProcess.packageFolder + "/" + folder)
        .filter { $0.hasSuffix(".swift") }
      #expect(!sources.isEmpty)
      for file in sources {
        let code = try Self.text(folder + "/" + file).split(separator: "\n")
          .map { $0.prefix { $0 != "/" } }.joined(separator: "\n")
        #expect(code.firstMatch(of: names) == nil, "\(client)/\(file)")
      }
    }
  }
}
