import CArrow

/// The pages of a file, mapped while this or a column of it exists.
package final class MappedPages: @unchecked Sendable {
  // Safety: the mapping is only read.
  private let mapping: rb_mapping

  init(_ mapping: rb_mapping) { self.mapping = mapping }

  deinit { rb_unmap(mapping) }

  /// Whether the values lie in these pages.
  package func hold(_ values: UnsafeRawPointer) -> Bool {
    values >= UnsafeRawPointer(mapping.start)
      && values < UnsafeRawPointer(mapping.start) + byteCount
  }

  /// The file's bytes; valid while this exists.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: mapping.start, count: byteCount)
  }

  /// The number of bytes.
  package var byteCount: Int { Int(mapping.length) }

  /// Drops the pages from this process's memory; they return when read again.
  package func letGo() { rb_forget_pages(mapping) }
}
