import Foundation

extension JSONDecoder {
  /// Decodes the single value of a JSON text.
  ///
  /// - Parameters:
  ///   - type: The expected type.
  ///   - data: JSON in UTF-8.
  /// - Returns: The value.
  /// - Throws: ``JSONFailure`` with the place of the unusable part.
  public func value<Value: Decodable>(
    _ type: Value.Type, of data: Data
  ) throws(JSONFailure) -> Value {
    try JSONFailure.checkText(data)
    do {
      return try decode(type, from: data)
    } catch {
      throw JSONFailure(error, of: data)
    }
  }
}
