import Foundation

/// Bytes of a Parquet file of one row group, one uncompressed page a column, whatever it claims.
///
/// Source: the format's `parquet.thrift`, in Thrift's compact protocol.
public struct ParquetBytes: Sendable {
  /// A column, and what is reported about it.
  public struct Column: Sendable {
    var name: String
    var group: String?
    var type: Int32
    var length: Int32?
    var convertedType: Int32?
    var repetition: Int32 = 0
    var valueCount: Int
    var encoding: Int32 = 0
    var page: [UInt8]
    var checksum: UInt32?
    /// The number of values that the footer claims, where it is another than the page's.
    public var claimedCount: Int?

    /// Describes a column of texts.
    public static func texts(_ name: String, _ texts: [String]) -> Column {
      let page = texts.flatMap { Self.little(UInt32($0.utf8.count)) + Array($0.utf8) }
      return Column(
        name: name, type: 6, convertedType: 0, valueCount: texts.count, page: page)
    }

    /// Describes a column of 32-bit numbers.
    public static func numbers(_ name: String, _ numbers: [Int32]) -> Column {
      let page = numbers.flatMap { Self.little(UInt32(bitPattern: $0)) }
      return Column(name: name, type: 1, valueCount: numbers.count, page: page)
    }

    /// Describes a column of floating-point numbers.
    public static func doubles(_ name: String, _ numbers: [Double]) -> Column {
      let page = numbers.flatMap { number in
        Self.little(UInt32(truncatingIfNeeded: number.bitPattern))
          + Self.little(UInt32(number.bitPattern >> 32))
      }
      return Column(name: name, type: 5, valueCount: numbers.count, page: page)
    }

    /// Describes a column of one true flag, repeated.
    public static func flags(_ name: String, count: Int) -> Column {
      let run = varint(UInt64(count) << 1) + [1]
      return Column(
        name: name, type: 0, valueCount: count, encoding: 3,
        page: Self.little(UInt32(run.count)) + run)
    }

    /// Describes a column of times in 96 bits: Julian days and nanoseconds.
    public static func int96(_ name: String, _ times: [(day: UInt32, nanos: UInt64)]) -> Column {
      let page = times.flatMap { time in
        Self.little(UInt32(truncatingIfNeeded: time.nanos))
          + Self.little(UInt32(time.nanos >> 32)) + Self.little(time.day)
      }
      return Column(name: name, type: 3, valueCount: times.count, page: page)
    }

    /// Describes a column of lists of one number each.
    public static func lists(_ name: String, _ numbers: [Int32]) -> Column {
      var column = Self.numbers(name, numbers)
      column.repetition = 2
      let run = varint(UInt64(numbers.count) << 1)
      // Each value begins a row, and is there.
      for level: UInt8 in [1, 0] {
        column.page = Self.little(UInt32(run.count + 1)) + run + [level] + column.page
      }
      return column
    }

    /// Describes a column of bytes of one length.
    public static func fixed(_ name: String, _ values: [[UInt8]]) -> Column {
      Column(
        name: name, type: 7, length: Int32(values[0].count), valueCount: values.count,
        page: values.flatMap { $0 })
    }

    /// Returns the same column as a member of a structure.
    public func inside(_ group: String) -> Column {
      var column = self
      column.group = group
      return column
    }

    /// Returns the same column, its page with a checksum, or with one that does not match.
    public func summed(isRight: Bool = true) -> Column {
      var column = self
      var sum = ~UInt32(0)
      for byte in page {
        sum ^= UInt32(byte)
        for _ in 0..<8 {
          let isOdd = sum & 1 == 1
          sum >>= 1
          if isOdd { sum ^= 0xEDB8_8320 }
        }
      }
      column.checksum = isRight ? ~sum : sum
      return column
    }

    private static func little(_ number: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
  }

  /// The columns; members of one structure follow one another.
  public var columns: [Column]
  /// The number of rows that the file claims.
  public var rowCount: Int
  /// The number of rows that its part claims; nil for a file without any part.
  public var partRowCount: Int?

  /// Describes a file of so many rows.
  public init(_ columns: [Column], rowCount: Int, partRowCount: Int? = nil) {
    self.columns = columns
    self.rowCount = rowCount
    self.partRowCount = partRowCount ?? rowCount
  }

