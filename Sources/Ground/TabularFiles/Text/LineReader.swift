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
