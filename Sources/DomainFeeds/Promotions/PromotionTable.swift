/// The tables of the mapping `sportsbook`, which are all read of one journal.
enum PromotionTable: String, CaseIterable {
  case items = "promo_items"
  case sections = "home_sections"
  case quotes = "odds_quotes"
  case boosts = "odds_boosts"
  case picks = "tipster_picks"
  case news = "news_items"
}
