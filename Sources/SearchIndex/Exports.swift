// An app that links the indexer meets content IDs, language tags, heads and stores in its signatures, so one import
// is enough.
@_exported public import Bundles
@_exported public import Translations
