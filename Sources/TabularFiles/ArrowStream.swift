import CArrow
import Columns

/// Reads all batches of an Arrow C stream.
enum ArrowStream {
  static func tables(_ stream: inout ArrowArrayStream) throws(WallError) -> [Table] {
    defer { stream.release?(&stream) }
    var schema = ArrowSchema()
    try check(stream.get_schema(&stream, &schema), &stream)
    let fields = ArrowField.consume(&schema)
    var tables: [Table] = []
    while true {
      var array = ArrowArray()
      try check(stream.get_next(&stream, &array), &stream)
      guard array.release != nil else { return tables }
      tables.append(try ArrowBatch(array).table(fields))
    }
  }

  private static func check(_ code: Int32, _ stream: inout ArrowArrayStream) throws(WallError) {
    guard code != 0 else { return }
    let message = stream.get_last_error(&stream).map { String(cString: $0) }
    throw WallError(message: message ?? "error \(code)")
  }
}
