import FeedContract
import Testing

struct FeedContractTests {
  @Test(arguments: ContractCase.allCases)
  func `the plainest client keeps the contract`(example: ContractCase) async throws {
    #expect(try await FeedContract.findings(example, PlainContractClient.self) == [])
  }
}
