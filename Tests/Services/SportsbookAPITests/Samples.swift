/// The guide's answers as it prints them, without the comments that no JSON has.
enum Samples {
  /// The guide's host of images; nothing asks it.
  private static let host = "example.com"

  static let login = #"""
    {
      "token": "YOUR_API_TOKEN",
      "user": {
        "id": 1,
        "name": "User Name"
      }
    }
    """#

  static let homeTemplate = #"""
    {
      "id": 1,
      "client_id": 1,
      "title": "iOS Home Template",
      "platform": "ios",
      "sections": [
        {
          "type": "hero_carousel",
          "title": "Featured",
          "source": "promotions/v1/hero-cards",
          "options": {
            "autoplay": true,
            "interval": 5000
          }
        },
        {
          "type": "sport_banners",
          "title": "Today's Top Events",
          "source": "promotions/v1/sport-banners",
          "options": {
            "layout": "horizontal"
          }
        },
        {
          "type": "stories",
          "title": "Stories",
          "source": "promotions/v1/stories",
          "options": {
            "item_count": 5
          }
        },
        {
          "type": "news",
          "title": "News",
          "source": "promotions/v1/news",
          "options": {
            "display_mode": "card"
          }
        }
      ],
      "created_at": "2023-10-15T14:30:00.000000Z",
      "updated_at": "2024-05-01T09:15:00.000000Z"
    }
    """#

  static let alertBanner = #"""
    {
      "id": 1,
      "title": "Special Offer",
      "content": "Get 50% bonus on your first deposit!",
      "background_color": "#FF5500",
      "text_color": "#FFFFFF",
      "action_type": "internal_link",
      "action_target": "/promotions/details/1",
      "start_date": "2024-05-01T00:00:00.000000Z",
      "end_date": "2024-05-31T23:59:59.000000Z",
      "status": "published",
      "image_url": "https://\#(host)/images/promo-banner.jpg"
    }
    """#

  static let banners = #"""
    [
      {
        "id": 1,
        "title": "Summer Promotion",
        "subtitle": "Hot Odds for Hot Days",
        "action_type": "internal_link",
        "action_target": "/promotions/summer",
        "start_date": "2024-05-01T00:00:00.000000Z",
        "end_date": "2024-08-31T23:59:59.000000Z",
        "status": "published",
        "image_url": "https://\#(host)/images/summer-promo.jpg"
      }
    ]
    """#

  static let sportBanners = #"""
    [
      {
        "id": 1,
        "title": "Champions League Final",
        "subtitle": "Real Madrid vs Liverpool",
        "start_date": "2024-05-01T00:00:00.000000Z",
        "end_date": "2024-05-31T23:59:59.000000Z",
        "status": "published",
        "image_url": "https://\#(host)/images/cl-final.jpg",
        "sport_event_id": 12345,
        "event": {
          "id": 12345,
          "sport_id": 1,
          "home_team_id": 101,
          "away_team_id": 102,
          "date_time": "2024-05-25T20:00:00.000000Z",
          "home_team": {
            "id": 101,
            "name": "Real Madrid",
            "logo": "https://\#(host)/teams/real-madrid.png"
          },
          "away_team": {
            "id": 102,
            "name": "Liverpool",
            "logo": "https://\#(host)/teams/liverpool.png"
          },
          "market": {
            "id": 201,
            "name": "1X2",
            "outcomes": [
              {
                "id": 301,
                "name": "1",
                "price": 2.1
              },
              {
                "id": 302,
                "name": "X",
                "price": 3.5
              },
              {
                "id": 303,
                "name": "2",
                "price": 2.8
              }
            ]
          }
        }
      }
    ]
    """#

  static let boostedOddsBanners = #"""
    [
      {
        "id": 1,
        "title": "Boosted: Real Madrid to Win + Both Teams to Score",
        "original_odd": 3.5,
        "boosted_odd": 4.2,
        "start_date": "2024-05-20T00:00:00.000000Z",
        "end_date": "2024-05-25T19:59:59.000000Z",
        "status": "published",
        "image_url": "https://\#(host)/images/boosted-madrid.jpg",
        "sport_event_id": 12345,
        "event": {
          "id": 12345
        }
      }
    ]
    """#

  static let heroCards = #"""
    [
      {
        "id": 1,
        "title": "NBA Finals Game 7",
        "subtitle": "Celtics vs Lakers",
        "action_type": "event_link",
        "action_target": "12346",
        "start_date": "2024-06-15T00:00:00.000000Z",
        "end_date": "2024-06-18T23:59:59.000000Z",
        "status": "published",
        "image_url": "https://\#(host)/images/nba-finals.jpg",
        "event_id": 12346,
        "event_data": {}
      }
    ]
    """#

  static let stories = #"""
    [
      {
        "id": 1,
        "title": "Player Spotlight: Ronaldo",
        "content": "Cristiano Ronaldo's career achievements",
        "action_type": "external_link",
        "action_target": "https://\#(host)/articles/ronaldo-career",
        "start_date": "2024-05-01T00:00:00.000000Z",
        "end_date": "2024-05-08T23:59:59.000000Z",
        "status": "published",
        "image_url": "https://\#(host)/images/ronaldo-story.jpg",
        "duration": 5
      }
    ]
    """#

  static let news = #"""
    [
      {
        "id": 1,
        "title": "Transfer News: Mbappe to Real Madrid",
        "subtitle": "French superstar set to join Spanish giants",
        "content": "Paris Saint-Germain forward Kylian Mbappe has agreed to join Real Madrid...",
        "author": "Sports Desk",
        "published_date": "2024-05-15T09:30:00.000000Z",
        "status": "published",
        "image_url": "https://\#(host)/images/mbappe-transfer.jpg",
        "tags": ["transfer", "football", "LaLiga", "Ligue1"]
      }
    ]
    """#

  static let proChoices = #"""
    [
      {
        "id": 1,
        "title": "Expert Pick of the Day",
        "tipster": {
          "id": 101,
          "name": "John Expert",
          "win_rate": 0.68,
          "avatar": "https://\#(host)/tipsters/john.jpg"
        },
        "event": {
          "id": 12345,
          "home_team": "Real Madrid",
          "away_team": "Liverpool",
          "date_time": "2024-05-25T20:00:00.000000Z"
        },
        "selection": {
          "market_name": "1X2",
          "outcome_name": "1",
          "odds": 2.1
        },
        "reasoning": "Real Madrid has a strong home record in Champions League finals..."
      }
    ]
    """#

  static let refusal = #"""
    {
      "message": "Unauthenticated",
      "errors": {
        "token": ["The token has expired"]
      }
    }
    """#

  /// The guide shows the members alone.
  static let allPromotions =
    #"{"bannerAlert": \#(alertBanner), "banners": \#(banners), "#
    + #""sportBanners": \#(sportBanners), "stories": \#(stories)}"#
}
