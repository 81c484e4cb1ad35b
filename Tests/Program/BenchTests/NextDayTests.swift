import Foundation
import Testing

@testable import bench

struct NextDayTests {
  @Test func `the last day's rows come again a day later under new keys`() throws {
    let text = #"""
      race_id,date,horse
      1,2024-12-30,A
      2,2024-12-31,"B, the ""First"""
      2,2024-12-31,C

      """#
    #expect(
      try NextDay.rows(Data(text.utf8)) == #"""
        race_id,date,horse
        929,2025-01-01,"B, the ""First"""
        929,2025-01-01,C

        """#)
  }

  @Test func `a table without days is refused`() {
    #expect(throws: WrongAnswer.self) { try NextDay.rows(Data("a,b\n1,2\n".utf8)) }
  }
}
