import APICore
import ColumnStore
import Foundation

extension PaceFile {
  /// Makes the pace that all of a user's commands share.
  ///
  /// - Parameter note: Receives a sentence if it cannot be shared with other processes.
  /// - Returns: The pace.
  package static func ofUser(note: @escaping @Sendable (String) -> Void) -> PaceFile {
    PaceFile(
      path: stateFolder + "/railbird/pace", digest: { Checksum.hex(of: $0) }, note: note)
  }

  /// The folder of programs' state for the user, by the XDG base directories.
  private static var stateFolder: String {
    let named = ProcessInfo.processInfo.environment["XDG_STATE_HOME"] ?? ""
    // A relative path is ignored.
    return named.hasPrefix("/")
      ? named : FileManager.default.homeDirectoryForCurrentUser.path + "/.local/state"
  }
}
