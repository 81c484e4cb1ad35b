import Columns

extension SpecPlace: CustomStringConvertible {
  /// The file and the line.
  public var description: String { line.map { "\(file):\($0)" } ?? file }
}

extension SpecError: CustomStringConvertible {
  /// Where, what was found, what was expected.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason): "\(file): cannot be read (\(reason))"
    case .notYAML(let place, let problem): "\(place): found \(problem); expected YAML"
    case .unknownKey(let place, let found, let known):
      "\(place): found the key \(found); expected "
        + (EditDistance.nearest(to: found, in: known).first
          ?? "one of " + known.joined(separator: ", "))
    case .badValue(let place, let key, let found, let expected):
      "\(place): \(key): found \(found); expected \(expected)"
    case .badFilter(let place, let error):
      // The option's name gives way to the key's.
      "\(place): where: \(error.description.dropFirst("--where: ".count))"
    case .missing(let place, let what): "\(place): found no \(what); expected one"
    case .repeatedName(let place, let name):
      "\(place): found a second report named \(name); expected a name of its own (key: name)"
    }
  }
}
