extension Column {
  /// Returns the rows at `indices`, in that order; an index of −1 gives a null.
  public func gathered(_ indices: [Int32]) -> Column {
    let taken: ColumnValues
    switch values {
    case .int16(let buffer): taken = .int16(Self.gather(buffer, indices, zero: 0))
    case .int32(let buffer): taken = .int32(Self.gather(buffer, indices, zero: 0))
    case .int64(let buffer): taken = .int64(Self.gather(buffer, indices, zero: 0))
    case .double(let buffer): taken = .double(Self.gather(buffer, indices, zero: 0))
    case .boolean(let bitmap):
      taken = .boolean(bitmap.gathered(indices))
    case .text(let text): taken = .text(Self.gather(text, indices))
    }
    if validity.bits == nil && !indices.contains(-1) { return Column(type, taken) }
    let bits = validity.bits?.gathered(indices) ?? Bitmap(count: indices.count) { indices[$0] >= 0 }
    return Column(type, taken, bits.isFull ? .allValid : Validity(bits))
  }

  /// Returns the first row, repeated.
  package func repeated(_ count: Int) -> Column {
    guard count > 0, validity.isValid(0), case .int32(let buffer) = values else {
      return gathered([Int32](repeating: 0, count: count))
    }
    let value = buffer[0]
    return Column(type, .int32(Buffer(count: count) { $0.initialize(repeating: value) }))
  }

  /// Concatenates columns of one type.
  public static func concatenated(_ parts: [Column]) -> Column {
    precondition(!parts.isEmpty, "nothing to join")
    if parts.count == 1 { return parts[0] }
    let joined: ColumnValues
    switch parts[0].values {
    case .int16: joined = .int16(join(parts.map(\.int16s)))
    case .int32: joined = .int32(join(parts.map(\.int32s)))
    case .int64: joined = .int64(join(parts.map(\.int64s)))
    case .double: joined = .double(join(parts.map(\.doubles)))
    case .boolean: joined = .boolean(.concatenated(parts.map(\.booleans)))
    case .text: joined = .text(join(parts.map(\.texts)))
    }
    guard parts.contains(where: { $0.validity.bits != nil }) else {
      return Column(parts[0].type, joined)
    }
    let bits = parts.map { $0.validity.bits ?? Bitmap(repeating: true, count: $0.count) }
    let joinedBits = Bitmap.concatenated(bits)
    return Column(parts[0].type, joined, joinedBits.isFull ? .allValid : Validity(joinedBits))
  }

  /// Makes a column without values.
  public static func nulls(_ type: ColumnType, count: Int) -> Column {
    let values: ColumnValues =
      switch type {
      case .int16: .int16(Buffer([Int16](repeating: 0, count: count)))
      case .int32, .date, .coded: .int32(Buffer([Int32](repeating: 0, count: count)))
      case .int64, .instant, .micros: .int64(Buffer([Int64](repeating: 0, count: count)))
      case .double: .double(Buffer([Double](repeating: 0, count: count)))
      case .boolean: .boolean(Bitmap(count: count) { _ in false })
      case .text:
        .text(
          TextBuffer(offsets: Buffer([Int32](repeating: 0, count: count + 1)), bytes: Buffer([])))
      }
    return Column(type, values, Validity(Bitmap(count: count) { _ in false }))
  }

  /// Whether two rows hold the same value, or are both null.
  public func holdsSame(_ row: Int, as other: Column, _ otherRow: Int) -> Bool {
    let isNull = isNull(row)
    if isNull || other.isNull(otherRow) { return isNull && other.isNull(otherRow) }
    switch (values, other.values) {
    case (.int16(let left), .int16(let right)): return left[row] == right[otherRow]
    case (.int32(let left), .int32(let right)): return left[row] == right[otherRow]
    case (.int64(let left), .int64(let right)): return left[row] == right[otherRow]
    case (.double(let left), .double(let right)): return left[row] == right[otherRow]
    case (.boolean(let left), .boolean(let right)): return left[row] == right[otherRow]
    case (.text(let left), .text(let right)):
      return left.utf8(row).elementsEqual(right.utf8(otherRow))
    default: preconditionFailure("columns of different layouts")
    }
  }

