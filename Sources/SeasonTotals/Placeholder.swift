// Made whole by its owner.
