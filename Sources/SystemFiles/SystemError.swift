import Foundation

/// A call on a file that the operating system refused.
public struct SystemError: Error, Equatable, Sendable {
  /// The file or folder.
  public let path: String
  /// The system's number of the error, such as `ENOSPC`.
  public let code: Int32

  /// Names an error.
  ///
  /// - Parameters:
  ///   - path: The file or folder.
  ///   - code: The system's number of the error.
  public init(path: String, code: Int32) {
    self.path = path
    self.code = code
  }

  /// The system's words for the error, such as `No space left on device`.
  public var reason: String { String(cString: strerror(code)) }
}

extension SystemError: CustomStringConvertible {
  /// The file and the reason.
  public var description: String { "\(path): \(reason)" }
}

/// Makes a call of the system's that tells of an error by -1, again while a signal cuts it short.
///
/// Not for `close`: the file is closed even when a signal came, and its number may be another's.
@inline(__always)
func calling<Result: FixedWidthInteger>(_ path: String, _ call: () -> Result)
  throws(SystemError) -> Result
{
  while true {
    let result = call()
    if result != -1 { return result }
    let code = errno
    if code != EINTR { throw SystemError(path: path, code: code) }
  }
}
