import Columns

extension DataDictionary {
  /// Makes the dictionary of exported runners: columns known at the off or later are targets.
  ///
  /// - Parameter fields: The columns.
  package init(ofRunners fields: [Field]) {
    self.init(
      fields.map { field in
        let name = field.name
        return Entry(
          field, FieldMeanings.of(name) ?? ColumnMeaning(name, source: "runners"),
          FeatureRequest.ownColumns.contains(name)
            ? .key : FeatureColumn.isLater(name) ? .target : .input)
      })
  }
}
