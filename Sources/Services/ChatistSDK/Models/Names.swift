/// The identifier of a ticket.
public typealias TicketID = String

/// The time of the caller's branding, `yyyy-MM-dd HH:mm:ss`; nil for none.
public typealias UpdatedAt = String?
