import APICore
import ArgumentParser
import ChatistSDK
import CommandTools
import Foundation

/// The address of the support service, its key, and the customer.
package struct ChatistOptions: ParsableArguments {
  private static let keyName = "CHATIST_API_KEY"
  private static let urlName = "CHATIST_API_URL"
  private static let configName = "CHATIST_CONFIG"
  private static let customerName = "CHATIST_CUSTOMER_ID"

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The service's address (default: CHATIST_API_URL, or that of the configuration file).",
      valueName: "url"))
  package var baseURL: String?

  @Flag(name: .long, help: "Accept plain http for other machines than this one.")
  var allowHTTP = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A configuration file of routes, names and limits (default: that of CHATIST_CONFIG).",
      valueName: "file"), completion: .file())
  package var config: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file that only you can read, with CHATIST_API_KEY.", valueName: "file"),
    completion: .file())
  package var credentials: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The customer whose tickets they are (default: CHATIST_CUSTOMER_ID, or that of the "
        + "configuration file).",
      valueName: "id"))
  package var customer: String?

  package init() {}

  package func validate() throws {
    if let baseURL { try checkBaseURL(baseURL, allowsPlainHTTP: allowHTTP) }
    if let customer, customer.isEmpty || customer.contains(where: \.isNewline) {
      let found = customer.isEmpty ? "nothing" : "a line break"
      throw ValidationError("--customer: found \(found); expected a customer's id")
    }
  }

  /// Returns address, key and customer: from the options; otherwise from the file of credentials
  /// and the environment; otherwise from the configuration file.
  ///
  /// - Returns: The settings; their key returns nil if there is none.
  /// - Throws: `ValidationError` if no address is given; `ChatistError` for settings and
  ///   `SettingsError` for credentials that cannot be used.
  package func settings() throws -> ChatistServiceSettings {
    var environment = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
    environment[Self.urlName] =
      try baseURL ?? CredentialStore(file: credentials)[Self.urlName]?.exposed
    guard config ?? environment[Self.urlName] ?? environment[Self.configName] != nil else {
      throw ValidationError(
        "--base-url: found none; expected it, \(Self.urlName), or a configuration file with apiURL")
    }
    let key = try KeptSecret.named(Self.keyName, file: credentials)
    var settings = try ChatistServiceSettings(
      file: config, allowsPlainHTTP: allowHTTP, environment: environment)
    settings.key = { key }
    settings.customerID = customer ?? environment[Self.customerName] ?? settings.customerID
    return settings
  }
}

/// The address of the service for Chatist's commands, and the form of the output.
struct ChatistCallOptions: ParsableArguments {
  @OptionGroup var service: ChatistOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How often a call that reads is tried before it has failed; what is sent is sent once.",
      valueName: "n"))
  var attempts = 4

  @Flag(name: .long, help: "Print JSON.") var json = false
  @Option(name: .long, help: .logFormat) var logFormat = LogFormat.text
  @Flag(name: .long, help: .verbose) var verbose = false

  var log: RequestLog { RequestLog(format: logFormat, isWanted: verbose) }

  func validate() throws { try checkAttempts(attempts) }
}
