/// Sums per window from sums per band, as one matrix product.
///
/// A window is a set of bands; the sets are the rows of a 0/1 matrix, and every column of the
/// block of sums (one measure of one entity) goes through the same product:
/// ```
/// [window × column] = [window × band] · [band × column]
/// ```
/// The product works on integer-valued doubles, one panel of columns at a time. A panel whose
/// values could bring Σ|products| to 2⁵³ is split into limbs, one column each, that are put
/// together again in integers; so the sums are exact.
public struct WindowProduct: Sendable {
  /// The number of windows.
  public let windowCount: Int
  /// The number of bands.
  public let bandCount: Int
  /// `[window × band]`, 1 where the band belongs to the window.
  let membership: [Double]
  /// Columns of a panel; its doubles take about 1 MiB.
  let panelColumns: Int

  /// Creates the product for windows given as lists of bands.
  ///
  /// - Parameters:
  ///   - windows: Per window the numbers of its bands, none of them twice.
  ///   - bandCount: Number of bands.
  public init(windows: [[Int]], bandCount: Int) {
    self.init(windows: windows, bandCount: bandCount, panelBytes: 1 << 20)
  }

  /// Creates the product with another size of panel, for the tests' remainders.
  package init(windows: [[Int]], bandCount: Int, panelBytes: Int) {
    precondition((0...Int(Int32.max)).contains(bandCount), "a number of bands fits 31 bits")
    var membership = [Double](repeating: 0, count: windows.count * bandCount)
    for (window, bands) in windows.enumerated() {
      for band in bands {
        precondition((0..<bandCount).contains(band), "a window names a band that is not there")
        precondition(membership[window * bandCount + band] == 0, "a window names a band twice")
        membership[window * bandCount + band] = 1
      }
    }
    self.windowCount = windows.count
    self.bandCount = bandCount
    self.membership = membership
    panelColumns = max(8, panelBytes / (8 * max(1, windows.count + bandCount)) / 8 * 8)
  }

  /// Fills in the sums of every window.
  ///
  /// - Parameters:
  ///   - windowSums: Receives `[windowCount × columns]` sums; each must fit `Int64`.
  ///   - bandSums: `[bandCount × columns]`, such as ``SumBlock/withSums(_:)`` lends.
  ///   - columns: Number of columns of both.
  public func fill(
    _ windowSums: inout MutableSpan<Int64>, bandSums: Span<Int64>, columns: Int
  ) {
    precondition(columns >= 0, "a number of columns must not be negative")
    precondition(bandSums.count == bandCount * columns, "band sums must be bands × columns")
    precondition(windowSums.count == windowCount * columns, "sums must be windows × columns")
    guard windowCount > 0 else { return }
    var panel = Panel(bandCount: bandCount, windowCount: windowCount)
    // Safety: panels cover 0..<columns without overlap; the counts were checked above.
    bandSums.withUnsafeBufferPointer { bandSums in
      windowSums.withUnsafeMutableBufferPointer { windowSums in
        for start in stride(from: 0, to: columns, by: panelColumns) {
          let range = start..<min(start + panelColumns, columns)
          panel.load(bandSums, columns: columns, range: range)
          panel.multiply(membership)
          panel.store(windowSums, columns: columns, range: range)
        }
      }
    }
  }
}
