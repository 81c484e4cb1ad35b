extension FalseDiscovery {
  /// The specification of ``q(_:method:)``: for each test the least bound over all tests above it.
  package static func referenceQ(_ p: [Double], method: Method) -> [Double] {
    let count = Double(p.count)
    let sum = p.indices.reversed().reduce(0.0) { $0 + 1 / Double($1 + 1) }
    let factor = method == .benjaminiYekutieli ? count * sum : count
    return p.map { own in
      p.filter { $0 >= own }.reduce(1.0) { least, other in
        let rank = Double(p.count { $0 <= other })
        return min(least, max(other, other * factor / rank))
      }
    }
  }
}
