import Foundation
import TestSupport
import Testing

@testable import bench

struct ProcessorTimeTests {
  #if os(Linux)
    @Test func `a process that works uses the processor, and one that is gone is unknown`() throws {
      let own = ProcessInfo.processInfo.processIdentifier
      let before = try #require(ProcessorTime.hundredths(of: own))
      var (state, rounds) = (UInt64(1), 0)
      while let now = ProcessorTime.hundredths(of: own), now < before + 5, rounds < 100_000 {
        for _ in 0..<100_000 { state = state &* 6_364_136_223_846_793_005 &+ 1 }
        rounds += 1
      }
      let after = try #require(ProcessorTime.hundredths(of: own))
      #expect(after >= before + 5, "\(state)")
      let done = try RailbirdProcess.start(program: "true", [])
      _ = try done.wait()
      #expect(ProcessorTime.hundredths(of: done.id) == nil)
    }
  #endif
}
