/// The instructions of a regular expression.
struct PatternProgram: Sendable {
  /// One step of a match.
  enum Instruction {
    /// Takes a scalar.
    case set(ScalarSet)
    case condition(PatternCondition)
    /// Continues at two places, the first preferred.
    case split(Int, Int)
    case jump(Int)
    case beginsGroup
    case endsGroup
    case match
  }

  private(set) var instructions: [Instruction] = []
  /// Whether it has a group; the match is then the group's text.
  private(set) var hasGroup = false

  /// Whether it matches only at the start of the text.
  var isAnchored: Bool {
    let first = instructions.first {
      if case .beginsGroup = $0 { false } else { true }
    }
    if case .condition(.start) = first { return true }
    return false
  }

  init(_ node: PatternNode) throws(PatternError) {
    try add(node)
    instructions.append(.match)
  }

  // MARK: - Implementation

  private mutating func add(_ node: PatternNode) throws(PatternError) {
    guard instructions.count < Limits.patternSteps else {
      throw .unbounded("more than \(Limits.patternSteps) steps, its repeats written out")
    }
    switch node {
    case .empty: break
    case .set(let set): instructions.append(.set(set))
    case .condition(let condition): instructions.append(.condition(condition))
    case .sequence(let parts): for part in parts { try add(part) }
    case .choice(let parts): try add(choice: parts)
    case .repeated(let part, let least, let most, let isLazy):
      for _ in 0..<least { try add(part) }
      guard let most else { return try add(loop: part, isLazy: isLazy) }
      try add(part, upTo: most - least, isLazy: isLazy)
    case .firstGroup(let part):
      hasGroup = true
      instructions.append(.beginsGroup)
      try add(part)
      instructions.append(.endsGroup)
    }
  }

  private mutating func add(choice parts: [PatternNode]) throws(PatternError) {
    var ends: [Int] = []
    for part in parts.dropLast() {
      let split = reserve()
      try add(part)
      ends.append(reserve())
      instructions[split] = .split(split + 1, instructions.count)
    }
    try add(parts[parts.count - 1])
    for end in ends { instructions[end] = .jump(instructions.count) }
  }

  private mutating func add(loop part: PatternNode, isLazy: Bool) throws(PatternError) {
    let split = reserve()
    try add(part)
    instructions.append(.jump(split))
    instructions[split] = Self.split(into: split + 1, past: instructions.count, isLazy)
  }

  /// Adds a part `count` times; each may be skipped, together with all after it.
  private mutating func add(
    _ part: PatternNode, upTo count: Int, isLazy: Bool
  ) throws(PatternError) {
    var splits: [Int] = []
    for _ in 0..<count {
      splits.append(reserve())
      try add(part)
    }
    for split in splits {
      instructions[split] = Self.split(into: split + 1, past: instructions.count, isLazy)
    }
  }

  /// Reserves a jump whose target is not known yet.
  private mutating func reserve() -> Int {
    instructions.append(.jump(0))
    return instructions.count - 1
  }

  private static func split(into: Int, past: Int, _ isLazy: Bool) -> Instruction {
    isLazy ? .split(past, into) : .split(into, past)
  }
}

/// The scalars that a part of a regular expression matches.
struct ScalarSet: Sendable {
  /// A class, or all scalars outside it.
  struct Member {
    let kind: ScalarClass
    let isNegated: Bool
  }

  var ranges: [ClosedRange<Unicode.Scalar>] = []
  var members: [Member] = []
  private let isNegated: Bool
  private let ignoresCase: Bool

  static let allButLineEnds = ScalarSet(
    ranges: ["\n"..."\r", "\u{85}"..."\u{85}", "\u{2028}"..."\u{2029}"], isNegated: true)

  init(
    ranges: [ClosedRange<Unicode.Scalar>] = [], classes: [Member] = [], isNegated: Bool = false,
    ignoresCase: Bool = false
  ) {
    self.ranges = ranges
    members = classes
    self.isNegated = isNegated
    self.ignoresCase = ignoresCase
  }

  init(_ scalar: Unicode.Scalar, ignoresCase: Bool) {
    self.init(ranges: [scalar...scalar], ignoresCase: ignoresCase)
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isListed =
      has(scalar)
      || (ignoresCase
        && (has(Self.only(scalar.properties.lowercaseMapping) ?? scalar)
          || has(Self.only(scalar.properties.uppercaseMapping) ?? scalar)))
    return isListed != isNegated
  }

  private func has(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar) }
      || members.contains { $0.kind.contains(scalar) != $0.isNegated }
  }

  /// Returns the only scalar of a text; nil if it has none or several.
  private static func only(_ text: String) -> Unicode.Scalar? {
    text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
  }
}

/// A class of scalars, written as a letter.
enum ScalarClass {
  case digit, word, space

  init?(letter: Unicode.Scalar) {
    switch letter {
    case "d", "D": self = .digit
    case "w", "W": self = .word
    case "s", "S": self = .space
    default: return nil
    }
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .space: return scalar.properties.isWhitespace
    case .digit: return scalar.properties.generalCategory == .decimalNumber
    case .word:
      if scalar.properties.isAlphabetic { return true }
      switch scalar.properties.generalCategory {
      case .decimalNumber, .connectorPunctuation, .nonspacingMark, .spacingMark, .enclosingMark:
        return true
      default: return false
      }
    }
  }
}
