/// A regular expression's parts.
///
/// All but ``empty`` become at least one instruction, so that a limit on instructions limits the
/// work of expanding repeats.
indirect enum PatternNode {
  case empty
  case set(ScalarSet)
  case condition(PatternCondition)
  case sequence([PatternNode])
  case choice([PatternNode])
  /// Repeated from `least` to `most` times, without a maximum if that is nil.
  case repeated(PatternNode, least: Int, most: Int?, isLazy: Bool)
  /// The first group: its text is the match.
  case firstGroup(PatternNode)
}

/// A condition between two scalars of a text.
enum PatternCondition { case start, end, wordEdge(Bool) }

/// The parser of regular expressions.
struct PatternSyntax {
  private let text: [Unicode.Scalar]
  private var place = 0
  private var groupCount = 0
  private var depth = 0
  private var ignoresCase = false

  init(_ text: String) { self.text = Array(text.unicodeScalars) }

  /// Reads the whole expression.
  mutating func pattern() throws(PatternError) -> PatternNode {
    let node = try choice()
    guard place == text.count else { throw .malformed }
    return node
  }

  // MARK: - Implementation

  private mutating func choice() throws(PatternError) -> PatternNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Limits.patternNesting else { throw .malformed }
    var parts = [try sequence()]
    while take("|") { parts.append(try sequence()) }
    return parts.count == 1 ? parts[0] : .choice(parts)
  }

  private mutating func sequence() throws(PatternError) -> PatternNode {
    var parts: [PatternNode] = []
    while let scalar = peek, scalar != "|", scalar != ")" {
      let part = try repeated(try atom())
      if case .empty = part { continue }
      parts.append(part)
    }
    return parts.isEmpty ? .empty : .sequence(parts)
  }

  /// Reads the quantifier that follows an atom.
  private mutating func repeated(_ atom: PatternNode) throws(PatternError) -> PatternNode {
    guard let (least, most) = try count() else { return atom }
    let isLazy = take("?")
    if take("+") { throw .unbounded("a possessive quantifier") }
    guard !"*+?".unicodeScalars.contains(peek ?? " ") else { throw .malformed }
    if case .empty = atom { return .empty }
    if most == 0 { return .empty }
    return .repeated(atom, least: least, most: most, isLazy: isLazy)
  }

  private mutating func count() throws(PatternError) -> (least: Int, most: Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    guard take("{") else { return nil }
    let least = number()
    let most = take(",") ? number() : least
    guard least != nil || most != nil, take("}"), least ?? 0 <= most ?? Int.max else {
      throw .malformed
    }
    guard max(least ?? 0, most ?? 0) <= Limits.patternRepeats else {
      throw .unbounded("a repeat of more than \(Limits.patternRepeats)")
    }
    return (least ?? 0, most)
  }

  /// Reads a number; one above the limit becomes the limit plus one.
  private mutating func number() -> Int? {
    var value: Int?
    while let scalar = peek, ("0"..."9").contains(scalar) {
      value = min((value ?? 0) * 10 + Int(scalar.value - 48), Limits.patternRepeats + 1)
      place += 1
    }
    return value
  }

  private mutating func atom() throws(PatternError) -> PatternNode {
    let scalar = text[place]
    place += 1
    switch scalar {
    case "(": return try group()
    case "[": return .set(try brackets())
    case ".": return .set(.allButLineEnds)
    case "^": return .condition(.start)
    case "$": return .condition(.end)
    case "\\": return try escape()
    case "*", "+", "?", "{": throw .malformed
    default: return .set(ScalarSet(scalar, ignoresCase: ignoresCase))
    }
  }

  private mutating func group() throws(PatternError) -> PatternNode {
    guard take("?") else { return try numbered() }
    if take(":") { return try closed() }
    if take("<") || (take("P") && take("<")) {
      if peek == "=" || peek == "!" { throw .unbounded("a look behind") }
      while let scalar = peek, scalar != ">" {
        guard ScalarClass.word.contains(scalar) else { throw .malformed }
        place += 1
      }
      guard take(">") else { throw .malformed }
      return try numbered()
    }
    if peek == "=" || peek == "!" { throw .unbounded("a look ahead") }
    if peek == ">" { throw .unbounded("an atomic group") }
    guard take("i") else { throw .malformed }
    if take(":") { return try closed(ignoringCase: true) }
    // Without a group of its own, it applies to the rest of the enclosing group and all
    // alternatives there.
    guard take(")"), !"*+?{".unicodeScalars.contains(peek ?? " ") else { throw .malformed }
    ignoresCase = true
    return .empty
  }

  private mutating func numbered() throws(PatternError) -> PatternNode {
    groupCount += 1
    let isFirst = groupCount == 1
    let node = try closed()
    return isFirst ? .firstGroup(node) : node
  }

  private mutating func closed(ignoringCase: Bool = false) throws(PatternError) -> PatternNode {
    let outer = ignoresCase
    defer { ignoresCase = outer }
    if ignoringCase { ignoresCase = true }
    let node = try choice()
    guard take(")") else { throw .malformed }
    return node
  }

  private mutating func escape() throws(PatternError) -> PatternNode {
    guard let scalar = peek else { throw .malformed }
    switch scalar {
    case "b", "B":
      place += 1
      return .condition(.wordEdge(scalar == "b"))
    case "A":
      place += 1
      return .condition(.start)
    case "z", "Z":
      place += 1
      return .condition(.end)
    case "1"..."9", "k": throw .unbounded("a back reference")
    default:
      if let kind = takeClass() { return .set(ScalarSet(classes: [kind])) }
      return .set(ScalarSet(try escapedScalar(), ignoresCase: ignoresCase))
    }
  }

  /// Reads the letter of a class after a backslash.
  private mutating func takeClass() -> ScalarSet.Member? {
    guard let scalar = peek, let kind = ScalarClass(letter: scalar) else { return nil }
    place += 1
    return ScalarSet.Member(kind: kind, isNegated: scalar.properties.isUppercase)
  }

  /// Reads a scalar that is written after a backslash.
  private mutating func escapedScalar() throws(PatternError) -> Unicode.Scalar {
    guard let scalar = peek else { throw .malformed }
    place += 1
    switch scalar {
    case "t": return "\t"
    case "n": return "\n"
    case "r": return "\r"
    case "x": return try hexadecimal(digits: 2)
    case "u": return try hexadecimal(digits: 4)
    default:
      // Letters without a meaning here may have one in other dialects.
      guard !ScalarClass.word.contains(scalar) || scalar == "_" else { throw .malformed }
      return scalar
    }
  }

  private mutating func hexadecimal(digits: Int) throws(PatternError) -> Unicode.Scalar {
    let isBraced = take("{")
    var value: UInt32 = 0
    var count = 0
    while let scalar = peek, count < (isBraced ? 6 : digits),
      let digit = Character(scalar).hexDigitValue
    {
      value = value << 4 | UInt32(digit)
      place += 1
      count += 1
    }
    guard isBraced ? count > 0 && take("}") : count == digits, let scalar = Unicode.Scalar(value)
    else { throw .malformed }
    return scalar
  }

  /// Reads a set after its opening bracket.
  private mutating func brackets() throws(PatternError) -> ScalarSet {
    var set = ScalarSet(isNegated: take("^"), ignoresCase: ignoresCase)
    var isFirst = true
    while let scalar = peek, scalar != "]" || isFirst {
      isFirst = false
      // Sets within sets exist only in Swift, and a class's name in colons only in POSIX.
      guard scalar != "[" else { throw .malformed }
      place += 1
      if scalar == "\\", let kind = takeClass() {
        set.members.append(kind)
        continue
      }
      let first = scalar == "\\" ? try escapedScalar() : scalar
      guard peek == "-", place + 1 < text.count, text[place + 1] != "]" else {
        set.ranges.append(first...first)
        continue
      }
      place += 1
      guard let end = peek, end != "[" else { throw .malformed }
      place += 1
      let last = end == "\\" ? try escapedScalar() : end
      guard first <= last else { throw .malformed }
      set.ranges.append(first...last)
    }
    guard take("]") else { throw .malformed }
    return set
  }

  private var peek: Unicode.Scalar? { place < text.count ? text[place] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    place += 1
    return true
  }
}
