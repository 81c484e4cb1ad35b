import ColumnStore
import Foundation

/// A line's checksum of all members but the body, which has its own: what a disk has changed in a time
/// or a status would else be believed.
enum LineCheck {
  /// How many digits of the SHA-256 a line keeps.
  private static let length = 8
  private static let opening = Data(",\"check\":\"".utf8)

  /// The member that follows the others.
  ///
  /// - Parameter members: The line's text up to there.
  /// - Returns: The member's text, behind a comma.
  static func member(for members: Data) -> Data {
    opening + Data("\(Checksum.hex(of: members).prefix(length))\"".utf8)
  }

  /// Whether a line's members are those that were written; lines of before had no checksum.
  ///
  /// - Parameter line: The line, its body included.
  /// - Returns: False where they are not.
  static func holds(_ line: Data) -> Bool {
    guard let mark = line.range(of: opening) else { return true }
    let members = line[..<mark.lowerBound]
    return line[mark.lowerBound...].starts(with: member(for: members))
  }
}
