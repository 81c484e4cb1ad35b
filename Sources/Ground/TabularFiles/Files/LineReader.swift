import Columns

/// A reader of texts whose lines are no rows by themselves, such as messages about changes: it
/// makes JSON documents from them.
public struct LineReader: Sendable {
  /// A text as documents, one on each line and first one for each broken line; the broken lines in
  /// order; and doubts about the documents, as sentences.
  package typealias Reading = (
    documents: [UInt8], brokenLines: [BrokenLine], doubts: [String]
  )

  /// The kinds of things that it reads; equal readers read the same.
  public let kinds: [String]
  package let read: @Sendable (_ file: String, _ text: Buffer<UInt8>) throws(FileError) -> Reading

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of things that it reads.
  ///   - read: Makes the documents of a text; receives the file's name in messages.
  package init(
    of kinds: [String],
    _ read: @escaping @Sendable (_ file: String, _ text: Buffer<UInt8>) throws(FileError) -> Reading
  ) {
    self.kinds = kinds
    self.read = read
  }
}

extension LineReader: Hashable {
  /// Whether both read the same kinds of things.
  public static func == (left: LineReader, right: LineReader) -> Bool { left.kinds == right.kinds }

  /// Adds the kinds.
  public func hash(into hasher: inout Hasher) { hasher.combine(kinds) }
}

/// A line that a ``LineReader`` cannot read.
public struct BrokenLine: Sendable {
  /// The fault, with the line's number.
  public let fault: String
  /// The line, at most its first 64 KiB.
  public let text: String

  package init(fault: String, text: String) {
    self.fault = fault
    self.text = text
  }
}

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
