// An app that links the adapter names the system's index and the indexer's types, so one import is enough.
@_exported public import SearchIndex

#if canImport(CoreSpotlight)
  @_exported public import CoreSpotlight
#else
  @_exported public import CoreSpotlightStub
#endif
