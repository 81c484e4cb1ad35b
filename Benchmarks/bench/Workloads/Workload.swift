/// A wrong answer; a benchmark that gives one has no time.
struct WrongAnswer: Error, CustomStringConvertible {
  let description: String
}

/// One workload's work in a process of its own; `ServedWorkload` calls it.
protocol Workload {
  /// The rows it works on.
  var rows: Int { get }
  /// The bytes of the columns, or of the text, that it reads.
  var touchedBytes: Int { get }
  /// The memory of the last answer, in bytes.
  var outputBytes: Int { get }
  /// The memory of the facts of runners in the last run, in bytes.
  var factBytes: Int { get }
  /// Parts of the last run, in seconds.
  var parts: [String: Double] { get }

  /// What has to be done before each run; not timed.
  mutating func prepare() throws
  /// The timed work; keeps its answer.
  mutating func run() throws
  /// A few sums of the last answer, quickly: all runs must have the same.
  func digest() throws -> String
  /// Holds the last answer against a count by no code of the engine, where there is one.
  func verify() throws
  /// A checksum of the last answer, the same on every machine.
  func answer() throws -> String
  /// Writes the last answer for a peer to compare: a file, or a folder of files.
  func write(to path: String) throws
  /// The highest memory of another process that did the work; nil where this one did.
  var otherPeakBytes: Int? { get }
}

extension Workload {
  var outputBytes: Int { 0 }
  var factBytes: Int { 0 }
  var parts: [String: Double] { [:] }
  var otherPeakBytes: Int? { nil }
  mutating func prepare() throws {}
  func verify() throws {}
  func write(to path: String) throws {}
}

/// Integers folded into one number: a digest that costs next to nothing (FNV-1a by words).
struct IntegerDigest {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ value: Int64) {
    state = (state ^ UInt64(bitPattern: value)) &* 0x100_0000_01b3
  }

  var text: String { String(state, radix: 16) }
}

/// A clock read around a piece of work.
func timed<Value>(_ work: () throws -> Value) rethrows -> (value: Value, seconds: Double) {
  let clock = ContinuousClock()
  let start = clock.now
  let value = try work()
  let time = start.duration(to: clock.now).components
  return (value, Double(time.seconds) + Double(time.attoseconds) / 1e18)
}
