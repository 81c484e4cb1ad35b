import LoopbackHTTP

/// An error that prevents the start of a sandbox.
public enum SandboxError: Error, Equatable, Sendable {
  /// The server cannot listen on the port.
  case server(LoopbackError)
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
    case .server(let error): "\(error)"
    case .state(let file, let reason): "\(file): found \(reason)"
    case .unknownFault(let found, let nearest):
      "fault \(found): found an unknown name\(nearest.map { " (nearest: \($0))" } ?? ""); "
        + "expected one of \(FaultKind.allCases.map(\.rawValue).joined(separator: ", "))"
    case .badFault(let found, let expected): "fault \(found): expected \(expected)"
    }
  }
}
