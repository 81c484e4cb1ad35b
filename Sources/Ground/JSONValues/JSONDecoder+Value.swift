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
  ) throws(JSONFailure) -> Value { try reading(type, of: data).value }

  /// Decodes the single value of a JSON text, and lists the parts left out of it.
  ///
  /// - Parameters:
  ///   - type: The expected type.
  ///   - data: JSON in UTF-8.
  /// - Returns: The value, and the parts left out of it.
  /// - Throws: ``JSONFailure`` with the place of the unusable part.
  public func reading<Value: Decodable>(
    _ type: Value.Type, of data: Data
  ) throws(JSONFailure) -> (value: Value, omitted: [JSONFailure]) {
    try JSONFailure.checkText(data)
    let omissions = JSONOmissions()
    userInfo[JSONOmissions.key] = omissions
    do {
      return (try decode(type, from: data), omissions.all)
    } catch {
      throw JSONFailure(error, of: data)
    }
  }
}
