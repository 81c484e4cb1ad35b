import Foundation

/// A file of credentials: lines `NAME=value`; empty lines and lines that begin with `#` are
/// ignored.
///
/// A value may be quoted with either kind of quotes. The file must belong to the user and be closed
/// to everyone else. Ownership and mode are read from the opened file, so the file cannot be
/// swapped in between.
enum CredentialFile {
  /// Reads a file.
  static func read(_ path: String) throws(SettingsError) -> [String: Secret] {
    let data = try contents(of: path)
    guard let text = String(bytes: data, encoding: .utf8) else {
      throw .unreadable(path: path, reason: "bytes that are not UTF-8")
    }
    return try values(in: text, of: path)
  }

  /// Parses the lines of a text.
  static func values(in text: String, of path: String) throws(SettingsError) -> [String: Secret] {
    var values: [String: Secret] = [:]
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let bare = line.trimmingCharacters(in: .whitespaces)
      if bare.isEmpty || bare.hasPrefix("#") { continue }
      guard let equals = bare.firstIndex(of: "=") else {
        throw .badLine(path: path, line: index + 1, found: "no =")
      }
      let name = bare[..<equals].trimmingCharacters(in: .whitespaces)
      guard !name.isEmpty, name.utf8.allSatisfy(isNameByte) else {
        throw .badLine(path: path, line: index + 1, found: "a name that is no variable's")
      }
      guard values[name] == nil else {
        throw .badLine(path: path, line: index + 1, found: "\(name) a second time")
      }
      let value = unquoted(bare[bare.index(after: equals)...].trimmingCharacters(in: .whitespaces))
      guard !value.isEmpty else {
        throw .badLine(path: path, line: index + 1, found: "no value for \(name)")
      }
      values[name] = Secret(value)
    }
    return values
  }

  // MARK: - Implementation

  private static func contents(of path: String) throws(SettingsError) -> [UInt8] {
    // Without O_NONBLOCK, opening a pipe would block here.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .unreadable(path: path, reason: String(cString: strerror(errno)).lowercased())
    }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(path: path, reason: "no ordinary file")
    }
    guard facts.st_uid == geteuid() else {
      throw .exposed(path: path, found: "another user's file")
    }
    let mode = facts.st_mode & 0o777
    guard mode & 0o077 == 0 else {
      throw .exposed(path: path, found: "mode 0\(String(mode, radix: 8))")
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 8192)
    while bytes.count <= Limits.credentialBytes {
      let count = Foundation.read(descriptor, &chunk, chunk.count)
      if count == 0 { return bytes }
      guard count > 0 else {
        throw .unreadable(path: path, reason: String(cString: strerror(errno)).lowercased())
      }
      bytes += chunk.prefix(count)
    }
    throw .unreadable(path: path, reason: "more than \(Limits.credentialBytes) bytes")
  }

  private static func unquoted(_ value: String) -> String {
    for quote in ["\"", "'"]
    where value.count >= 2 && value.hasPrefix(quote) && value.hasSuffix(quote) {
      return String(value.dropFirst().dropLast())
    }
    return value
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || Character(UnicodeScalar(byte)).isASCIIWordPart
  }
}

extension Character {
  /// Whether it is an ASCII letter or digit.
  fileprivate var isASCIIWordPart: Bool { isASCII && (isLetter || isNumber) }
}
