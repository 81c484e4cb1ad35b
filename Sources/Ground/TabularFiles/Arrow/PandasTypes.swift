import Columns

/// The types that pandas gives columns, in the metadata by which it reads Arrow and Parquet files.
///
/// Without them days would be Python objects, and flags with nulls, too.
enum PandasTypes {
  /// Returns the key and the value for a file of some columns.
  static func metadata(_ fields: [Field]) -> (String, String) {
    let columns = fields.compactMap { field -> String? in
      let types: (name: String, numpy: String)
      switch field.type {
      case .date: types = ("date", "date32[day][pyarrow]")
      case .boolean: types = ("bool", "boolean")
      default: return nil
      }
      let name = JSONText.string(field.name)
      return "{\"name\": \(name), \"field_name\": \(name), \"pandas_type\": \"\(types.name)\", "
        + "\"numpy_type\": \"\(types.numpy)\", \"metadata\": null}"
    }
    return (
      "pandas",
      "{\"index_columns\": [], \"column_indexes\": [], \"columns\": ["
        + columns.joined(separator: ", ")
        + "], \"creator\": {\"library\": \"railbird\", \"version\": \"1\"}, "
        + "\"pandas_version\": \"2.0.0\"}"
    )
  }
}