  /// The file.
  public var bytes: [UInt8] {
    var out = Array("PAR1".utf8)
    var chunks: [Thrift] = []
    for column in columns {
      let place = out.count
      var header = Thrift()
      header.int(1, 0)
      header.int(2, column.page.count)
      header.int(3, column.page.count)
      if let sum = column.checksum { header.int(4, Int(Int32(bitPattern: sum))) }
      var page = Thrift()
      for (field, value) in [(1, column.valueCount), (2, Int(column.encoding)), (3, 3), (4, 3)] {
        page.int(field, value)
      }
      header.add(5, page)
      out += header.ended + column.page
      var meta = Thrift()
      meta.int(1, Int(column.type))
      meta.list(2, type: 5, [varint(zigzag(Int(column.encoding)))])
      let path = [column.group, column.name].compactMap { $0 }
      meta.list(3, type: 8, path.map { text($0) })
      meta.int(4, 0)
      meta.int(5, column.claimedCount ?? column.valueCount, isLong: true)
      meta.int(6, out.count - place, isLong: true)
      meta.int(7, out.count - place, isLong: true)
      meta.int(9, place, isLong: true)
      var chunk = Thrift()
      chunk.int(2, place, isLong: true)
      chunk.add(3, meta)
      chunks.append(chunk)
    }
    let start = out.count
    var footer = Thrift()
    footer.int(1, 1)
    footer.list(2, type: 12, schema.map(\.ended))
    footer.int(3, rowCount, isLong: true)
    var part = Thrift()
    part.list(1, type: 12, chunks.map(\.ended))
    part.int(2, start, isLong: true)
    part.int(3, partRowCount ?? 0, isLong: true)
    footer.list(4, type: 12, partRowCount == nil || columns.isEmpty ? [] : [part.ended])
    out += footer.ended
    let length = out.count - start
    return out + (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + "PAR1".utf8
  }

  // MARK: - Implementation

  private var schema: [Thrift] {
    var elements: [Thrift] = []
    var (top, open) = (0, String?.none)
    for column in columns {
      if let group = column.group, group != open {
        var element = Thrift()
        element.int(3, 0)
        element.bytes(4, group)
        element.int(5, columns.count { $0.group == group })
        elements.append(element)
      }
      if column.group == nil || column.group != open { top += 1 }
      open = column.group
      var element = Thrift()
      element.int(1, Int(column.type))
      if let length = column.length { element.int(2, Int(length)) }
      element.int(3, Int(column.repetition))
      element.bytes(4, column.name)
      if let type = column.convertedType { element.int(6, Int(type)) }
      elements.append(element)
    }
    var root = Thrift()
    root.bytes(4, "root")
    root.int(5, top)
    return [root] + elements
  }
}

/// A structure in Thrift's compact protocol, its fields in ascending order.
private struct Thrift {
  private var bytes: [UInt8] = []
  private var last = 0

  /// The structure's bytes.
  var ended: [UInt8] { bytes + [0] }

  mutating func int(_ field: Int, _ value: Int, isLong: Bool = false) {
    begin(field, type: isLong ? 6 : 5)
    bytes += varint(zigzag(value))
  }

  mutating func bytes(_ field: Int, _ value: String) {
    begin(field, type: 8)
    bytes += text(value)
  }

  mutating func add(_ field: Int, _ value: Thrift) {
    begin(field, type: 12)
    bytes += value.ended
  }

  mutating func list(_ field: Int, type: UInt8, _ elements: [[UInt8]]) {
    begin(field, type: 9)
    bytes +=
      elements.count < 15
      ? [UInt8(elements.count) << 4 | type] : [0xF0 | type] + varint(UInt64(elements.count))
    for element in elements { bytes += element }
  }

  private mutating func begin(_ field: Int, type: UInt8) {
    bytes.append(UInt8(field - last) << 4 | type)
    last = field
  }
}

private func text(_ text: String) -> [UInt8] { varint(UInt64(text.utf8.count)) + text.utf8 }

private func zigzag(_ value: Int) -> UInt64 { UInt64(bitPattern: Int64(value << 1 ^ value >> 63)) }

private func varint(_ value: UInt64) -> [UInt8] {
  var (bytes, rest): ([UInt8], UInt64) = ([], value)
  while rest >= 0x80 {
    bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
    rest >>= 7
  }
  return bytes + [UInt8(rest)]
}
