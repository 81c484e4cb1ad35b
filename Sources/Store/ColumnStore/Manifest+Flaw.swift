import Columns

/// Checks of a manifest whose checksum is right: any program can compute one, and a store may come
/// from elsewhere.
extension Manifest {
  /// Finds an entry that no writer makes, such as a file outside the store.
  ///
  /// - Parameter format: The format in the header.
  /// - Returns: The content found, in words; nil for a sound manifest.
  func flaw(format: Int) -> String? {
    var months: Set<String> = []
    for entry in segments {
      guard Self.isName(entry.table) else { return "the table \(entry.table)" }
      guard Self.isFile(entry.file, in: "segments/" + entry.table) else {
        return "the segment \(entry.file)"
      }
      guard Self.isSize(entry.rows), Self.isSize(entry.bytes),
        (1...12).contains(entry.month.number % 100), Self.isSize(entry.month.number)
      else { return "impossible numbers of \(entry.file)" }
      guard months.insert("\(entry.table) \(entry.month.number)").inserted else {
        return "two segments of \(entry.table) in \(entry.month.iso)"
      }
      if format == 1, entry.xxh128 != nil { return "an XXH128 of \(entry.file)" }
    }
    for (name, parts) in dictionaries {
      guard Self.isName(name) else { return "the dictionary \(name)" }
      for part in parts {
        guard Self.isFile(part.file, in: "dictionaries") else { return "the file \(part.file)" }
        guard Self.isSize(part.first), Self.isSize(part.count), Self.isSize(part.bytes) else {
          return "impossible numbers of \(part.file)"
        }
        if format == 1, part.xxh128 != nil { return "an XXH128 of \(part.file)" }
      }
    }
    for entry in archive + [aliases, angles].compactMap({ $0 }) {
      guard Checksum.isOne(entry.sha256), Self.isSize(entry.bytes) else {
        return "the checksum \(entry.sha256)"
      }
    }
    guard Self.isSize(generation), Self.isSize(log?.bytes ?? 0) else { return "impossible numbers" }
    return nil
  }

  // MARK: - Implementation

  private static func isSize(_ number: Int) -> Bool { (0..<1 << 48).contains(number) }

  /// Whether a text can be a file's name in any folder, and leads to no other folder.
  private static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.first != "." && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x2F }
  }

  private static func isFile(_ path: String, in folder: String) -> Bool {
    path.hasPrefix(folder + "/") && isName(path.dropFirst(folder.count + 1))
  }
}
