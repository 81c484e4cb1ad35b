/// The service's answers by the guide, and the additions of its public server.
enum Samples {
  /// The guide's first example, without its comment; the year is a number there.
  static let progress = #"""
    {"season": "xc", "year": 2024, "teamTotalPoints": 12500, "activeRosterCount": 45, "rewards": [
      {"id": 1, "season": "xc", "year": 2024, "description": "Team Pizza Party",
       "pointThreshold": 5000, "displayOrder": 1, "isAchieved": true,
       "achievedDate": "2024-10-15T10:30:00.000Z", "progressPercentage": 100.0},
      {"id": 2, "season": "xc", "year": 2024, "description": "Custom Team Hoodies",
       "pointThreshold": 10000, "displayOrder": 2, "isAchieved": true,
       "achievedDate": "2024-11-01T14:20:00.000Z", "progressPercentage": 100.0},
      {"id": 3, "season": "xc", "year": 2024, "description": "Team Trip to Indoor Track Meet",
       "pointThreshold": 20000, "displayOrder": 3, "isAchieved": false, "achievedDate": null,
       "progressPercentage": 62.5}]}
    """#
  static let rewards = #"""
    [{"id": 1, "season": "xc", "year": 2024, "description": "Team Pizza Party",
      "pointThreshold": 5000, "displayOrder": 1, "isAchieved": true,
      "achievedDate": "2024-10-15T10:30:00.000Z", "progressPercentage": null},
     {"id": 2, "season": "xc", "year": 2024, "description": "Custom Team Hoodies",
      "pointThreshold": 10000, "displayOrder": 2, "isAchieved": false, "achievedDate": null,
      "progressPercentage": null}]
    """#
  static let reward = #"""
    {"id": 2, "season": "xc", "year": 2024, "description": "Team Hoodies",
     "pointThreshold": 10000, "displayOrder": 2, "isAchieved": false, "achievedDate": null,
     "createdAt": "2024-09-01T10:00:00.000Z", "updatedAt": "2024-09-01T10:00:00.000Z"}
    """#
  /// The same by the server's JSON library: no `is`, `+0000`, the year a text.
  static let serversReward = #"""
    {"season": "xc", "year": "2024", "rewardName": "Silver", "description": "Team Hoodies",
     "pointThreshold": 10000, "displayOrder": 2, "achieved": true,
     "achievedDate": "2024-10-15T10:30:00.000+0000", "createdBy": "Coach Smith", "id": 2,
     "createdAt": "2024-09-01T10:00:00.000+0000", "updatedAt": "2024-09-01T10:00:00.000+0000"}
    """#
  /// The guide's bodies of a create, an update and an award; years are numbers there.
  static let createBody = #"""
    {"season": "xc", "year": 2024, "description": "Team Hoodies", "pointThreshold": 10000,
     "displayOrder": 2, "createdBy": "Coach Smith"}
    """#
  static let updateBody = #"""
    {"description": "Custom Team Hoodies (Updated)", "pointThreshold": 12000, "displayOrder": 2}
    """#
  static let earnBody = #"""
    {"runnerId": 123, "activityType": "TRAINING_RUN",
     "activityUuid": "550e8400-e29b-41d4-a716-446655440000", "season": "xc", "year": 2024,
     "description": "Morning run - 5 miles"}
    """#
  static let runnerPoints =
    #"{"runnerId": 123, "season": "xc", "year": 2024, "pointsEarned": 285}"#
  static let leaderboard = #"""
    [{"runnerId": 7, "season": "xc", "year": "2024", "pointsEarned": 300},
     {"runnerId": 123, "season": "xc", "year": "2024", "pointsEarned": 285}]
    """#
  static let earned = #"""
    {"success": true, "pointsEarned": 10, "newBalance": 295, "transaction": {
      "runnerId": 123, "transactionType": "EARNED", "pointsAmount": 10,
      "activityType": "TRAINING_RUN", "featureType": null,
      "activityUuid": "550e8400-e29b-41d4-a716-446655440000",
      "description": "Morning run - 5 miles", "balanceAfter": 295, "season": "xc",
      "refunded": false, "refundedAt": null, "relatedTransactionId": null,
      "createdAt": "2024-10-15T17:00:00.000+0000"}}
    """#
  static let transactions = #"""
    [{"runnerId": 123, "transactionType": "SPENT", "pointsAmount": -5, "featureType": "SEND_GIF",
      "balanceAfter": 290, "isRefunded": true, "refundedAt": "2024-10-16T00:00:00.000Z",
      "createdAt": "2024-10-15T18:00:00.000Z"},
     {"runnerId": 123, "transactionType": "EARNED", "pointsAmount": 10, "balanceAfter": 295,
      "activityType": "TRAINING_RUN", "season": "xc", "createdAt": "2024-10-15T17:00:00.000Z"}]
    """#
  static let config = #"{"config": {"EARN_TRAINING_RUN": 10, "COST_SEND_GIF": 5}}"#
  static let runners = #"""
    [{"name": "Ada Moss", "graduatingClass": "2026", "active": true, "doesXc": true, "team": "UA",
      "id": 123, "points": 295},
     {"name": "Ben Quill", "graduatingClass": 2025, "isActive": false, "team": "NU", "id": 7}]
    """#
}
