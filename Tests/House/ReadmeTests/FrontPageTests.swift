import Foundation
import TestSupport
import Testing

/// README and ARCHITECTURE are short, and lead to every page of `docs/`.
struct FrontPageTests {
  private static func text(_ page: String) throws -> String {
    try String(contentsOfFile: RailbirdProcess.packageFolder + "/" + page, encoding: .utf8)
  }

  /// Returns the files that a page links, as paths from the root.
  private static func links(of page: String) throws -> Set<String> {
    let folder = "/" + (page as NSString).deletingLastPathComponent + "/"
    let links = try text(page).matches(of: /\]\(([^)#:]+)(?:#[^)]*)?\)/).map {
      String(((folder + $0.1) as NSString).standardizingPath.dropFirst())
    }
    return Set(links)
  }

  @Test(arguments: ["README.md", "ARCHITECTURE.md"])
  func `a front page has at most 1,200 words`(page: String) throws {
    let words = try Self.text(page).split(whereSeparator: \.isWhitespace).count
    #expect(words <= 1_200)
  }

  @Test func `README, or a page that it links, links every page of docs`() throws {
    let first = try Self.links(of: "README.md")
    #expect(first.count > 25)
    let second = try first.filter { $0.hasSuffix(".md") }.map(Self.links)
    let linked = second.reduce(first) { $0.union($1) }
    let docs = RailbirdProcess.packageFolder + "/docs"
    let pages = files(below: docs).filter { $0.hasSuffix(".md") }.map { "docs/" + $0 }
    #expect(pages.count > 25)
    for page in pages { #expect(linked.contains(page), "\(page)") }
  }
}
