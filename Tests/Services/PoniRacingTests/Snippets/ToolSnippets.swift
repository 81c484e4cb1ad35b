// swift-format-ignore-file
// The blocks of the guide are here as they are printed there, comments and line breaks included;
// only their indentation is the function's. Lines `_ = …` are ours: the guide leaves some values
// unused, which is a warning, and warnings are errors here. `Seed 004` is the guide,
// seeds/004-poni-racing.md.
import Foundation
import PoniRacing

extension SnippetStage {
  /// Seed 004, lines 413–425: the testing service.
  func runsAllTests() -> Task<Void, Never> {
    let testingService = APITestingService.shared

    // Run all available tests asynchronously
    return Task {
        await testingService.runAllTests()

        // Display test results
        for result in testingService.testResults {
            print("\(result.testName): \(result.status)")
        }
    }
  }

  /// Seed 004, lines 429–443: manual testing.
  func testsByHand() async {
    // Manual procedure to test API connection and data fetching

    // Check if the API is accessible
    let isConnected = await realDataService.checkConnection()
    print("API Connected: \(isConnected)")

    // Attempt to fetch today's races and check for errors
    do {
        let races = try await realDataService.fetchTodaysRaces()
        print("✅ Fetched \(races.count) races")
    } catch {
        print("❌ Error: \(error.localizedDescription)")
    }
  }

  /// Seed 004, lines 584–595: debug tools. In the guide `canUseRealData` is declared as a function
  /// without parentheses, which is no Swift, and used as a property, which it is here.
  func debugs() async {
    // Enable enhanced logging features for debugging purposes
    RealDataService.shared.enableDebugLogging = true

    // Check the API's connectivity status
    let status = await realDataService.checkConnection()
    print("API Status: \(status)")

    // Validate capabilities to use real data in the app
    let canUseAPI = dataSourceManager.canUseRealData
    print("Can use real data: \(canUseAPI)")
  }

  /// Seed 004, lines 599–611: performance. The guide's fetches are the app's.
  func measures() async throws {
    func fetchData() async throws -> [Race] { try await dataSourceManager.fetchTodaysRaces() }
    func fetchLargeDataset() async throws -> [APIHorseData] {
      try await realDataService.searchHorses(query: "")
    }
    // Measure and monitor request timing for performance analysis
    let startTime = Date()
    let result = try await fetchData()
    let duration = Date().timeIntervalSince(startTime)
    print("Request took \(duration) seconds")

    // Monitor memory usage before and after data operations
    let memoryBefore = getMemoryUsage()
    let data = try await fetchLargeDataset()
    let memoryAfter = getMemoryUsage()
    print("Memory used: \(memoryAfter - memoryBefore) MB")
    _ = (result, data)
  }
}
