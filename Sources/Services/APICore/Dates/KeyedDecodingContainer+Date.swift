extension KeyedDecodingContainer {
  /// Reads a moment in one of the forms of ``APIDate``.
  public func date(_ names: Key...) throws(DecodingError) -> APIDate? {
    try parsed(names, as: "a date") { APIDate($0) }
  }
}
