import Columns

extension SourceFile {
  /// Returns the unpacked text of a file of lines, whose name may be a number; nil for a file of
  /// another kind.
  package static func lines(path: String, name: String) throws(FileError) -> Buffer<UInt8>? {
    _ = try readableStatus(path)
    guard let kind = SourceKind(fileName: name, mayBeNumber: true), kind.isJSON else { return nil }
    return try lines(path, kind, try MappedFile(path).bytes)
  }

  /// Unpacks a file of lines.
  static func lines(
    _ path: String, _ kind: SourceKind, _ file: Buffer<UInt8>,
    _ progress: @escaping ByteProgress = { _, _ in }
  ) throws(FileError) -> Buffer<UInt8> {
    try checkPacking(path, kind, file)
    let text = try unpacked(path, kind.packing, file, progress)
    try checkIsText(text, path, kind)
    return text
  }

  /// Visits the lines that a ``LineReader`` read; unpacks the file again.
  ///
  /// - Parameter take: Takes the bytes of a line, which are valid during the call.
  /// - Throws: ``FileError`` if it cannot be unpacked.
  public func forEachLine(_ take: (Slice<UnsafeBufferPointer<UInt8>>) -> Void) throws(FileError) {
    guard form.lines != nil, let mapped else { return }
    let text = try Self.lines(path, kind, mapped.bytes)
    // Safety: `text` holds the bytes until the last line is taken.
    withExtendedLifetime(text) {
      var rest = text.pointer[...]
      while !rest.isEmpty {
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        take(line)
        rest = rest[line.endIndex...].dropFirst()
      }
    }
  }
}
