/* Debian's libxml2 headers include ICU's, which collide with the toolchain's own ICU module
   in any target that also sees Foundation; without the macro they are not needed here. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlIO.h>
