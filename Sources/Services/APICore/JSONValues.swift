// The types of JSON are part of every client's interface.
@_exported import JSONValues
