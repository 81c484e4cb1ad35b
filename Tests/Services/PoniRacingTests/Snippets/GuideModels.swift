// swift-format-ignore-file
// The blocks of the guide are here as they are printed there, comments and line breaks included;
// only their indentation is the function's. `Seed 004` is seeds/004-poni-racing.md.
import Foundation

/// The guide's own declarations, which compile by themselves; the module's types have these fields.
enum GuideModels {
  // Seed 004, lines 172–210: API response models.
  // Structure representing race data from the API
  struct APIRacecard: Codable {
      let race_id: String
      let race_name: String
      let course: String
      let race_time: String
      let runners: [APIRunner] // List of participants in the race
  }

  // Structure representing individual runners in a race
  struct APIRunner: Codable {
      let horse_id: String? // Nullable because some data might not be available
      let horse: String
      let jockey: String?
      let trainer: String?
      let weight: String?
      let odds: String?
  }

  // Structure for horse-related data from the API
  struct APIHorseData: Codable {
      let horse_id: String
      let horse: String
      let age: Int?
      let sex: String?
      let trainer: String?
      let owner: String?
  }

  // Structure for holding jockey statistics
  struct APIJockeyStats: Codable {
      let jockey: String
      let wins: Int
      let runs: Int
      let win_percentage: Double
      let recent_form: [String] // Represents recent performance, e.g., "Win", "Lose"
  }

  // Seed 004, lines 214–233: app models.
  // Example model structure to represent horse data in the application
  struct ExampleHorseData {
      let id: String
      let name: String
      let age: Int
      let trainer: String?
      let jockey: String?
      let earnings: Double
  }

  // Example model structure to represent race data in the application
  struct ExampleRaceData {
      let id: String
      let name: String
      let date: Date
      let track: String
      let distance: Double // Distance of the race
  }

  // Seed 004, lines 304–332: errors.
  // This enum defines different types of API-related errors
  enum APIError: Error, LocalizedError {
      case invalidAPIKey // Error for an invalid API key
      case rateLimitExceeded // Error when the API rate limit is exceeded
      case networkError(String) // Error for general network issues, with a message
      case noData // Error when no data is available to fetch
      case invalidResponse // Error for responses that are not as expected
      case serverError(Int) // Error with a specific server error code

      // Description for each error type for user-friendly messages
      var errorDescription: String? {
          switch self {
          case .invalidAPIKey:
              return "Invalid API key. Please check your RapidAPI key."
          case .rateLimitExceeded:
              return "Rate limit exceeded. Please wait before making more requests."
          case .networkError(let message):
              return "Network error: \(message)"
          case .noData:
              return "No data available."
          case .invalidResponse:
              return "Invalid response from server."
          case .serverError(let code):
              return "Server error: \(code)"
          }
      }
  }
}