  // MARK: - Implementation

  private static func gather<T>(_ buffer: Buffer<T>, _ indices: [Int32], zero: T) -> Buffer<T> {
    let source = buffer.pointer
    return indices.withUnsafeBufferPointer { indices in
      Buffer(count: indices.count) { out in
        for slot in indices.indices {
          // Safety: `out` is uninitialised memory for `indices.count` trivial values.
          let index = indices[slot]
          out.initializeElement(at: slot, to: index < 0 ? zero : source[Int(index)])
        }
      }
    }
  }

  private static func gather(_ text: TextBuffer, _ indices: [Int32]) -> TextBuffer {
    let (starts, source) = (text.offsets.pointer, text.bytes.pointer)
    var total = 0
    let offsets = Buffer<Int32>(count: indices.count + 1) { out in
      out[0] = 0
      for (row, index) in indices.enumerated() {
        if index >= 0 { total += Int(starts[Int(index) + 1] - starts[Int(index)]) }
        out[row + 1] = Int32(total)
      }
    }
    let bytes = Buffer<UInt8>(count: total) { out in
      guard var next = out.baseAddress, let source = source.baseAddress else { return }
      for index in indices where index >= 0 {
        // Safety: the offsets above are the sums of these lengths.
        let length = Int(starts[Int(index) + 1] - starts[Int(index)])
        next.update(from: source + Int(starts[Int(index)]), count: length)
        next += length
      }
    }
    return TextBuffer(offsets: offsets, bytes: bytes)
  }

  private static func join<T>(_ parts: [Buffer<T>]) -> Buffer<T> {
    Buffer(count: parts.reduce(0) { $0 + $1.count }) { out in
      var next = 0
      for part in parts {
        // Safety: `out` holds exactly the sum of the parts' counts.
        _ = out[next...].initialize(fromContentsOf: part.pointer)
        next += part.count
      }
    }
  }

  private static func join(_ parts: [TextBuffer]) -> TextBuffer {
    let count = parts.reduce(0) { $0 + $1.count }
    let offsets = Buffer<Int32>(count: count + 1) { out in
      var next = 0
      var start: Int32 = 0
      for part in parts {
        let own = part.offsets.pointer
        for row in 0..<part.count {
          // Safety: `out` holds one value more than the parts' rows.
          out.initializeElement(at: next + row, to: start + own[row] - own[0])
        }
        next += part.count
        start += own[part.count] - own[0]
      }
      out.initializeElement(at: next, to: start)
    }
    let bytes = parts.map { part in
      part.bytes.slice(Int(part.offsets[0])..<Int(part.offsets[part.count]))
    }
    return TextBuffer(offsets: offsets, bytes: join(bytes))
  }
}

extension Bitmap {
  /// Returns the bits at `indices`, in that order; an index of −1 gives 0.
  package func gathered(_ indices: [Int32]) -> Bitmap {
    let source = bytes.pointer
    let gathered = indices.withUnsafeBufferPointer { indices in
      Buffer<UInt8>(count: (indices.count + 7) / 8) { out in
        for byte in out.indices {
          var bits: UInt8 = 0
          for bit in 0..<min(8, indices.count &- byte &* 8) {
            let index = Int(indices[byte &* 8 &+ bit])
            guard index >= 0 else { continue }
            bits |=
              (source[index >> 3] &>> UInt8(truncatingIfNeeded: index & 7) & 1)
              &<< UInt8(truncatingIfNeeded: bit)
          }
          out.initializeElement(at: byte, to: bits)
        }
      }
    }
    return Bitmap(bytes: gathered, count: indices.count)
  }
}
