import SystemFiles

/// The pages of a file, mapped while this or a column of it exists.
package final class MappedPages: Sendable {
  private let mapping: FileMapping

  /// Maps a non-empty file.
  init(_ file: OpenFile) throws(SystemError) {
    mapping = try FileMapping(file)
    mapping.willBeRead()
  }

  /// Whether the values lie in these pages.
  package func hold(_ values: UnsafeRawPointer) -> Bool {
    // Safety: pointers are compared, not read.
    guard let start = bytes.baseAddress else { return false }
    return values >= start && values < start + bytes.count
  }

  /// The file's bytes; valid while this exists.
  package var bytes: UnsafeRawBufferPointer { mapping.bytes }

  /// The number of bytes.
  package var byteCount: Int { bytes.count }

  /// Whether bytes were read that the file no longer has; they were zeros.
  package var areCut: Bool { mapping.isCut }

  /// Drops the pages from this process's memory; they return when read again.
  package func releasePages() { mapping.releasePages() }
}
