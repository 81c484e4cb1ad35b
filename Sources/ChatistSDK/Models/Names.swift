/// The identifier of a ticket.
public typealias TicketID = String

/// The moment of the last branding that is known, `yyyy-MM-dd HH:mm:ss`; nil for none.
public typealias UpdatedAt = String?
