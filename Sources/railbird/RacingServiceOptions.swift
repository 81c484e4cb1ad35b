import APICore
import ArgumentParser
import ColumnStore
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
  ///
  /// - Parameter note: Told, in a sentence, where the pace cannot be kept together with other processes.
  /// - Returns: The settings, whose pace all of the user's commands keep together.
  func settings(note: @escaping @Sendable (String) -> Void) -> APISettings {
    var settings = APISettings(
      // Checked by `validate`.
      api: "racing", baseURL: URL(string: baseURL)!, interval: .seconds(interval),
      allowsPlainHTTP: allowHTTP)
    settings.others = .ofUser(note: note)
    return settings
  }

  /// The key, from the environment or the file; nil where there is none.
  func key() throws -> Secret? {
    try KeptSecret.named("RAILBIRD_RACING_API_KEY", file: credentials)
  }
}

extension PaceFile {
  /// The pace that all of a user's commands keep together.
  ///
  /// - Parameter note: Told, in a sentence, where it cannot be kept together with other processes.
  /// - Returns: The pace.
  static func ofUser(note: @escaping @Sendable (String) -> Void) -> PaceFile {
    PaceFile(
      path: stateFolder + "/railbird/pace", digest: { Checksum.hex(of: $0) }, note: note)
  }

  /// Where programs keep what they need to remember of the user, by the XDG base directories.
  private static var stateFolder: String {
    let named = ProcessInfo.processInfo.environment["XDG_STATE_HOME"] ?? ""
    // One that is no whole path does not count.
    return named.hasPrefix("/")
      ? named : FileManager.default.homeDirectoryForCurrentUser.path + "/.local/state"
  }
}
