import Foundation
import TestSupport
import Testing

/// Callers of a library module can distinguish errors without a cast.
struct TypedThrowsTests {
  /// Returns the lines of a source text with an untyped `throws`.
  ///
  /// Comments do not count, nor do signatures that `Codable` requires.
  static func untyped(_ text: String) -> [Substring] {
    text.split(whereSeparator: \.isNewline).filter { line in
      guard line.contains("throws") else { return false }
      let code = line.firstMatch(of: /\/\//).map { line[..<$0.range.lowerBound] } ?? line
      if code.contains(/\b(from decoder|to encoder): any (De|En)coder\b/) { return false }
      return code.contains(/\b(re)?throws\b(?!\s*\()|throws\s*\(\s*(any\s+)?(Swift\.)?Error\s*\)/)
    }
  }

  /// Its guide declares closures that throw anything, and its users catch `APIError` by a cast.
  private static let guided = "Services/ChatistSDK/APIClient.swift"

  @Test func `every throwing function of a library module says what it throws`() throws {
    let sources = RailbirdProcess.packageFolder + "/Sources"
    for file in files(below: sources)
    where file.hasSuffix(".swift") && !file.hasPrefix("Program/") && file != Self.guided {
      let text = try String(contentsOfFile: sources + "/" + file, encoding: .utf8)
      let found = Self.untyped(text)
      #expect(found.isEmpty, "\(file): found \(found); expected throws(…)")
    }
  }

  @Test(arguments: [
    ("func read() throws -> Int {", true), ("init() throws {", true),
    ("func each(_ body: (Int) throws -> Void) rethrows {", true),
    ("func read() throws(any Error) {", true), ("func read() throws(Error) {", true),
    ("public func read() async throws", true),
    ("func read() throws(FileError) -> Int {", false),
    ("func run<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {", false),
    ("/// - Throws: what it throws.", false), ("let a = 1  // nothing throws here", false),
    ("public init(from decoder: any Decoder) throws {", false),
    ("let throwsNothing = true", false),
  ])
  func `untyped throws are recognised`(line: String, isUntyped: Bool) {
    #expect(Self.untyped(line).isEmpty != isUntyped)
  }
}
