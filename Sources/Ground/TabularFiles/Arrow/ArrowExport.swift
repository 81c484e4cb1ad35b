import CArrow
import Columns
import Foundation

/// Lends a table to Arrow through the C data interface.
///
/// The exported structures hold a reference to the table's columns until Arrow releases them.
enum ArrowExport {
  static func schema(
    _ fields: [Field], metadata: [(String, String)] = []
  ) -> ArrowSchema {
    let holder = SchemaHolder(fields)
    var schema = ArrowSchema()
    schema.format = holder.string("+s")
    schema.name = holder.string("")
    schema.metadata = metadata.isEmpty ? nil : holder.bytes(ArrowMetadata.encode(metadata))
    schema.n_children = Int64(fields.count)
    schema.children = holder.children
    schema.private_data = Unmanaged.passRetained(holder).toOpaque()
    schema.release = { schema in
      // Safety: private_data is the holder retained above; release is called once.
      Unmanaged<SchemaHolder>.fromOpaque(schema!.pointee.private_data).release()
      schema!.pointee.release = nil
    }
    return schema
  }

  static func array(_ table: Table) -> ArrowArray {
    let holder = ArrayHolder(table)
    var array = ArrowArray()
    array.length = Int64(table.rowCount)
    array.n_buffers = 1
    array.buffers = holder.none
    array.n_children = Int64(table.columns.count)
    array.children = holder.children
    array.private_data = Unmanaged.passRetained(holder).toOpaque()
    array.release = { array in
      // Safety: private_data is the holder retained above; release is called once.
      Unmanaged<ArrayHolder>.fromOpaque(array!.pointee.private_data).release()
      array!.pointee.release = nil
    }
    return array
  }

  fileprivate static func format(_ type: ColumnType) -> String {
    switch type {
    case .int16: "s"
    case .int32, .coded: "i"
    case .int64, .micros: "l"
    case .double: "g"
    case .boolean: "b"
    case .date: "tdD"
    case .instant: "tsu:UTC"
    case .text: "u"
    }
  }
}

/// The memory of an exported schema.
private final class SchemaHolder {
  private var allocations: [UnsafeMutableRawPointer] = []
  let children: UnsafeMutablePointer<UnsafeMutablePointer<ArrowSchema>?>

  init(_ fields: [Field]) {
    children = .allocate(capacity: max(fields.count, 1))
    allocations.append(children)
    for (index, field) in fields.enumerated() {
      let child = UnsafeMutablePointer<ArrowSchema>.allocate(capacity: 1)
      allocations.append(child)
      child.initialize(to: ArrowSchema())
      child.pointee.format = string(ArrowExport.format(field.type))
      child.pointee.name = string(field.name)
      child.pointee.metadata = bytes(ArrowMetadata.encode([("railbird.type", field.type.name)]))
      child.pointee.flags = 2  // nullable
      // A child's memory belongs to its parent; its own release only marks it as released.
      child.pointee.release = { $0!.pointee.release = nil }
      children[index] = child
    }
  }

  deinit { allocations.forEach { $0.deallocate() } }

  func string(_ text: String) -> UnsafePointer<CChar> { bytes(Array(text.utf8) + [0]) }

  func bytes(_ values: [UInt8]) -> UnsafePointer<CChar> {
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: values.count)
    for (index, value) in values.enumerated() { copy[index] = CChar(bitPattern: value) }
    allocations.append(copy)
    return UnsafePointer(copy)
  }
}

/// The memory of an exported record batch: Arrow's structures, and the columns behind them.
private final class ArrayHolder {
  private let table: Table
  private var allocations: [UnsafeMutableRawPointer] = []
  let children: UnsafeMutablePointer<UnsafeMutablePointer<ArrowArray>?>
  let none: UnsafeMutablePointer<UnsafeRawPointer?>

  init(_ table: Table) {
    self.table = table
    children = .allocate(capacity: max(table.columns.count, 1))
    none = .allocate(capacity: 1)
    none[0] = nil
    allocations.append(children)
    allocations.append(none)
    for (index, column) in table.columns.enumerated() {
      children[index] = child(column)
    }
  }

  deinit { allocations.forEach { $0.deallocate() } }

  private func child(_ column: Column) -> UnsafeMutablePointer<ArrowArray> {
    var buffers: [UnsafeRawPointer?] = [column.validity.bits.map { start($0.bytes) } ?? nil]
    switch column.values {
    case .int16(let values): buffers.append(start(values))
    case .int32(let values): buffers.append(start(values))
    case .int64(let values): buffers.append(start(values))
    case .double(let values): buffers.append(start(values))
    case .boolean(let bits): buffers.append(start(bits.bytes))
    case .text(let text): buffers += [start(text.offsets), start(text.bytes)]
    }
    let pointers = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: buffers.count)
    pointers.initialize(from: buffers, count: buffers.count)
    let array = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)
    array.initialize(to: ArrowArray())
    array.pointee.length = Int64(column.count)
    array.pointee.null_count = Int64(column.validity.nullCount)
    array.pointee.n_buffers = Int64(buffers.count)
    array.pointee.buffers = pointers
    // A child's memory belongs to its parent; its own release only marks it as released.
    array.pointee.release = { $0!.pointee.release = nil }
    allocations.append(pointers)
    allocations.append(array)
    return array
  }

  private func start<T>(_ buffer: Buffer<T>) -> UnsafeRawPointer? {
    // Safety: `table` keeps the buffer's memory alive as long as this holder.
    buffer.pointer.baseAddress.map { UnsafeRawPointer($0) } ?? UnsafeRawPointer(none)
  }
}
