import Columns
import Mappings

extension FieldReader {
  /// Adds a file's whole numbers as they are; false if the field reads texts only.
  func addNumbers(_ numbers: Buffer<Int64>, _ validity: Validity, to out: FieldColumn) -> Bool {
    switch field.type {
    case .int16 where !isOfClub: integers(numbers, validity, out, Int16.self)
    case .int32: integers(numbers, validity, out, Int32.self)
    case .int64: integers(numbers, validity, out, Int64.self)
    case .micros where mapping.stake == 1: decimals(numbers, validity, out)
    case .text: texts(numbers, validity, out)
    default: return false
    }
    return true
  }

  // MARK: - Implementation

  /// The smallest number of nineteen digits.
  private static let tooMany: UInt64 = 1_000_000_000_000_000_000

  private func integers<T: FixedWidthInteger & BitwiseCopyable>(
    _ numbers: Buffer<Int64>, _ validity: Validity, _ out: FieldColumn, _ type: T.Type
  ) {
    out.add(numbers.count, of: T.self) { slots in
      for row in 0..<numbers.count where validity.isValid(row) {
        // At most as many digits as a text may have.
        if numbers[row].magnitude < Self.tooMany, let value = T(exactly: numbers[row]) {
          slots.set(row, value)
        } else if mapping.bad != .null {
          out.note(problem(slots.first + row, "\(numbers[row])", "a whole number"))
        }
      }
    }
  }

  /// Reads numbers as keys; a race's runners share theirs.
  private func texts(_ numbers: Buffer<Int64>, _ validity: Validity, _ out: FieldColumn) {
    out.addTexts(numbers.count) { slots in
      var last: (number: Int64, text: [UInt8])?
      for row in 0..<numbers.count {
        let isValid = validity.isValid(row)
        if isValid {
          if last?.number != numbers[row] {
            last = (numbers[row], Array(String(numbers[row]).utf8))
          }
          last!.text.withUnsafeBufferPointer { slots.append($0) }
        }
        slots.end(row, isValid: isValid)
      }
    }
  }
}

extension Column {
  /// The values of a column of plain whole numbers; nil for any other column.
  var wholeNumbers: Buffer<Int64>? {
    switch (type, values) {
    case (.int16, .int16(let values)): Buffer(values.map { Int64($0) })
    case (.int32, .int32(let values)): Buffer(values.map { Int64($0) })
    case (.int64, .int64(let values)): values
    default: nil
    }
  }
}
