import APICore

/// What a call is for, as far as its errors, its repetition and the cache care.
enum SeasonalOperation {
  case read, createReward, updateReward, deleteReward, earn, otherWrite

  /// Tells it by method and path.
  init(_ call: APICall) {
    let isReward = call.path.hasPrefix(SeasonalAPI.rewardsPath + "/")
    self =
      switch call.method {
      case .get: .read
      case .post where call.path == SeasonalAPI.rewardsPath: .createReward
      case .post where call.path == SeasonalAPI.earnPath: .earn
      case .put where isReward: .updateReward
      case .delete where isReward: .deleteReward
      case .post, .put, .delete: .otherWrite
      }
  }
}
