import APICore

/// What a call is for, as far as its errors, its repetition and the cache care.
enum SeasonalOperation {
  case read, createReward, deleteReward, earn, otherWrite
  /// A change of a reward, perhaps of its display order too.
  case updateReward(sendsOrder: Bool)

  /// Tells it by method and path.
  init(_ call: APICall) {
    let isReward = call.path.hasPrefix(SeasonalAPI.rewardsPath + "/")
    self =
      switch call.method {
      case .get: .read
      case .post where call.path == SeasonalAPI.rewardsPath: .createReward
      case .post where call.path == SeasonalAPI.earnPath: .earn
      case .put where isReward: .updateReward(sendsOrder: Self.sendsOrder(call))
      case .delete where isReward: .deleteReward
      case .post, .put, .delete: .otherWrite
      }
  }

  // MARK: - Implementation

  private static func sendsOrder(_ call: APICall) -> Bool {
    guard let order = call.body.flatMap({ try? JSONValue(parsing: $0) })?["displayOrder"] else {
      return false
    }
    return order != .null
  }
}
