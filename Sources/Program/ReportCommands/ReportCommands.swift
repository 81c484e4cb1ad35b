import ArgumentParser

/// The commands that compute figures of a store, in the order of the help.
package var reportCommands: [any ParsableCommand.Type] {
  [
    ReportCommand.self, ServeCommand.self, CardCommand.self, QualifiersCommand.self,
    AnglesCommand.self, ShowCommand.self, CompareCommand.self, SearchCommand.self,
    FeaturesCommand.self, SeasonCommand.self, PromotionsCommand.self, BettingCommand.self,
    SupportCommand.self, SettleCommand.self, CalibrationCommand.self,
  ]
}
