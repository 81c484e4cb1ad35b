import APICore
import ArgumentParser
import Foundation
import PoniRacing

/// Where the racing service is, how it is asked, and the key.
struct RacingServiceOptions: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("The service's address.", valueName: "url"))
  var baseURL: String = RacingAPI.standardBaseURL.absoluteString

  @Option(
    name: .long,
    help: ArgumentHelp("A file of credentials that only you can read.", valueName: "file"))
  var credentials: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The least time between two requests.", valueName: "seconds"))
  var interval = 1.0

  @Flag(name: .long, help: "Accept plain http for other machines than this one.")
  var allowHTTP = false

  func validate() throws {
    guard (0...3_600).contains(interval) else {
      throw ValidationError("--interval: found \(interval); expected 0 to 3600 seconds")
    }
    try checkBaseURL(baseURL, allowsPlainHTTP: allowHTTP)
  }

  /// Host and manners.
  var settings: APISettings {
    APISettings(
      // Checked by `validate`.
      api: "racing", baseURL: URL(string: baseURL)!, interval: .seconds(interval),
      allowsPlainHTTP: allowHTTP)
  }

  /// The key, from the environment or the file; nil where there is none.
  func key() throws -> Secret? {
    try KeptSecret.named("RAILBIRD_RACING_API_KEY", file: credentials)
  }
}
