import Foundation

/// An operation on a file that the operating system refused.
public struct SystemError: Error, Equatable, Sendable {
  /// The code for a pipe, a device or a socket in the place of a file; the system has none.
  public static let notRegular: Int32 = -1

  /// The file or folder.
  public let path: String
  /// The system's error number, such as `ENOSPC`.
  public let code: Int32

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - path: The file or folder.
  ///   - code: The system's error number.
  public init(path: String, code: Int32) {
    self.path = path
    self.code = code
  }

  /// The system's message, such as `No space left on device`.
  public var reason: String {
    code == Self.notRegular ? "it is no regular file" : String(cString: strerror(code))
  }
}

extension SystemError: CustomStringConvertible {
  /// The file and the reason.
  public var description: String { "\(path): \(reason)" }
}

/// Makes a system call that signals an error by -1, and repeats it after interruptions by signals.
///
/// Not for `close`: the file is closed even after a signal, and its number may already belong to
/// another file.
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
