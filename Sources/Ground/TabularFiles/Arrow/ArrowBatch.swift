import CArrow
import Columns

/// Owns a record batch received through the Arrow C data interface.
///
/// Columns made from it borrow its memory and keep it alive.
final class ArrowBatch: @unchecked Sendable {
  // Safety: written only by `init` and `deinit`; the memory behind it is immutable.
  private var array: ArrowArray

  init(_ array: ArrowArray) { self.array = array }

  deinit { array.release?(&array) }

  fileprivate var rowCount: Int { Int(array.length) }

  fileprivate var children: UnsafeMutablePointer<UnsafeMutablePointer<ArrowArray>?> {
    // Safety: a batch of a schema with fields holds as many children, for as long as it lives.
    unsafe array.children
  }

  /// The address of each column's first byte; nil for a column without bytes.
  var starts: [UnsafeRawPointer?] {
    (0..<Int(array.n_children)).map { index in
      // Safety: the batch holds its children, and each as many buffers as it says.
      let child = unsafe array.children[index]!.pointee
      return unsafe (0..<Int(child.n_buffers)).lazy.compactMap { child.buffers[$0] }.first
    }
  }

  /// Returns the batch as a table.
  ///
  /// - Parameters:
  ///   - fields: The fields from the batch's schema.
  ///   - wanted: The places of the wanted fields, in the table's order; nil for all.
  ///   - pages: The file that holds all values, if there is one; the batch itself may then be
  ///     released.
  /// - Returns: The columns.
  /// - Throws: `WallError` for an unsupported layout.
  func table(
    _ fields: [ArrowField], _ wanted: [Int]? = nil, in pages: MappedPages? = nil
  ) throws(WallError) -> Table {
    let wanted = wanted ?? Array(fields.indices)
    let fields = wanted.map { fields[$0] }
    var columns: [Column] = []
    columns.reserveCapacity(fields.count)
    for (index, field) in zip(wanted, fields) {
      let child = unsafe array.children[index]!.pointee
      // Files written by this package hold plain columns, each of its declared type.
      if pages != nil && (field.isDictionary || field.format == "n") { throw field.isOtherwise }
      let column = try ArrowColumn(child, owner: pages ?? self).column(field)
      if pages != nil, let type = field.type, !column.fits(type) { throw field.isOtherwise }
      columns.append(column)
    }
    return Table(
      fields: zip(fields, columns).map { Field($0.name, $1.type) }, columns: columns,
      rowCount: Int(array.length))
  }
}

extension ArrowBatch {
  /// Returns the batch's dictionary-encoded text columns by name; all others as a table.
  ///
  /// - Parameters:
  ///   - fields: The fields from the batch's schema.
  ///   - wanted: The places of the wanted fields.
  /// - Returns: The table and the lists.
  /// - Throws: `WallError` for an unsupported layout.
  func rows(
    _ fields: [ArrowField], _ wanted: [Int]
  ) throws(WallError) -> (table: Table, lists: [String: ListedTexts]) {
    var columns: [(name: String, column: Column)] = []
    var lists: [String: ListedTexts] = [:]
    for index in wanted {
      let field = fields[index]
      let column = unsafe ArrowColumn(children[index]!.pointee, owner: self)
      if let list = try column.listed(field) {
        lists[field.name] = list
      } else {
        columns.append((field.name, try column.column(field)))
      }
    }
    let table = Table(
      fields: columns.map { Field($0.name, $0.column.type) }, columns: columns.map(\.column),
      rowCount: rowCount)
    return (table, lists)
  }
}

/// A schema's child: its name, Arrow format and column type.
struct ArrowField {
  let name: String
  let format: String
  let isDictionary: Bool
  let valueFormat: String
  let type: ColumnType?

  /// The error of a column whose values do not match its type.
  var isOtherwise: WallError {
    WallError(
      message: "column \(name) of the type \(type?.name ?? "none") in the Arrow format \(format)")
  }

  /// Whether its values are texts.
  var isText: Bool { ["u", "z", "U", "Z"].contains(isDictionary ? valueFormat : format) }

  /// The kind of values that no column takes, in words; nil if a column takes them.
  var unreadKind: String? {
    let format = isDictionary ? valueFormat : format
    guard !ArrowColumn.takes(format) else { return nil }
    return switch format.prefix(2) {
    case "+l", "+L", "+w", "+v": "lists"
    case "+s": "structures"
    case "+m": "maps"
    case "+u": "values of several types"
    case "+r": "runs of values"
    case "e": "numbers of 16 bits (float16)"
    case "tD": "durations"
    case "ti": "intervals"
    case let some where some.hasPrefix("w"): "bytes of one length (fixed_size_binary)"
    default: "values of the Arrow format \(format)"
    }
  }

  /// Whether it holds date-times without a zone.
  var isLocalTime: Bool { format.hasPrefix("ts") && format.hasSuffix(":") }

  /// Reads the children of a record batch's schema, then releases it.
  static func consume(_ schema: inout ArrowSchema) -> [ArrowField] {
    defer { schema.release?(&schema) }
    return (0..<Int(schema.n_children)).map { index in
      let child = unsafe schema.children[index]!.pointee
      let metadata = ArrowMetadata.decode(child.metadata)
      let dictionary = child.dictionary?.pointee
      return ArrowField(
        name: String(cString: child.name), format: String(cString: child.format),
        isDictionary: dictionary != nil,
        valueFormat: dictionary.map { String(cString: $0.format) } ?? "",
        type: metadata["railbird.type"].flatMap(ColumnType.init(name:)))
    }
  }
}
