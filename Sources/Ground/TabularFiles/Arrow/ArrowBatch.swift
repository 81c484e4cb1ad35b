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
