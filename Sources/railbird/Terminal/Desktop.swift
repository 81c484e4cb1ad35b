import Foundation

/// The user's desktop, which knows the program for each kind of file.
struct Desktop {
  #if os(macOS)
    private static let opener = "open"
  #else
    private static let opener = "xdg-open"
  #endif

  private let program: String

  /// Finds the desktop's program.
  ///
  /// - Throws: `DesktopError` where the machine has none.
  init() throws(DesktopError) {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let programs = path.split(separator: ":").map { $0 + "/" + Self.opener }
    guard let program = programs.first(where: FileManager.default.isExecutableFile) else {
      throw .noProgram(Self.opener)
    }
    self.program = program
  }

  /// Opens a file, and waits until the program has taken it over.
  ///
  /// - Parameter path: The file.
  /// - Throws: `DesktopError` where it does not open.
  func open(_ path: String) throws(DesktopError) {
    // An absolute path is no option.
    try open(address: URL(fileURLWithPath: path).path)
  }

  /// Opens an address, or an absolute path.
  func open(address: String) throws(DesktopError) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [address]
    process.standardOutput = FileHandle.standardError
    do { try process.run() } catch { throw .notOpened(file: address, reason: "\(error)") }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let code = process.terminationStatus
      throw .notOpened(file: address, reason: "\(Self.opener) ended with \(code)")
    }
  }
}

/// A reason why a file does not open on the desktop.
enum DesktopError: Error, CustomStringConvertible {
  /// The machine has no program that opens files.
  case noProgram(String)
  /// The program could not open the file.
  case notOpened(file: String, reason: String)

  var description: String {
    switch self {
    case .noProgram(let name): "--open: found no \(name) on the PATH; expected a desktop"
    case .notOpened(let file, let reason): "\(file): cannot be opened (\(reason))"
    }
  }
}
