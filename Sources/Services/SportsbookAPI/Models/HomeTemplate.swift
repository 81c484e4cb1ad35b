import APICore
import Foundation

/// The structure of a platform's home screen.
public struct HomeTemplate: Codable, Identifiable, Equatable, Sendable {
  /// The template's id.
  public let id: Int
  /// The client application; 0 if the live service names none.
  public let clientId: Int
  /// The template's title; the live service calls it `name`.
  public let title: String
  /// The platform, such as `ios`; empty if the live service names none.
  public let platform: String
  /// The sections, in display order.
  ///
  /// For a live template, the widgets that one of the guide's endpoints fills.
  public let sections: [TemplateSection]
  /// The time of its creation; `distantPast` if the live service does not say.
  public let createdAt: Date
  /// The time of its last change; `distantPast` if the live service does not say.
  public let updatedAt: Date
  /// The live service's widgets, in display order; none in the guide's form.
  public let widgets: [HomeWidget]

  /// Makes a template.
  public init(
    id: Int, clientId: Int, title: String, platform: String, sections: [TemplateSection],
    createdAt: Date, updatedAt: Date, widgets: [HomeWidget] = []
  ) {
    self.id = id
    self.clientId = clientId
    self.title = title
    self.platform = platform
    self.sections = sections
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.widgets = widgets
  }

  /// Reads the guide's form or the live service's.
  ///
  /// - Throws: `DecodingError`, also if there are neither sections nor widgets.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: WireKey.self)
    id = try fields.requiredInteger(.id)
    clientId = try fields.integer(.clientId) ?? 0
    title = try fields.text(.title, .name) ?? ""
    platform = try fields.text(.platform) ?? ""
    createdAt = try fields.moment(.createdAt) ?? .distantPast
    updatedAt = try fields.moment(.updatedAt) ?? .distantPast
    let guides = try fields.elements(TemplateSection.self, .sections, decoder)
    if guides == nil, let live = try fields.elements(HomeWidget.self, .widgets, decoder) {
      widgets = live.sorted { ($0.sortOrder ?? .max) < ($1.sortOrder ?? .max) }
      sections = widgets.compactMap(TemplateSection.init)
    } else if let guides {
      sections = guides
      // A written live template has both.
      widgets = decoder.optional { try fields.elements(HomeWidget.self, .widgets, decoder) } ?? []
    } else {
      throw DecodingError.dataCorruptedError(
        forKey: .sections, in: fields,
        debugDescription: "found neither sections nor widgets; expected one")
    }
  }

  /// Writes the guide's form, and any widgets.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: WireKey.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(clientId, forKey: .clientId)
    try fields.encode(title, forKey: .title)
    try fields.encode(platform, forKey: .platform)
    try fields.encode(sections, forKey: .sections)
    try fields.encodeIfPresent(createdAt.wireText, forKey: .createdAt)
    try fields.encodeIfPresent(updatedAt.wireText, forKey: .updatedAt)
    if !widgets.isEmpty { try fields.encode(widgets, forKey: .widgets) }
  }
}
