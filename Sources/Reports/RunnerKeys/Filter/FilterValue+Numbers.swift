import Columns
import Racing

/// Computed numbers, days, instants and flags of all rows, column by column.
extension FilterValue {
  /// Computes the value of each row.
  ///
  /// - Parameters:
  ///   - rowCount: The number of rows.
  ///   - column: Gives the column of a field.
  /// - Returns: Numbers in millionths; days, instants and flags as whole numbers.
  package func column(rowCount: Int, _ column: (String) -> Column) -> Column {
    let numbers = numbers(rowCount: rowCount, column)
    return Column(kind == .number ? .micros : .int64, .int64(numbers), .of(numbers))
  }

  /// Computes the value of each row, `missing` where it is absent.
  func numbers(rowCount: Int, _ column: (String) -> Column) -> Buffer<Int64> {
    switch self {
    case .field(let field): return Self.numbers(column(field.name), field.kind)
    case .literal(let literal):
      return Buffer(count: rowCount) { $0.initialize(repeating: literal.number) }
    case .negative(let value):
      return Self.each(value.numbers(rowCount: rowCount, column)) { -$0 }
    case .absolute(let value):
      return Self.each(value.numbers(rowCount: rowCount, column)) { abs($0) }
    case .first(let values):
      let parts = values.map { $0.numbers(rowCount: rowCount, column) }
      return parts.dropFirst().reduce(parts[0]) { first, next in
        let (first, next) = (first.pointer, next.pointer)
        return Buffer(count: rowCount) { out in
          for row in out.indices { out[row] = first[row] == .missing ? next[row] : first[row] }
        }
      }
    case .joined(let left, let sign, let right):
      let left = left.numbers(rowCount: rowCount, column)
      let right = right.numbers(rowCount: rowCount, column)
      switch sign {
      case .plus: return Self.each(left, right) { Self.exact($0.addingReportingOverflow($1)) }
      case .minus:
        return Self.each(left, right) { Self.exact($0.subtractingReportingOverflow($1)) }
      case .times:
        return Self.each(left, right) { Self.quotient($0, times: $1, over: Decimal6.one) }
      case .over:
        return Self.each(left, right) {
          $1 == 0
            ? .missing : Self.quotient($1 < 0 ? -$0 : $0, times: Decimal6.one, over: abs($1))
        }
      }
    }
  }

  // MARK: - Implementation

  private static func exact(_ result: (partialValue: Int64, overflow: Bool)) -> Int64 {
    result.overflow ? .missing : result.partialValue
  }

  /// Computes a product over a divisor above zero, rounded once; `missing` if it is too large.
  @inline(__always)
  private static func quotient(_ left: Int64, times right: Int64, over divisor: Int64) -> Int64 {
    // 128-bit division is a library call; ordinary numbers do not need it.
    let (product, overflow) = left.multipliedReportingOverflow(by: right)
    if !overflow { return Rounding.halfEven(product, dividedBy: divisor) }
    let exact = Rounding.halfEven(Int128(left) * Int128(right), dividedBy: Int128(divisor))
    return Int64(exactly: exact) ?? .missing
  }

  @inline(__always)
  private static func each(_ values: Buffer<Int64>, _ result: (Int64) -> Int64) -> Buffer<Int64> {
    let own = values.pointer
    return Buffer(count: own.count) { out in
      for row in out.indices { out[row] = own[row] == .missing ? .missing : result(own[row]) }
    }
  }

  @inline(__always)
  private static func each(
    _ left: Buffer<Int64>, _ right: Buffer<Int64>, _ result: (Int64, Int64) -> Int64
  ) -> Buffer<Int64> {
    let (own, other) = (left.pointer, right.pointer)
    return Buffer(count: own.count) { out in
      for row in out.indices {
        out[row] =
          own[row] == .missing || other[row] == .missing ? .missing : result(own[row], other[row])
      }
    }
  }

  /// Returns a field's values; whole numbers in millionths, too.
  private static func numbers(_ column: Column, _ kind: FilterKind) -> Buffer<Int64> {
    if column.type == .micros, column.validity.bits == nil { return column.int64s }
    let unit = kind == .number && column.type != .micros ? Decimal6.one : 1
    func scaled<Number: FixedWidthInteger & BitwiseCopyable & Sendable>(
      _ values: Buffer<Number>
    ) -> Buffer<Int64> {
      let own = values.pointer
      return Buffer(count: own.count) { out in
        for row in out.indices {
          let number = Int64(own[row]).multipliedReportingOverflow(by: unit)
          out[row] = column.isNull(row) ? .missing : exact(number)
        }
      }
    }
    switch column.values {
    case .int16(let values): return scaled(values)
    case .int32(let values): return scaled(values)
    case .int64(let values): return scaled(values)
    case .boolean(let flags):
      return Buffer(count: flags.count) { out in
        for row in out.indices { out[row] = column.isNull(row) ? .missing : flags[row] ? 1 : 0 }
      }
    case .double, .text: preconditionFailure("a column of whole numbers, not \(column.type)")
    }
  }
}

extension FilterLiteral {
  /// The value in the unit of computed values.
  fileprivate var number: Int64 {
    switch self {
    case .number(let number): number.micros!
    case .day(let day): Int64(day.number)
    case .instant(let micros): micros
    case .boolean(let flag): flag ? 1 : 0
    case .text: preconditionFailure("a text is no number")
    }
  }
}

extension FilterComparison {
  /// Selects the rows whose numbers compare so.
  func rows(_ left: Buffer<Int64>, _ right: Buffer<Int64>) -> Bitmap {
    let (own, other) = (left.pointer, right.pointer)
    return switch self {
    case .equal: .packed(count: own.count) { own[$0] == other[$0] }
    case .unequal: .packed(count: own.count) { own[$0] != other[$0] }
    case .less: .packed(count: own.count) { own[$0] < other[$0] }
    case .atMost: .packed(count: own.count) { own[$0] <= other[$0] }
    case .greater: .packed(count: own.count) { own[$0] > other[$0] }
    case .atLeast: .packed(count: own.count) { own[$0] >= other[$0] }
    }
  }
}

extension Validity {
  /// The rows that are present in both.
  func intersection(_ other: Validity) -> Validity {
    guard let own = bits, let others = other.bits else { return bits == nil ? other : self }
    return Validity(own.intersection(others))
  }
}
