/// The return of one unit on every priced start of a trainer.
///
/// The `roi…` numbers are fractions: 0.05 is five units won per hundred staked. A window without a
/// priced start has no ROI: its number is `-infinity`, which sorts last, and its exact figure is
/// nil.
public struct TrainerROIData: ROIFigures, Equatable, Identifiable, Sendable {
  /// The name.
  public var id: String { name }
  /// The trainer's name.
  public let name: String
  /// The figures.
  public let figures: ROIWindows

  /// Makes the data of a trainer.
  public init(name: String, figures: ROIWindows) {
    self.name = name
    self.figures = figures
  }
}
