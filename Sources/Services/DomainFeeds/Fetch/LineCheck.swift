import ColumnStore
import Foundation

/// A line's checksum of all members except the body, which has its own; it detects a damaged time
/// or status.
enum LineCheck {
  /// The number of digits of the SHA-256 in a line.
  private static let length = 8
  private static let opening = Data(",\"check\":\"".utf8)

  /// Returns the checksum member, which follows the others.
  ///
  /// - Parameter members: The line's text up to there.
  /// - Returns: The member's text, after a comma.
  static func member(for members: Data) -> Data {
    opening + Data("\(Checksum.hex(of: members).prefix(length))\"".utf8)
  }

  /// Whether a line's members are as written.
  ///
  /// A line without the member is damaged: the member's name may be, and other members with it.
  ///
  /// - Parameter line: The line, its body included.
  /// - Returns: False if they have changed.
  static func holds(_ line: Data) -> Bool {
    guard let mark = line.range(of: opening) else { return false }
    let members = line[..<mark.lowerBound]
    return line[mark.lowerBound...].starts(with: member(for: members))
  }
}
