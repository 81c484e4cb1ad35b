import Foundation
import TestSupport
import Testing

/// `Benchmarks/peers/make_runners.py` draws the same bytes on every processor.
struct PeerGeneratorTests {
  @Test(arguments: [
    "np.exp", "np.log", "np.power", "np.sin", "np.cos", "np.tan", "np.dot", "np.matmul", "math.",
    "argsort", "argpartition", ".normal(", ".gumbel(", ".lognormal(", ".exponential(", ".choice(",
    ".gamma(", ".beta(", ".poisson(", ".binomial(", "np.std", "np.var", "np.mean",
  ])
  func `the peers' generator calls nothing that processors round or order differently`(
    word: String
  ) throws {
    let path = RailbirdProcess.packageFolder + "/Benchmarks/peers/make_runners.py"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("rng.integers("))
    #expect(!text.contains(word))
  }
}
