import CArrow
import Columns

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
      // Safety: a schema holds as many children as it says, until it is released.
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
