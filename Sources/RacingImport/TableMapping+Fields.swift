import Columns
import Racing

extension TableMapping {
  /// The fields of the store's table that its rows can fill.
  var targetFields: [Field] {
    switch feeds {
    case .runners: RacingTables.raceFields + RacingTables.runnerFields
    case .dividends: RacingTables.dividendFields
    }
  }

  /// The names a mapping may use; the import's number is not the source's to say.
  var knownFields: [String] { targetFields.map(\.name).filter { $0 != "import_id" } }

  /// The mapped fields whose columns a file has, in the store's order.
  ///
  /// - Parameters:
  ///   - file: The file's name in messages.
  ///   - columns: The columns it has.
  /// - Returns: Fields with their mappings.
  /// - Throws: ``ImportError`` when a column that is not optional is missing.
  func fields(in file: String, columns: [String]) throws(ImportError) -> [(Field, FieldMapping)] {
    var present: [(Field, FieldMapping)] = []
    var missing: [String] = []
    for field in targetFields {
      guard let mapping = fields[field.name] else { continue }
      let absent = mapping.parts.map(\.column).filter { !columns.contains($0) }
      if absent.isEmpty {
        present.append((field, mapping))
      } else if mapping.optional != true {
        missing += absent
      }
    }
    let oneOf = requiresOneOf ?? []
    if !oneOf.isEmpty, !present.contains(where: { oneOf.contains($0.0.name) }) {
      missing.append(oneOf.joined(separator: " or "))
    }
    guard missing.isEmpty else {
      throw .file(.missingColumns(file: file, missing: missing, present: columns))
    }
    return present
  }
}

extension Mapping {
  /// The table whose telling columns a file has.
  ///
  /// - Parameters:
  ///   - file: The file's name in messages.
  ///   - columns: The columns it has.
  /// - Returns: The table's name and mapping.
  /// - Throws: ``ImportError`` `.unknownTable` when no table fits.
  func table(for file: String, columns: [String]) throws(ImportError) -> (String, TableMapping) {
    let fitting = tables.filter { $0.value.recognisedBy.allSatisfy(columns.contains) }
    guard
      let best = fitting.max(by: {
        ($0.value.recognisedBy.count, $1.key) < ($1.value.recognisedBy.count, $0.key)
      })
    else { throw .unknownTable(file: file, columns: columns, mapping: name) }
    return (best.key, best.value)
  }
}
