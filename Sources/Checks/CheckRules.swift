package import Diagnostics

/// Every rule over catalogs, keywords and the content map, one list for each family.
package enum CheckRules {
  package static let all: [Rule] =
    PlaceholderRules.all + PluralRules.all + KeywordRules.all + ContentRules.all + LocaleRules.all
    + LengthRules.all + MarkupRules.all
}
