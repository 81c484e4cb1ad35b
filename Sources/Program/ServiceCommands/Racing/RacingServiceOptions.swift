import APICore
import ArgumentParser
import CommandTools
import PoniRacing

/// The racing service's address, the rules of its requests, and the key.
package struct RacingServiceOptions: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("The service's address.", valueName: "url"))
  package var baseURL: String = RacingAPI.standardBaseURL.absoluteString

  @Option(
    name: .long,
    help: ArgumentHelp("A file of credentials that only you can read.", valueName: "file"),
    completion: .file())
  package var credentials: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The minimum time between two requests.", valueName: "seconds"))
  package var interval = 1.0

  @Flag(name: .long, help: "Accept plain http for other machines than this one.")
  var allowHTTP = false

  package init() {}

  package func validate() throws {
    guard (0...3_600).contains(interval) else {
      throw ValidationError("--interval: found \(interval); expected 0 to 3600 seconds")
    }
    try checkBaseURL(baseURL, allowsPlainHTTP: allowHTTP)
  }

  /// Makes the settings of host and pace.
  ///
  /// - Parameter note: Receives a sentence if the pace cannot be shared with other processes.
  /// - Returns: The settings; all of the user's commands share their pace.
  /// - Throws: `ValidationError` for a base URL that `validate` refuses too.
  package func settings(note: @escaping @Sendable (String) -> Void) throws -> APISettings {
    let base = try checkBaseURL(baseURL, allowsPlainHTTP: allowHTTP)
    var settings = APISettings(
      api: "racing", baseURL: base.url, interval: .seconds(interval), allowsPlainHTTP: allowHTTP)
    settings.others = .ofUser(note: note)
    return settings
  }

  /// Reads the key from the environment or the file; nil if there is none.
  package func key() throws -> Secret? {
    try KeptSecret.named("RAILBIRD_RACING_API_KEY", file: credentials)
  }

  /// Reads the key, and refuses an impossible one before anything is created or sent.
  package func checkedKey() throws -> Secret? {
    let key = try key()
    if let key, !DataSourceManager.isValidAPIKey(key.exposed) {
      throw MalformedKey(key: key)
    }
    return key
  }
}

/// A text that cannot be a key.
private struct MalformedKey: Error, CustomStringConvertible {
  let key: Secret

  var description: String {
    "RAILBIRD_RACING_API_KEY: \(RealDataService.malformedKey(key.exposed))"
  }
}
