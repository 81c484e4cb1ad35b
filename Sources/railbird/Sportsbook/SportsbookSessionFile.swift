import APICore
import ArgumentParser
import Foundation

/// Where a login is kept from one command to the next.
struct SportsbookSessionOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The file that keeps the login (default: railbird/sportsbook.session in XDG_STATE_HOME or "
        + "~/.local/state).",
      valueName: "file"))
  var session: String?

  /// The file's path.
  var path: String {
    if let session { return session }
    let environment = ProcessInfo.processInfo.environment
    let state =
      environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? (environment["HOME"] ?? NSHomeDirectory()) + "/.local/state"
    return state + "/railbird/sportsbook.session"
  }
}

/// A login that a command keeps for the next one.
///
/// The file has the token, with the place and the user that it is for. It is the user's alone (0600),
/// and holds no password.
struct SportsbookSessionFile {
  private static let url = "RAILBIRD_SPORTSBOOK_SESSION_URL"
  private static let user = "RAILBIRD_SPORTSBOOK_SESSION_USER"
  private static let token = "RAILBIRD_SPORTSBOOK_SESSION_TOKEN"

  let path: String

  /// The token for a place; nil where none is kept, or one for another place or user.
  func token(for place: String, _ username: String?) throws -> Secret? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let store = try CredentialStore(environment: [:], file: path)
    guard store[Self.url]?.exposed == place,
      username == nil || store[Self.user]?.exposed == username
    else { return nil }
    return try KeptSecret.named(Self.token, file: path)
  }

  /// Keeps a token, in the place of whatever was kept.
  func write(_ token: Secret, for place: String, _ username: String) throws {
    let lines = [(Self.url, place), (Self.user, username), (Self.token, token.exposed)]
    let text = lines.map { "\($0.0)=\($0.1)\n" }.joined()
    guard text.unicodeScalars.count(where: { $0.properties.generalCategory == .control }) == 3
    else { throw UnkeptSession(path: path, reason: "a token with control characters") }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // Nobody else may have opened the file before it is closed to them: so it is a new one.
    let draft = path + ".\(getpid())"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw UnkeptSession(path: path, code: errno) }
    do {
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try handle.write(contentsOf: Data(text.utf8))
      try handle.synchronize()
      guard rename(draft, path) == 0 else { throw UnkeptSession(path: path, code: errno) }
    } catch {
      unlink(draft)
      throw error
    }
  }

  /// Removes the file.
  ///
  /// - Returns: Whether there was one.
  func remove() throws -> Bool {
    if unlink(path) == 0 { return true }
    guard errno == ENOENT || errno == ENOTDIR else { throw UnkeptSession(path: path, code: errno) }
    return false
  }
}

/// A login that cannot be kept or forgotten.
private struct UnkeptSession: Error, CustomStringConvertible {
  let path: String
  let reason: String

  init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  init(path: String, code: Int32) {
    self.init(path: path, reason: String(cString: strerror(code)).lowercased())
  }

  var description: String { "\(path): found \(reason); expected a file to keep the login in" }
}
