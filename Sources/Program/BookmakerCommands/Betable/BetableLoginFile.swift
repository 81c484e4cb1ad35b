import APICore
import ArgumentParser
import BetableSDK
import CommandTools
import Foundation
import SystemFiles

extension ArgumentHelp {
  /// The file that keeps Betable's login.
  static var betableSession: ArgumentHelp {
    ArgumentHelp(
      "The file that keeps the login (default: railbird/betable.session in XDG_STATE_HOME or "
        + "~/.local/state).",
      valueName: "file")
  }
}

/// A login in a file, with its service's address beside it: the login is sent to no other service.
struct BetableLoginFile: BetableCredentialStore {
  /// Returns the path of an option, or the default path.
  static func path(_ option: String?) -> String { option ?? KeptLogin.path("betable.session") }

  private static let placeName = "RAILBIRD_BETABLE_SESSION_URL"

  private let file: BetableCredentialFile
  private let place: String

  /// Names the file of a login at an address.
  init(path: String, place: String) {
    file = BetableCredentialFile(path: path)
    self.place = place
  }

  private var placePath: String { file.path + ".place" }

  /// Returns the address of the kept login; nil if none is kept.
  func keptPlace() throws(BetableError) -> String? {
    do {
      guard try FileSystem.exists(file.path), try FileSystem.exists(placePath) else { return nil }
      // The address is read as a secret, because a secret is read next: a crash must show nothing
      // of it.
      return try KeptSecret.named(Self.placeName, file: placePath)?.exposed
    } catch {
      throw .invalid("\(error)")
    }
  }

  func load() throws(BetableError) -> StoredLogin {
    try keptPlace() == place ? try file.load() : StoredLogin()
  }

  func save(_ login: StoredLogin) throws(BetableError) {
    // A token must never be kept with the address of another service.
    guard login != StoredLogin() else { return try forget() }
    if try keptPlace() != place { try forget() }
    do throws(SystemError) {
      if !(try FileSystem.exists(placePath)) { try writePlace() }
    } catch {
      throw .invalid(
        "\(error.path): found \(error.reason.lowercased()); expected a file to keep the login in")
    }
    try file.save(login)
  }

  /// Removes any kept login, for any address.
  func forget() throws(BetableError) {
    try file.save(StoredLogin())
    do throws(SystemError) {
      try FileSystem.remove(placePath)
    } catch {
      throw .invalid("\(error.path): found \(error.reason.lowercased()); expected to remove it")
    }
  }

  // MARK: - Implementation

  private func writePlace() throws(SystemError) {
    try FileSystem.makeFolder(FileSystem.folder(of: placePath))
    let draft = placePath + ".\(UUID().uuidString)"
    do {
      let file = try OpenFile(draft, for: .drafting, isPrivate: true)
      try file.write(Data("\(Self.placeName)=\(place)\n".utf8), at: 0)
      try file.sync()
      try file.close()
      try FileSystem.rename(draft, to: placePath)
    } catch {
      _ = try? FileSystem.remove(draft)
      throw error
    }
  }
}

/// A command's login: from the environment, from a file of credentials, or kept.
package struct BetableLoginSource {
  private static let token = "RAILBIRD_BETABLE_ACCESS_TOKEN"
  private static let session = "RAILBIRD_BETABLE_SESSION_ID"

  private let given: BetableCredentials?
  private let options: BetableServiceOptions
  private let path: String
  private let place: String

  /// Reads environment and file; `keptOnly` skips both.
  package init(_ options: BetableServiceOptions, keptOnly: Bool) throws {
    self.options = options
    path = BetableLoginFile.path(options.sessionFile)
    try KeptLogin.check(path)
    place = try options.settings().apiURL.absoluteString
    let token =
      keptOnly ? nil : try KeptSecret.named(Self.token, file: options.credentials)
    let session =
      keptOnly ? nil : try KeptSecret.named(Self.session, file: options.credentials)
    guard session == nil || token != nil else {
      Console.fail("betable: found \(Self.session) without \(Self.token); expected both or none")
      throw ExitCode(1)
    }
    given = token.map { BetableCredentials(accessToken: $0, sessionID: session) }
  }

  /// Returns the store of the login; a login from environment or file stays in memory.
  package func store(for settings: BetableServiceSettings) -> any BetableCredentialStore {
    given == nil ? BetableLoginFile(path: path, place: place) : BetableMemoryStore()
  }

  /// Gives a client the login, if there is one.
  package func begin(_ betable: Betable) throws(BetableError) {
    if let given { return betable.use(given) }
    // Throws if the login is unreadable; the client itself would treat that as no login.
    _ = try BetableLoginFile(path: path, place: place).load()
    betable.loadStoredLogin()
  }

  /// Returns advice after an error.
  package func advice(_ error: BetableError, store: String?) -> [String] {
    switch error {
    case .indeterminate: return [Self.reconciling(store, options)]
    case .notAuthorized:
      let kept = try? BetableLoginFile(path: path, place: place).keptPlace()
      let elsewhere = kept.flatMap { $0 }.flatMap { $0 == place ? nil : $0 }
      return (elsewhere.map { ["\(path) keeps a login for \($0), not for \(place)."] } ?? [])
        + [Self.loggingIn]
    case .refused(let refusal) where refusal.status == 401:
      return given == nil
        ? [Self.loggingIn] : ["It was \(Self.token) of the environment or the file of credentials."]
    default: return []
    }
  }

  /// Returns the command that shows the outcome of bets.
  static func reconciling(_ store: String?, _ service: BetableServiceOptions) -> String {
    let options = [
      ("base-url", service.baseURL), ("credentials", service.credentials),
      ("session-file", service.sessionFile),
    ].compactMap { name, value in value.map { " --\(name) \($0)" } }
    return "Find out: railbird fetch betting --store \(store ?? "S")" + options.joined()
  }

  private static let loggingIn =
    "Log in: railbird betable authorize, then railbird betable login"
}
