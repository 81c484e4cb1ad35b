import FeedContract
import Testing

struct FeedContractTests {
  @Test(arguments: ContractCase.allCases)
  func `the plainest client keeps the contract`(example: ContractCase) async throws {
    let findings = try await FeedContract.findings(example, PlainContractClient.self)
    #expect(findings == [])
  }
}
