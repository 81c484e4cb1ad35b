import APICore
import CommandTools
import SportsbookAPI

/// The credentials and the token of a command.
package struct SportsbookSecrets {
  package let credentials: SportsbookCredentials?
  package let token: Secret?
  private let file: SportsbookSessionFile
  private let place: String

  /// Reads environment, file and kept login; with `anew`, the kept login is not read.
  package init(_ options: SportsbookServiceOptions, anew: Bool = false) throws {
    let names = ["RAILBIRD_SPORTSBOOK_USERNAME", "RAILBIRD_SPORTSBOOK_PASSWORD"]
    let username = try KeptSecret.named(names[0], file: options.credentials)
    let password = try KeptSecret.named(names[1], file: options.credentials)
    credentials =
      if let username, let password {
        SportsbookCredentials(username: username.exposed, password: password)
      } else {
        nil
      }
    // `validate` has checked it.
    place = try BaseURL(options.baseURL, allowsPlainHTTP: options.allowHTTP).url.absoluteString
    file = SportsbookSessionFile(options.session)
    try KeptLogin.check(file.path)
    token = anew ? nil : try file.token(for: place, username?.exposed)
  }

  /// Keeps a renewed token, if one was kept before.
  package func keep(_ renewed: Secret?) throws {
    guard let token, let renewed, token != renewed, let credentials else { return }
    try file.write(renewed, for: place, credentials.username)
  }

  /// Keeps a token; returns the file's path.
  package func begin(_ token: Secret) throws -> String {
    try file.write(token, for: place, credentials?.username ?? "")
    return file.path
  }
}
