import Foundation
import TestSupport
import Testing

/// `docs/dependencies.md` lists each package that is fetched or installed, and no other.
struct DependencyPageTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: RailbirdProcess.packageFolder + "/" + path, encoding: .utf8)
  }

  /// Returns the rows below a heading of the page: name in backticks first, then four cells more.
  private static func rows(under heading: String) throws -> [[String]] {
    let page = try text("docs/dependencies.md")
    let start = try #require(page.range(of: "\n## \(heading)\n")).upperBound
    let end = page.range(of: "\n## ", range: start..<page.endIndex)?.lowerBound ?? page.endIndex
    return page[start..<end].split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  private struct Resolved: Decodable {
    struct Pin: Decodable {
      struct State: Decodable { let version: String }
      let identity: String
      let state: State
    }
    let pins: [Pin]
  }

  private static func pins() throws -> [String: String] {
    let resolved = try JSONDecoder().decode(
      Resolved.self, from: Data(text("Package.resolved").utf8))
    return Dictionary(uniqueKeysWithValues: resolved.pins.map { ($0.identity, $0.state.version) })
  }

  @Test func `the page lists the packages that SwiftPM fetches, six at most`() throws {
    let listed = try Self.rows(under: "Swift packages").map { $0[0].replacing("`", with: "") }
    #expect(listed.sorted() == (try Self.pins().keys.sorted()))
    #expect(listed.count <= 6)
  }

  @Test func `each package's versions are those that Package swift asks for`() throws {
    let manifest = try Self.text("Package.swift").lowercased()
    let pins = try Self.pins()
    for row in try Self.rows(under: "Swift packages") {
      let name = row[0].replacing("`", with: "")
      let range = try #require(row[1].wholeMatch(of: /([0-9.]+) up to ([0-9.]+)/))
      #expect(manifest.contains("/\(name)\", from: \"\(range.1)\")"), "\(name): found \(row[1])")
      let version = try #require(pins[name])
      #expect(version.compare(range.1, options: .numeric) != .orderedAscending)
      #expect(version.compare(range.2, options: .numeric) == .orderedAscending)
    }
  }

  @Test func `the page lists the system packages that the setup script installs`() throws {
    let script = try Self.text("scripts/setup.sh")
    let installed = script.matches(of: /missing="\$missing ([a-z0-9.+-]+)"/).map { String($0.1) }
    let listed = try Self.rows(under: "System libraries").map { $0[0].replacing("`", with: "") }
    #expect(!installed.isEmpty)
    #expect(listed.sorted() == installed.sorted())
  }

  @Test func `every row states versions, licence, purpose and what replaces it`() throws {
    for heading in ["Swift packages", "System libraries"] {
      for row in try Self.rows(under: heading) {
        #expect(row.count == 5 && row.allSatisfy { !$0.isEmpty }, "\(heading): found \(row)")
      }
    }
  }
}
