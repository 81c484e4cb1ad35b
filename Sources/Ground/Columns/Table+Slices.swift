extension Table {
  /// Returns consecutive rows.
  package func sliced(_ range: Range<Int>) -> Table {
    Table(fields: fields, columns: columns.map { $0.sliced(range) }, rowCount: range.count)
  }

  /// Splits the table into pieces of `rowCount` rows, the last possibly shorter, sharing the
  /// memory.
  ///
  /// - Parameter rowCount: Rows per piece, a multiple of 8, so that bits can be shared too.
  /// - Returns: The pieces in order; one empty piece for an empty table.
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
  /// Returns rows from a multiple of 8 on, sharing the memory.
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
  /// Returns bits from a multiple of 8 on, sharing the memory.
  fileprivate func sliced(sharing range: Range<Int>) -> Bitmap {
    let bytes = self.bytes.slice((range.lowerBound / 8)..<((range.upperBound + 7) / 8))
    return Bitmap(bytes: bytes, count: range.count)
  }
}
