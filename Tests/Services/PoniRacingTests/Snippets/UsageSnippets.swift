// swift-format-ignore-file
// The blocks of the guide are here as they are printed there, comments and line breaks included;
// only their indentation is the function's. Lines `_ = …` are ours: the guide leaves some values
// unused, which is a warning, and warnings are errors here. `Seed 004` is the guide,
// seeds/004-poni-racing.md.
import Foundation
import PoniRacing

/// The surroundings of the guide's snippets: the objects they name, and a `print` that keeps its
/// text.
final class SnippetStage: Sendable {
  let dataSourceManager: DataSourceManager
  let realDataService: RealDataService
  let printed = PrintedLines()

  init(_ manager: DataSourceManager) {
    dataSourceManager = manager
    realDataService = manager.realDataService
  }

  func print(_ text: String) { printed.add(text) }

  /// Seed 004, lines 32–37: configure the API.
  func configuresTheAPI() -> Bool {
    // The guide's key is too short, so its snippet gives false.
    // Here, we create an instance of DataSourceManager, which manages data operations.
    // We then configure it with the API key obtained from RapidAPI.
    let dataSourceManager = DataSourceManager.shared
    let success = dataSourceManager.configureAPIKey("your-rapidapi-key")
    _ = dataSourceManager
    return success
  }

  /// Seed 004, lines 40–52: fetch data.
  func fetchesData() -> Task<Void, Never> {
    // An asynchronous task is created here because fetching data is a network operation,
    // which is inherently asynchronous. We attempt to fetch today's races and handle
    // any exceptions or errors that occur during the process.
    Task {
        do {
            let races = try await dataSourceManager.fetchTodaysRaces()
            print("Found \(races.count) races today")
        } catch {
            print("Error: \(error.localizedDescription)")
        }
    }
  }

  /// Seed 004, lines 239–251: basic data fetching.
  func fetchesBasicData() -> Task<Void, Never> {
    // Example of fetching races scheduled for today
    Task {
        do {
            let races = try await dataSourceManager.fetchTodaysRaces()
            for race in races {
                print("\(race.name) at \(race.track)") // Print race name and location
            }
        } catch {
            print("Error: \(error.localizedDescription)") // Handle potential errors
        }
    }
  }

  /// Seed 004, lines 255–278: horse search and analysis.
  func searchesHorses() -> Task<Void, Never> {
    // Function to search for horse-related data and analyze their recent performance
    Task {
        do {
            // Empty query demonstrates fetching unfiltered data
            let horses = try await dataSourceManager.searchHorses(query: "")

            // Iterate through the top 5 horses
            for horse in horses.prefix(5) {
                let details = try await realDataService.fetchHorseDetails(horseId: horse.id)
                _ = details
                let results = try await realDataService.fetchHorseResults(horseId: horse.id)

                // Count recent wins
                let recentWins = results.prefix(5).filter { $0.position == 1 }.count
                print("\(horse.name): \(recentWins) wins in last 5 races")

                // Enforce a rate limit between requests
                try await Task.sleep(nanoseconds: 1_000_000_000)
            }
        } catch {
            print("Error: \(error.localizedDescription)") // Handle any errors that occur
        }
    }
  }

  /// Seed 004, lines 282–298: jockey and trainer analysis.
  func analysesJockeys() -> Task<Void, Never> {
    // Analyze performance of jockeys based on their return on investment (ROI)
    Task {
        do {
            // Fetching the ROI data for jockeys
            let roiData = try await dataSourceManager.fetchJockeyROIData()
            let topJockeys = roiData.sorted { $0.roi30Days > $1.roi30Days }.prefix(10)

            // Print the top jockeys sorted by ROI over the past 30 days
            for jockey in topJockeys {
                print("\(jockey.name): ROI \(jockey.roi30Days)")
            }
        } catch {
            print("Error: \(error.localizedDescription)") // Handle errors
        }
    }
  }
}
