import Foundation
import RowReading
import TestSupport
import Testing

struct RejectReasonTests {
  @Test func `docs/schema.md lists each reason of a whole row, and no other`() throws {
    let page = try String(
      contentsOfFile: RailbirdProcess.packageFolder + "/docs/schema.md", encoding: .utf8)
    let section = try #require(page.firstRange(of: "### rejects"))
    let line = page[section.upperBound...].split(separator: "\n")
      .first { $0.hasPrefix("| `reason` |") }
    let listed = try #require(line).matches(of: /`(\w+)`/).map { String($0.1) }.dropFirst()
    #expect(listed.sorted() == RejectReason.allCases.map(\.rawValue).sorted())
  }
}
