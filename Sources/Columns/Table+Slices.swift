extension Table {
  /// The table in pieces of some rows each, the last one perhaps shorter, sharing the memory.
  ///
  /// - Parameter rowCount: Rows per piece, a multiple of 8, so that bits can be shared, too.
  /// - Returns: The pieces in order; one without rows where the table has none.
  package func slices(of rowCount: Int) -> [Table] {
    precondition(rowCount > 0 && rowCount % 8 == 0, "bits are shared byte by byte")
    return stride(from: 0, to: max(1, self.rowCount), by: rowCount).map { start in
      let range = start..<min(start + rowCount, self.rowCount)
      return Table(
        fields: fields, columns: columns.map { $0.sliced(sharing: range) }, rowCount: range.count)
    }
  }
}

extension Column {
  /// A part of the rows that begins at a multiple of 8, sharing the memory.
  fileprivate func sliced(sharing range: Range<Int>) -> Column {
    let part: ColumnValues =
      switch values {
      case .int16(let buffer): .int16(buffer.slice(range))
      case .int32(let buffer): .int32(buffer.slice(range))
      case .int64(let buffer): .int64(buffer.slice(range))
      case .double(let buffer): .double(buffer.slice(range))
      case .boolean(let bits): .boolean(bits.sliced(sharing: range))
      case .text(let text):
        .text(
          TextBuffer(
            offsets: text.offsets.slice(range.lowerBound..<(range.upperBound + 1)),
            bytes: text.bytes))
      }
    return Column(type, part, Validity(validity.bits?.sliced(sharing: range)))
  }
}

extension Bitmap {
  /// Bits from a multiple of 8 on, in the same memory.
  fileprivate func sliced(sharing range: Range<Int>) -> Bitmap {
    let bytes = self.bytes.slice((range.lowerBound / 8)..<((range.upperBound + 7) / 8))
    return Bitmap(bytes: bytes, count: range.count)
  }
}
