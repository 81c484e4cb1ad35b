import Foundation
import SystemFiles

/// The user's desktop, which has a program for each kind of file.
package struct Desktop {
  #if os(macOS)
    private static let opener = "open"
  #else
    private static let opener = "xdg-open"
  #endif

  private let program: String

  /// Finds the desktop's program.
  ///
  /// - Throws: `DesktopError` if the machine has none.
  package init() throws(DesktopError) {
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
  /// - Throws: `DesktopError` if it does not open.
  package func open(_ path: String) throws(DesktopError) {
    // An absolute path cannot be read as an option.
    try start(on: URL(fileURLWithPath: path).path)
  }

  /// Opens an address that other users must not see.
  ///
  /// Other users can see the arguments of a started program, so the address is in a page that only
  /// this user can read.
  ///
  /// - Parameter address: The address, without characters that HTML must escape.
  /// - Returns: The page's folder; remove it once the address is no longer valid.
  /// - Throws: `DesktopError` if it does not open.
  package func open(secret address: String) throws(DesktopError) -> String {
    let folder: String
    do throws(SystemError) {
      folder = try FileSystem.makeTemporaryFolder()
    } catch {
      throw .notOpened(file: error.path, reason: error.reason)
    }
    // The caller removes the folder.
    Drafts.end(folder)
    let page = folder + "/open.html"
    let text = "<!DOCTYPE html>\n<meta http-equiv=\"refresh\" content=\"0; url=\(address)\">\n"
    do throws(SystemError) {
      let file = try OpenFile(page, for: .writing, isPrivate: true)
      try file.write(Data(text.utf8), at: 0)
      try file.close()
    } catch {
      throw .notOpened(file: page, reason: error.reason)
    }
    do throws(DesktopError) {
      try start(on: page)
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      // The page is removed, so its path would lead nowhere.
      guard case .notOpened(_, let reason) = error else { throw error }
      throw .notOpened(file: "the page", reason: reason)
    }
    return folder
  }

  // MARK: - Implementation

  /// Starts the program on an absolute path, without the user's keys in its environment.
  private func start(on address: String) throws(DesktopError) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [address]
    process.environment = ProcessInfo.processInfo.environment.filter { name, _ in
      !name.hasPrefix("RAILBIRD_") && !name.hasPrefix("CHATIST_")
    }
    // The opener tries one program after another, and reports each missing one.
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { throw .notOpened(file: address, reason: "\(error)") }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let code = process.terminationStatus
      let cause = code == 3 ? ": it found no program for the file" : ""
      throw .notOpened(file: address, reason: "\(Self.opener) ended with \(code)\(cause)")
    }
  }
}

/// The reason why a file does not open on the desktop.
package enum DesktopError: Error, CustomStringConvertible {
  /// The machine has no program that opens files.
  case noProgram(String)
  /// The program could not open the file.
  case notOpened(file: String, reason: String)

  package var description: String {
    switch self {
    case .noProgram(let name): "--open: found no \(name) on the PATH; expected a desktop"
    case .notOpened(let file, let reason): "\(file): cannot be opened (\(reason))"
    }
  }
}
