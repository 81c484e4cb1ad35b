/// The status of a check.
public enum APITestStatus: String, Codable, Sendable, CaseIterable {
  case notRun = "not_run"
  case running, passed, failed, warning

  /// A symbol for terminals and lists.
  public var icon: String {
    switch self {
    case .notRun: "○"
    case .running: "…"
    case .passed: "✓"
    case .failed: "✗"
    case .warning: "!"
    }
  }

  /// The status's colour.
  public var color: TerminalColor {
    switch self {
    case .notRun: .gray
    case .running: .blue
    case .passed: .green
    case .failed: .red
    case .warning: .yellow
    }
  }
}

/// A colour of a terminal's palette.
public enum TerminalColor: String, Sendable, CaseIterable {
  case gray, blue, green, red, yellow

  /// Returns a text between the escape sequences that colour it.
  public func painted(_ text: String) -> String { "\u{1B}[\(code)m\(text)\u{1B}[0m" }

  private var code: Int {
    switch self {
    case .gray: 90
    case .blue: 34
    case .green: 32
    case .red: 31
    case .yellow: 33
    }
  }
}
