import Columns

/// The shares of requests with faults.
///
/// Each request draws from a seeded source, so the same seed makes the same requests fail, whatever
/// they are.
public struct FaultPlan: Equatable, Sendable {
  /// One kind of fault, and its probability for a request.
  public struct Share: Equatable, Sendable {
    /// The fault.
    public let kind: FaultKind
    /// The probability, 0 to 1.
    public let probability: Double
  }

  /// The faults; their probabilities sum to at most 1.
  public private(set) var shares: [Share] = []
  /// The seed of the draws.
  public var seed: UInt64

  /// Makes a plan without faults.
  public init(seed: UInt64 = 1) { self.seed = seed }

  /// Reads a plan such as `429:0.1,slow:0.05`.
  ///
  /// - Parameters:
  ///   - text: Names and probabilities; a name without one applies to every request.
  ///   - seed: The seed of the draws.
  /// - Throws: ``SandboxError`` for an unknown name, a probability outside 0 to 1, and
  ///   probabilities with a sum above 1.
  public init(_ text: String, seed: UInt64 = 1) throws(SandboxError) {
    self.init(seed: seed)
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      shares.append(try Self.share(String(part)))
    }
    // Rounding makes 0.7 + 0.2 + 0.1 slightly more than 1.
    guard shares.reduce(0, { $0 + $1.probability }) < 1 + 1e-9 else {
      throw .badFault(found: text, expected: "probabilities that sum to at most 1")
    }
  }

  /// Returns the fault of the n-th request, counted from 0; nil for most.
  func fault(ofRequest index: Int) -> FaultKind? {
    guard !shares.isEmpty else { return nil }
    var left = Double(SeededDraw.mixed(seed, UInt64(index)) >> 11) * 0x1p-53
    for share in shares {
      left -= share.probability
      if left < 0 { return share.kind }
    }
    return nil
  }

  /// Reads names such as `429,500`.
  static func kinds(_ text: String) throws(SandboxError) -> [FaultKind] {
    var kinds: [FaultKind] = []
    for name in text.split(separator: ",") { kinds.append(try kind(String(name))) }
    return kinds
  }

  // MARK: - Implementation

  private static func share(_ text: String) throws(SandboxError) -> Share {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let kind = try kind(String(parts[0]))
    guard parts.count == 2 else { return Share(kind: kind, probability: 1) }
    guard let probability = Double(parts[1]), (0...1).contains(probability) else {
      throw .badFault(found: text, expected: "a name and a probability from 0 to 1")
    }
    return Share(kind: kind, probability: probability)
  }

  private static func kind(_ name: String) throws(SandboxError) -> FaultKind {
    if let kind = FaultKind(rawValue: name) { return kind }
    throw .unknownFault(
      found: name, nearest: NearestName.find(name, in: FaultKind.allCases.map(\.rawValue)))
  }
}
