/// A regular expression that finds a piece of a text, in time limited by the text's length.
///
/// All ways to match advance together, one scalar at a time, so that no pattern reads a text
/// repeatedly: `^(a+)+$` costs what `^a+$` does. The first way in the order of preference wins, as
/// in other programs.
///
/// - Edge cases: a text longer than ``longest`` matches nothing. A scalar is one character, however
///   a letter with an accent is encoded.
/// - Cost: at most `Limits.patternSteps` steps for each scalar of the text.
/// - Source: Pike's machine, in R. Cox, "Regular Expression Matching: the Virtual Machine Approach"
///   (2009).
package struct CellPattern: Sendable {
  private let program: PatternProgram

  /// Reads a regular expression.
  ///
  /// - Parameter text: The expression.
  /// - Throws: ``PatternError`` if it is not one, or has parts that this method cannot match.
  package init(_ text: String) throws(PatternError) {
    var syntax = PatternSyntax(text)
    program = try PatternProgram(try syntax.pattern())
  }

  /// Finds the first match.
  ///
  /// - Parameter text: The text.
  /// - Returns: The text of the first group, or of the whole match if there is no group; nil if
  ///   nothing matches, or if the first group has no part in the match.
  package func firstMatch(in text: String) -> Substring? {
    guard text.utf8.count <= Limits.matchedBytes else { return nil }
    let scalars = Array(text.unicodeScalars)
    guard let match = PatternMatch(program, scalars).found else { return nil }
    let start = program.hasGroup ? match.groupStart : match.start
    let end = program.hasGroup ? match.groupEnd : match.end
    guard start >= 0, end >= start else { return nil }
    let all = text.unicodeScalars
    let first = all.index(all.startIndex, offsetBy: start)
    return text[first..<all.index(first, offsetBy: end - start)]
  }
}

/// The reason why a text is no regular expression for cells.
package enum PatternError: Error, Equatable {
  /// It is not well-formed.
  case malformed
  /// A part needs a search of unlimited length.
  case unbounded(String)
}

/// A way to match, with its progress.
private struct PatternThread {
  var place: Int
  var start: Int
  var end = -1
  var groupStart = -1
  var groupEnd = -1
}

/// The search for the first match in a text.
private struct PatternMatch {
  private let program: PatternProgram
  private let text: [Unicode.Scalar]
  /// The ways to match, in order of preference.
  private var threads: [PatternThread] = []
  private var next: [PatternThread] = []
  /// By instruction, the last position where it was reached.
  private var reached: [Int]
  /// The best match so far.
  private(set) var found: PatternThread?

  init(_ program: PatternProgram, _ text: [Unicode.Scalar]) {
    self.program = program
    self.text = text
    reached = Array(repeating: -1, count: program.instructions.count)
    for position in 0...text.count {
      // The leftmost match wins: no later start competes with it.
      if found == nil, position == 0 || !program.isAnchored {
        follow(PatternThread(place: 0, start: position), at: position)
      }
      swap(&threads, &next)
      next.removeAll(keepingCapacity: true)
      if threads.isEmpty, found != nil || program.isAnchored { return }
      step(at: position)
    }
  }

  /// Passes the scalar at a position to each way in turn.
  private mutating func step(at position: Int) {
    for thread in threads {
      switch program.instructions[thread.place] {
      case .match:
        found = thread
        found?.end = position
        // Later ways are less preferred.
        return
      case .set(let set):
        guard position < text.count, set.contains(text[position]) else { continue }
        var moved = thread
        moved.place += 1
        follow(moved, at: position + 1)
      default: preconditionFailure("only these two wait for a scalar")
      }
    }
  }

  /// Follows a way through all instructions that take no scalar, in order of preference.
  private mutating func follow(_ first: PatternThread, at position: Int) {
    var open = [first]
    while var thread = open.popLast() {
      guard reached[thread.place] != position else { continue }
      reached[thread.place] = position
      switch program.instructions[thread.place] {
      case .set, .match: next.append(thread)
      case .jump(let place):
        thread.place = place
        open.append(thread)
      case .split(let preferred, let other):
        thread.place = other
        open.append(thread)
        thread.place = preferred
        open.append(thread)
      case .beginsGroup:
        thread.groupStart = position
        thread.groupEnd = -1
        thread.place += 1
        open.append(thread)
      case .endsGroup:
        thread.groupEnd = position
        thread.place += 1
        open.append(thread)
      case .condition(let condition):
        guard condition.holds(at: position, in: text) else { continue }
        thread.place += 1
        open.append(thread)
      }
    }
  }
}

extension PatternCondition {
  /// Whether it holds between two scalars of a text.
  fileprivate func holds(at position: Int, in text: [Unicode.Scalar]) -> Bool {
    switch self {
    case .start: return position == 0
    case .end: return position == text.count
    case .wordEdge(let isWanted):
      let before = position > 0 && ScalarClass.word.contains(text[position - 1])
      let after = position < text.count && ScalarClass.word.contains(text[position])
      return (before != after) == isWanted
    }
  }
}
