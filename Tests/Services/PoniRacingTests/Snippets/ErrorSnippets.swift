// swift-format-ignore-file
// The blocks of the guide are here as they are printed there, comments and line breaks included;
// only their indentation is the function's. Lines `_ = …` are ours: the guide leaves some values
// unused, which is a warning, and warnings are errors here. `Seed 004` is the guide,
// seeds/004-poni-racing.md.
import Foundation
import PoniRacing

extension SnippetStage {
  /// Seed 004, lines 336–355: error handling patterns.
  func handlesErrors() async {
    // Pattern 1: Using try-catch to handle potential errors during data fetching
    do {
        let races = try await dataSourceManager.fetchTodaysRaces()
        // Handle successful data fetch
        _ = races
    } catch APIError.invalidAPIKey {
        // Specific handling for an invalid API key
    } catch APIError.rateLimitExceeded {
        // Specific handling for rate limit errors
    } catch {
        // Generic handling for any other errors
    }

    // Pattern 2: Using a function with built-in error handling capabilities
    await dataSourceManager.withErrorHandling {
        return try await realDataService.fetchTodaysRaces()
    } onError: { error in
        print("Error: \(error.localizedDescription)") // Function to handle occurring errors
    }
  }

  /// Seed 004, lines 385–390: delays between requests. The guide's `items` and `fetchData` are the
  /// app's; here they are races and their details.
  func delays(_ items: [String]) async throws {
    func fetchData(_ item: String) async throws -> APIRacecard {
      try await realDataService.fetchRaceDetails(raceId: item)
    }
    for item in items {
        let result = try await fetchData(item)
        _ = result
        try await Task.sleep(nanoseconds: 1_000_000_000) // Introduce a 1-second delay
    }
  }

  /// Seed 004, lines 393–399: batches. The loop's body is the app's.
  func batches(_ items: [String]) async throws {
    let batches = items.chunked(into: 5) // Divide items into batches of 5
    for batch in batches {
        // Process each batch
        _ = batch
        try await Task.sleep(nanoseconds: 5_000_000_000) // 5-second delay between batches
    }
  }

  /// Seed 004, lines 402–407: a fragment in the guide that begins with `catch`; the `do` around it
  /// is added.
  func waitsForTheLimit() async throws {
    do {
      _ = try await realDataService.fetchTodaysRaces()
    }
    catch APIError.rateLimitExceeded {
        try await Task.sleep(nanoseconds: 10_000_000_000) // Wait 10 seconds
        // Retry request or handle appropriately
    }
  }

  /// Seed 004, lines 496–514: specific errors. The guide's second half, its bad practice, declares
  /// `data` again and is left out.
  func catchesSpecificErrors() async {
    func fetchData() async throws -> [Race] { try await dataSourceManager.fetchTodaysRaces() }
    // ✅ Good Practice: Implement specific error handling for different scenarios
    do {
        let data = try await fetchData()
        _ = data
    } catch APIError.rateLimitExceeded {
        // Handle rate limit errors specifically
    } catch APIError.invalidAPIKey {
        // Handle errors related to invalid API keys
    } catch {
        // General handling for other types of errors
    }
  }

  /// Seed 004, lines 518–529: timing. The guide's second half, its bad practice, is left out.
  func keepsTime(_ items: [String]) async throws {
    func processItem(_ item: String) async throws -> APIRacecard {
      try await realDataService.fetchRaceDetails(raceId: item)
    }
    // ✅ Good Practice: Implement proper timing between API requests
    for item in items {
        let result = try await processItem(item)
        _ = result
        try await Task.sleep(nanoseconds: 1_000_000_000) // Allow a 1-second delay
    }
  }
}

/// Seed 004, lines 549–556: weak references. The class around it is the app's.
final class SnippetOwner: Sendable {
  let dataSourceManager: DataSourceManager
  let handled = PrintedLines()

  init(_ manager: DataSourceManager) { dataSourceManager = manager }

  func fetchData() async throws -> [Race] { try await dataSourceManager.fetchTodaysRaces() }
  func handleError(_ error: any Error) { handled.add(error.localizedDescription) }

  func fetches() async {
    // ✅ Good Practice: Use weak references in closures to avoid memory leaks
    await dataSourceManager.withErrorHandling { [weak self] in
        return try await self?.fetchData()
    } onError: { [weak self] error in
        self?.handleError(error)
    }
  }
}
