import Testing

@testable import bench

struct CountTests {
  @Test(arguments: [
    ("50000", 50_000), ("50,000", 50_000), ("50K", 50_000), ("1M", 1_000_000), ("1m", 1_000_000),
    ("1.5M", 1_500_000), ("0.05M", 50_000), ("150M", 150_000_000), ("2G", 2_000_000_000), ("7", 7),
  ])
  func `a number of rows is read as people write it`(text: String, value: Int) {
    #expect(Count(text)?.value == value)
  }

  @Test(arguments: [
    "", "M", "1.M", ".5M", "1.2.3M", "1.5", "0", "-1", "1X", "1.2345678M", "٣M",
    "9999999999999999G",
  ])
  func `anything else is none`(text: String) {
    #expect(Count(text) == nil)
  }

  @Test(arguments: [(1_000_000, "1M"), (50_000, "50K"), (1_500_000, "1500K"), (1_234, "1234")])
  func `a number of rows is written short where that loses nothing`(value: Int, text: String) {
    #expect(Count(value).text == text && Count(text)?.value == value)
  }
}
