import Columns
import Testing

struct PartitionPointTests {
  @Test(arguments: 0...9)
  func `halving finds the place that a walk finds`(count: Int) {
    let places = 5..<(5 + count)
    for edge in 4...(6 + count) {
      let walked = places.first { $0 >= edge } ?? places.upperBound
      #expect(places.partitionPoint { $0 >= edge } == walked, "edge \(edge)")
    }
  }
}
