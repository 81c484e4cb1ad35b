import Columns

extension FilterTruth {
  /// Returns the truth of "the value is absent", which is never unknown.
  static func ofAbsence(_ column: Column) -> FilterTruth {
    let all = Bitmap(repeating: true, count: column.count)
    let present = column.validity.bits ?? all
    return FilterTruth(all.subtracting(present), .allValid)
  }
}

extension Bitmap {
  /// Selects the rows whose flag passes.
  func rows(onTrue: Bool, onFalse: Bool) -> Bitmap {
    switch (onTrue, onFalse) {
    case (true, false): self
    case (false, true): Bitmap(repeating: true, count: count).subtracting(self)
    default: Bitmap(repeating: onTrue, count: count)
    }
  }
}

extension Column {
  /// Selects the rows whose number passes; bits of absent values are unspecified.
  func rows(passing test: NumberTest) -> Bitmap {
    switch values {
    case .int16(let buffer): Self.rows(buffer, test)
    case .int32(let buffer): Self.rows(buffer, test)
    case .int64(let buffer): Self.rows(buffer, test)
    case .double, .boolean, .text: preconditionFailure("a column of whole numbers, not \(type)")
    }
  }

  /// Selects the rows whose text passes; bits of absent values are unspecified.
  func rows(passing test: TextTest, ofCode: Buffer<UInt8>) -> Bitmap {
    if case .text(let texts) = values {
      return .packed(count: count) { test.matches(texts.utf8($0)) }
    }
    let codes = int32s.pointer
    let passing = ofCode.pointer
    // An absent value may have any code, even if the dictionary is empty.
    return .packed(count: count) { row in
      let code = Int(codes[row])
      return code >= 0 && code < passing.count && passing[code] != 0
    }
  }

  // MARK: - Implementation

  private static func rows<Number: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ buffer: Buffer<Number>, _ test: NumberTest
  ) -> Bitmap {
    let numbers = buffer.pointer
    switch test {
    case .range(let range):
      guard let range, range.lowerBound <= Int64(Number.max), range.upperBound >= Int64(Number.min)
      else { return Bitmap(repeating: false, count: numbers.count) }
      let low = Number(clamping: range.lowerBound)
      let high = Number(clamping: range.upperBound)
      return .packed(count: numbers.count) { (numbers[$0] >= low) && numbers[$0] <= high }
    case .unequal(let number):
      guard let number = number.flatMap({ Number(exactly: $0) }) else {
        return Bitmap(repeating: true, count: numbers.count)
      }
      return .packed(count: numbers.count) { numbers[$0] != number }
    case .among(let list):
      let list = list.compactMap { Number(exactly: $0) }
      // Safety: the list is read within its count, inside the closure.
      return list.withUnsafeBufferPointer { list in
        .packed(count: numbers.count) { Self.contains(list, numbers[$0]) }
      }
    }
  }

  /// Searches a rising list for a number.
  @inline(__always)
  private static func contains<Number: FixedWidthInteger>(
    _ list: UnsafeBufferPointer<Number>, _ number: Number
  ) -> Bool {
    var (first, end) = (0, list.count)
    while first < end {
      let middle = (first + end) / 2
      if list[middle] < number { first = middle + 1 } else { end = middle }
    }
    return first < list.count && list[first] == number
  }
}

extension Bitmap {
  /// Packs the flag of every row, eight at a time without a branch.
  @inline(__always)
  static func packed(count: Int, _ flag: (Int) -> Bool) -> Bitmap {
    let bytes = Buffer<UInt8>(count: (count + 7) / 8) { out in
      for byte in 0..<(count / 8) {
        var bits: UInt8 = 0
        for bit in 0..<8 { bits |= (flag(byte * 8 + bit) ? 1 : 0) << UInt8(bit) }
        out.initializeElement(at: byte, to: bits)
      }
      guard count % 8 > 0 else { return }
      var bits: UInt8 = 0
      for row in (count / 8 * 8)..<count { bits |= (flag(row) ? 1 : 0) << UInt8(row & 7) }
      out.initializeElement(at: count / 8, to: bits)
    }
    return Bitmap(bytes: bytes, count: count)
  }
}
