@testable import SandboxCore
import Testing

struct FaultPlanTests {
  private func drawn(_ text: String, seed: UInt64 = 1, count: Int = 10_000) throws -> [FaultKind?] {
    let plan = try FaultPlan(text, seed: seed)
    return (0..<count).map { plan.fault(ofRequest: $0) }
  }

  @Test func `the same seed draws the same faults, another one others`() throws {
    let text = "429:0.1,slow:0.05"
    #expect(try drawn(text, seed: 5) == drawn(text, seed: 5))
    #expect(try drawn(text, seed: 5) != drawn(text, seed: 6))
  }

  @Test func `each fault has its share of the requests`() throws {
    let faults = try drawn("429:0.1,500:0.3,reset:0.02")
    func share(_ kind: FaultKind?) -> Double { Double(faults.count { $0 == kind }) / 10_000 }
    // Five standard deviations of 10,000 draws are at most 0.025.
    #expect(abs(share(.rateLimited) - 0.1) < 0.025)
    #expect(abs(share(.serverError) - 0.3) < 0.025)
    #expect(abs(share(.reset) - 0.02) < 0.025)
    #expect(abs(share(nil) - 0.58) < 0.025)
  }

  @Test func `a name alone stands for every request, and shares may fill it`() throws {
    #expect(try Set(drawn("slow")) == [.slow])
    #expect(try Set(drawn("429:0.7,500:0.2,slow:0.1")) == [.rateLimited, .serverError, .slow])
    #expect(try Set(drawn("429:0")) == [nil])
  }

  @Test(arguments: FaultKind.allCases)
  func `every kind is known by its name`(kind: FaultKind) throws {
    #expect(try FaultPlan("\(kind.rawValue):0.5").shares.map(\.kind) == [kind])
  }

  @Test(arguments: [
    ("truncate:0.1", SandboxError.unknownFault(found: "truncate", nearest: "truncated")),
    ("428", .unknownFault(found: "428", nearest: "429")),
    ("everything", .unknownFault(found: "everything", nearest: nil)),
    ("", .unknownFault(found: "", nearest: nil)),
    ("429:0.1,", .unknownFault(found: "", nearest: nil)),
    ("429:1.1", .badFault(found: "429:1.1", expected: "a name and a probability from 0 to 1")),
    ("429:-1", .badFault(found: "429:-1", expected: "a name and a probability from 0 to 1")),
    ("429:", .badFault(found: "429:", expected: "a name and a probability from 0 to 1")),
    ("429:nan", .badFault(found: "429:nan", expected: "a name and a probability from 0 to 1")),
    (
      "429:0.6,500:0.6",
      .badFault(found: "429:0.6,500:0.6", expected: "probabilities that sum to at most 1")
    ),
  ])
  func `what is no plan is refused`(text: String, error: SandboxError) {
    #expect(throws: error) { try FaultPlan(text) }
  }
}
