import APICore
import Columns
import Foundation
import SystemFiles

/// Keeps a login in a JSON file that only its owner can read (mode 0600).
///
/// A marker beside the file names the installation that kept the login. Without the marker, as
/// after the app's folder was removed and recreated, the file no longer counts. A file that others
/// can read, or that belongs to another user, is refused.
public final class BetableCredentialFile: BetableCredentialStore {
  /// The file's path.
  public let path: String

  /// The file's content.
  private struct Content: Codable {
    let installation: String
    let accessToken: String?
    let sessionID: String?
    let userID: String?
    let pendingState: String?

    enum CodingKeys: String, CodingKey {
      case installation
      case accessToken = "access_token"
      case sessionID = "session_id"
      case userID = "user_id"
      case pendingState = "pending_state"
    }
  }

  /// Names a file; opens nothing.
  public init(path: String) { self.path = path }

  /// The marker's path.
  public var markerPath: String { path + ".installation" }

  /// Loads the kept login; an empty one if there is none, or no marker.
  ///
  /// - Throws: ``BetableError`` `invalid` if the file cannot be read, or others can read it.
  public func load() throws(BetableError) -> StoredLogin {
    let (data, marker) = try onDisk { () throws(SystemError) -> (Data?, Data?) in
      guard let marker = try FileSystem.contents(of: markerPath), try FileSystem.exists(path) else {
        return (Data(), nil)
      }
      let file = try OpenFile(path, for: .takingOver)
      guard try file.isPrivate() else { return (nil, marker) }
      var data = Data()
      try file.readAll { data.append(contentsOf: $0) }
      return (data, marker)
    }
    guard let data else {
      throw .invalid(
        "\(path): found a file that others can read; expected one of your own, mode 0600")
    }
    guard let marker, let content = try? JSONDecoder().decode(Content.self, from: data),
      content.installation == String(decoding: marker, as: UTF8.self)
    else { return StoredLogin() }
    return StoredLogin(
      credentials: content.accessToken.map { token in
        BetableCredentials(
          accessToken: Secret(token), sessionID: content.sessionID.map { Secret($0) },
          userID: content.userID)
      }, pendingState: content.pendingState.map { Secret($0) })
  }

  /// Keeps a login in a new file that replaces the old one; an empty login removes the file.
  ///
  /// - Parameter login: The login.
  /// - Throws: ``BetableError`` `invalid` if it cannot be kept.
  public func save(_ login: StoredLogin) throws(BetableError) {
    try onDisk { () throws(SystemError) in
      guard login != StoredLogin() else {
        try FileSystem.remove(path)
        return
      }
      try FileSystem.makeFolder(FileSystem.folder(of: path))
      let content = Content(
        installation: try installation(), accessToken: login.credentials?.accessToken.exposed,
        sessionID: login.credentials?.sessionID?.exposed, userID: login.credentials?.userID,
        pendingState: login.pendingState?.exposed)
      try write(JSONText.encoded(content), to: path)
    }
  }

  // MARK: - Implementation

  /// Returns the installation's name; creates it when something is kept for the first time.
  private func installation() throws(SystemError) -> String {
    if let data = try FileSystem.contents(of: markerPath) {
      return String(decoding: data, as: UTF8.self)
    }
    let name = UUID().uuidString
    try write(Data(name.utf8), to: markerPath)
    return name
  }

  private func write(_ data: Data, to path: String) throws(SystemError) {
    let draft = "\(path).\(UUID().uuidString)"
    do {
      let file = try OpenFile(draft, for: .drafting, isPrivate: true)
      try file.write(data, at: 0)
      try file.sync()
      try file.close()
      try FileSystem.rename(draft, to: path)
    } catch {
      _ = try? FileSystem.remove(draft)
      throw error
    }
  }

  private func onDisk<Value>(
    _ work: () throws(SystemError) -> Value
  ) throws(BetableError) -> Value {
    do throws(SystemError) {
      return try work()
    } catch {
      throw .invalid(
        "\(error.path): found \(error.reason.lowercased()); expected a file to keep the login in")
    }
  }
}
