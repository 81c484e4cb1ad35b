/// A home screen: a template and the content of its sections.
public struct HomeScreen: Equatable, Sendable {
  /// The template.
  public let template: HomeTemplate
  /// The sections, in the template's order.
  public let sections: [ResolvedSection]

  /// Makes a home screen.
  public init(template: HomeTemplate, sections: [ResolvedSection]) {
    self.template = template
    self.sections = sections
  }
}

/// A section of a home screen with its content.
public struct ResolvedSection: Equatable, Sendable {
  /// Its place in the template, from 0.
  public let index: Int
  /// The section in the template.
  public let section: TemplateSection
  /// The content, or the error of fetching it.
  public let content: Result<SectionContent, SportsbookError>

  /// Makes a section.
  public init(
    index: Int, section: TemplateSection, content: Result<SectionContent, SportsbookError>
  ) {
    self.index = index
    self.section = section
    self.content = content
  }
}

extension SportsbookClient {
  /// Fetches the whole home screen: the template, then all sections at the same time.
  ///
  /// A failed section holds its error; the others are not affected.
  ///
  /// - Parameters:
  ///   - platform: The platform.
  ///   - clientId: The client application; nil for the settings'.
  ///   - userType: The type of user; nil for the settings'.
  ///   - refreshing: Whether to ignore cached answers.
  /// - Returns: The screen.
  /// - Throws: ``SportsbookError`` if there is no template, and `cancelled`.
  public func home(
    platform: Platform = .ios, clientId: Int? = nil, userType: String? = nil,
    refreshing: Bool = false
  ) async throws(SportsbookError) -> HomeScreen {
    let template = try await homeTemplate(
      platform: platform, clientId: clientId, userType: userType, refreshing: refreshing)
    var audience = settings.audience
    audience.platform = platform
    audience.clientId = clientId ?? audience.clientId
    audience.userType = userType ?? audience.userType
    let whom = audience
    let sections = await withTaskGroup(of: ResolvedSection.self) { group in
      for (index, section) in template.sections.enumerated() {
        group.addTask {
          ResolvedSection(
            index: index, section: section,
            content: await self.result(section, whom, refreshing))
        }
      }
      var sections: [ResolvedSection] = []
      for await section in group { sections.append(section) }
      return sections.sorted { $0.index < $1.index }
    }
    if Task.isCancelled { throw .cancelled }
    return HomeScreen(template: template, sections: sections)
  }

  /// Fetches a section's content.
  ///
  /// - Parameters:
  ///   - section: A template's section.
  ///   - audience: The audience; nil for the settings'.
  ///   - refreshing: Whether to ignore a cached answer.
  /// - Returns: The section's elements.
  /// - Throws: ``SportsbookError``; `invalid` if the source is not one of the guide's promotions:
  ///   nothing is sent then.
  public func content(
    of section: TemplateSection, for audience: PromotionAudience? = nil, refreshing: Bool = false
  ) async throws(SportsbookError) -> SectionContent {
    switch try SectionSource.endpoint(of: section.source) {
    case .allPromotions:
      return .allPromotions(try await allPromotions(for: audience, refreshing: refreshing))
    case .alertBanner:
      return .alertBanner(try await alertBanner(for: audience, refreshing: refreshing))
    case .banners: return .banners(try await banners(for: audience, refreshing: refreshing))
    case .sportBanners:
      return .sportBanners(try await sportBanners(for: audience, refreshing: refreshing))
    case .boostedOddsBanners:
      return .boostedOddsBanners(
        try await boostedOddsBanners(for: audience, refreshing: refreshing))
    case .heroCards: return .heroCards(try await heroCards(for: audience, refreshing: refreshing))
    case .stories: return .stories(try await stories(for: audience, refreshing: refreshing))
    case .news: return .news(try await news(for: audience, refreshing: refreshing))
    case .proChoices:
      let (choices, pointers) = try await proChoiceLists(for: audience, refreshing: refreshing)
      return .proChoices(choices, pointers: pointers)
    case .login, .homeTemplate:
      preconditionFailure("a source that SectionSource refuses")
    }
  }

  // MARK: - Implementation

  private func result(
    _ section: TemplateSection, _ audience: PromotionAudience, _ refreshing: Bool
  ) async -> Result<SectionContent, SportsbookError> {
    do throws(SportsbookError) {
      return .success(try await content(of: section, for: audience, refreshing: refreshing))
    } catch {
      return .failure(error)
    }
  }
}
