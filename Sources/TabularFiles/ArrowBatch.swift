import CArrow
import Columns

/// Owns a record batch handed over through the Arrow C data interface.
///
/// Columns made from it borrow its memory and keep it alive.
final class ArrowBatch: @unchecked Sendable {
  // Safety: written only by `init` and `deinit`; the memory behind it is immutable.
  private var array: ArrowArray

  init(_ array: ArrowArray) { self.array = array }

  deinit { array.release?(&array) }

  /// The batch as a table.
  ///
  /// - Parameters:
  ///   - fields: Come from the schema beside it.
  ///   - pages: The file that all values lie in, where they do; the batch may go then.
  /// - Returns: The columns.
  /// - Throws: `WallError` for a layout that nobody reads.
  func table(_ fields: [ArrowField], in pages: MappedPages? = nil) throws(WallError) -> Table {
    var columns: [Column] = []
    columns.reserveCapacity(fields.count)
    for (index, field) in fields.enumerated() {
      let child = unsafe array.children[index]!.pointee
      // Files of ours hold plain columns, each of the type that it names.
      if pages != nil && field.isDictionary { throw field.isOtherwise }
      let column = try ArrowColumn(child, owner: pages ?? self).column(field)
      if pages != nil, let type = field.type, !column.fits(type) { throw field.isOtherwise }
      columns.append(column)
    }
    return Table(
      fields: zip(fields, columns).map { Field($0.name, $1.type) }, columns: columns,
      rowCount: Int(array.length))
  }
}

/// Name, Arrow format and our own type of a schema's child.
struct ArrowField {
  let name: String
  let format: String
  let isDictionary: Bool
  let valueFormat: String
  let type: ColumnType?

  /// The error of a column whose values are laid out otherwise than its type says.
  var isOtherwise: WallError {
    WallError(
      message: "column \(name) of the type \(type?.name ?? "none") in the Arrow format \(format)")
  }

  /// Whether it holds times of day and day without a zone.
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
