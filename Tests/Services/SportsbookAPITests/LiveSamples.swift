/// Invented answers in the live service's form: the same members and kinds, other values.
enum LiveSamples {
  static let login =
    #"{"token": "7|live-token-0123456789", "type": "Bearer", "expires_at": 1748210400}"#

  static let homeTemplate = #"""
    {"id": 4, "name": "Default Layout", "widgets": [
      {"id": 9, "name": "boostedEvents", "description": "Better odds", "web_namespace": "Boosted",
       "ios_namespace": "Boosted", "android_namespace": "Boosted", "user_type": "all",
       "sort_order": 3, "orientation": "horizontal"},
      {"id": 1, "name": "alertBanners", "description": null, "web_namespace": "UserAlertBox",
       "ios_namespace": "UserProfile", "android_namespace": "UserProfile",
       "user_type": "authenticated", "sort_order": 1, "orientation": null},
      {"id": 7, "name": "betSwipe", "description": "Own bets", "web_namespace": "Swipe",
       "ios_namespace": "Swipe", "android_namespace": "Swipe", "user_type": "all",
       "sort_order": 2, "orientation": null}]}
    """#

  static let alertBanner = #"""
    {"id": 4, "client_id": 2, "title": "Attention", "subtitle": "Read this",
     "cta_text": "Open", "cta_url": "https://sports.example/offers", "platform": "all",
     "status": "published", "start_date": "2025-02-26 12:39:00",
     "end_date": "2026-02-26 12:39:00", "user_type": "all",
     "created_at": "2025-02-26T12:39:57.000000Z", "updated_at": "2025-02-26T13:28:03.000000Z"}
    """#

  static let banners = #"""
    [{"id": 4, "client_id": 2, "title": "Banner 1", "subtitle": "Line two", "cta_text": null,
      "cta_url": null, "platform": "all", "status": "published",
      "start_date": "2025-02-26 14:03:00", "end_date": null, "user_type": "all",
      "created_at": "2025-02-26T14:03:33.000000Z", "updated_at": "2025-02-26T14:03:33.000000Z",
      "image_url": "https://cms.example/storage/32/banner.jpg"}]
    """#

  static let sportBanners = #"""
    [{"id": 6, "sport_event_id": "4067574.1", "sport_event_market_id": "67677928.1",
      "cta_url": null, "image_url": "https://cms.example/storage/33/match.png"}]
    """#

  static let boostedOddsBanners = #"""
    [{"id": 4, "name": null, "title": null, "sport_event_id": "4067992.1",
      "sport_event_market_id": "67701007.1", "sport_event_boosted_market_id": "67701178.1",
      "cta_url": null}]
    """#

  static let heroCards = #"""
    [{"id": 3, "sport_event_id": "4067574.1",
      "sport_event_market_ids": ["67677928.1", "67677925.1"],
      "image_url": "https://cms.example/storage/34/hero.png"}]
    """#

  static let stories = #"""
    [{"id": 7, "client_id": 2, "title": "Story 3", "media_type": "video", "cta_text": null,
      "cta_url": "/promotions/story", "platform": "all", "status": "published",
      "start_date": "2025-02-26 16:08:00", "end_date": "2026-02-26 16:08:00",
      "user_type": "all", "created_at": "2025-02-26T16:11:10.000000Z",
      "updated_at": "2025-02-26T16:11:10.000000Z",
      "media_url": "https://cms.example/storage/40/story.mp4",
      "icon_url": "https://cms.example/storage/39/icon.png"}]
    """#

  static let news = #"""
    [{"id": 11, "title": "A new coach", "subtitle": null, "content": "…", "author": null,
      "published_date": null, "status": "published", "image_url": null, "tags": []}]
    """#

  static let proChoices = #"""
    [{"sport_event_id": "4067574.1", "sport_event_market_id": "67677928.1",
      "image_url": "https://cms.example/storage/43/choice.png"}]
    """#

  static let campaigns = #"""
    [{"id": 12, "title": "Welcome", "slug": "welcome", "sort_order": 1, "platform": "all",
      "status": "published", "user_type": "all", "list_display_note": null,
      "list_display_image_url": "https://cms.example/storage/1/welcome.png",
      "start_date": "2025-02-26 16:08:00", "end_date": null, "static_page_slug": "welcome",
      "static_page": {"title": "Welcome", "sections": []},
      "categories": [{"id": 1, "name": "Sports"}], "tag": "new"}]
    """#
}
