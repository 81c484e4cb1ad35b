import CArrow

/// The pages of a file that is mapped for as long as this, or a column of it, is there.
package final class MappedPages: @unchecked Sendable {
  // Safety: the mapping is only read.
  private let mapping: rb_mapping

  init(_ mapping: rb_mapping) { self.mapping = mapping }

  deinit { rb_unmap(mapping) }

  /// Whether values lie in them.
  package func hold(_ values: UnsafeRawPointer) -> Bool {
    values >= UnsafeRawPointer(mapping.start)
      && values < UnsafeRawPointer(mapping.start) + byteCount
  }

  /// The file's bytes; valid as long as this lives.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: mapping.start, count: byteCount)
  }

  /// How many bytes they have.
  package var byteCount: Int { Int(mapping.length) }

  /// Takes them out of this process's memory; they come back when they are read again.
  package func letGo() { rb_forget_pages(mapping) }
}
