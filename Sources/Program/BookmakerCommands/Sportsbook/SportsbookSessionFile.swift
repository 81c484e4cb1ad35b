import APICore
import ArgumentParser
import CommandTools
import Foundation
import SystemFiles
import TabularFiles

extension ArgumentHelp {
  /// The file that keeps the sportsbook's login.
  static var sportsbookSession: ArgumentHelp {
    ArgumentHelp(
      "The file that keeps the login (default: railbird/sportsbook.session in XDG_STATE_HOME or "
        + "~/.local/state).",
      valueName: "file")
  }
}

/// The files that keep logins between commands.
enum KeptLogin {
  /// Returns the path of a file in the folder of the user's state.
  static func path(_ name: String) -> String {
    let environment = ProcessInfo.processInfo.environment
    let state =
      environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? (environment["HOME"] ?? NSHomeDirectory()) + "/.local/state"
    return state + "/railbird/" + name
  }

  /// Refuses a link, a device or a pipe as a login's file: commands replace and remove that file.
  static func check(_ path: String) throws(FileError) {
    // If the path cannot be examined, its use reports the error.
    let isLink = (try? FileSystem.status(of: path, followsLinks: false))?.kind == .link
    let isOther = (try? FileSystem.status(of: path))?.kind == .other
    guard isLink || isOther else { return }
    throw .malformed(
      file: path, found: isOther ? "a device or pipe" : "a link",
      expected: "a file or a free name")
  }
}

/// A login that a command keeps for the next one.
///
/// The file has the token, with its address and user. Only the user can read it (0600), and it
/// holds no password.
struct SportsbookSessionFile {
  private static let url = "RAILBIRD_SPORTSBOOK_SESSION_URL"
  private static let user = "RAILBIRD_SPORTSBOOK_SESSION_USER"
  private static let token = "RAILBIRD_SPORTSBOOK_SESSION_TOKEN"

  let path: String

  /// Takes the file of an option, or the default file.
  init(_ option: String?) { path = option ?? KeptLogin.path("sportsbook.session") }

  /// Returns the token for an address; nil if none is kept, or it is for another address or user.
  func token(for place: String, _ username: String?) throws -> Secret? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let store = try CredentialStore(environment: [:], file: path)
    guard store[Self.url]?.exposed == place,
      username == nil || store[Self.user]?.exposed == username
    else { return nil }
    return try KeptSecret.named(Self.token, file: path)
  }

  /// Keeps a token in place of any earlier one.
  func write(_ token: Secret, for place: String, _ username: String) throws {
    let lines = [(Self.url, place), (Self.user, username), (Self.token, token.exposed)]
    let text = lines.map { "\($0.0)=\($0.1)\n" }.joined()
    guard text.unicodeScalars.count(where: { $0.properties.generalCategory == .control }) == 3
    else { throw UnkeptSession(path: path, reason: "a token with control characters") }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // The file is new, so no other process can have opened it before its mode is set.
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
  /// - Returns: Whether it existed.
  func remove() throws -> Bool {
    if unlink(path) == 0 { return true }
    guard errno == ENOENT || errno == ENOTDIR else { throw UnkeptSession(path: path, code: errno) }
    return false
  }
}

/// A failure to keep or forget a login.
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
