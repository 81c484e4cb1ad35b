/// An error that prevents the start of a sandbox.
public enum SandboxError: Error, Equatable, Sendable {
  /// Another program listens on the port.
  case portInUse(Int)
  /// The system refuses the port; `reason` is its own.
  case cannotListen(port: Int, reason: String)
  /// The file of a sandbox's state cannot be read or written; `reason` is SQLite's.
  case state(file: String, reason: String)
  /// An unknown fault; `nearest` is the most similar name.
  case unknownFault(found: String, nearest: String?)
  /// A fault with an invalid share.
  case badFault(found: String, expected: String)
}

extension SandboxError: CustomStringConvertible {
  /// The message: place, what was found, and what was expected.
  public var description: String {
    switch self {
    case .portInUse(let port):
      "port \(port): found another program that listens there; expected a free port "
        + "(leave it out to have one chosen)"
    case .cannotListen(let port, let reason): "port \(port): cannot be listened on (\(reason))"
    case .state(let file, let reason): "\(file): found \(reason)"
    case .unknownFault(let found, let nearest):
      "fault \(found): found an unknown name\(nearest.map { " (nearest: \($0))" } ?? ""); "
        + "expected one of \(FaultKind.allCases.map(\.rawValue).joined(separator: ", "))"
    case .badFault(let found, let expected): "fault \(found): expected \(expected)"
    }
  }
}
