import CArrow

/// The pages of a file that is mapped for as long as this, or a column of it, is there.
package struct MappedPages: @unchecked Sendable {
  // Safety: the mapping is only read, and the batch keeps it.
  private let mapping: rb_mapping
  private let batch: ArrowBatch

  init(_ mapping: rb_mapping, of batch: ArrowBatch) {
    self.mapping = mapping
    self.batch = batch
  }

  /// Takes them out of this process's memory; they come back when they are read again.
  package func letGo() { rb_forget_pages(mapping) }
}
