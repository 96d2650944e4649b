/* xml_floor FILE... : the cost of libxml2 itself.
 *
 * Pushes each file in pieces of 64 KiB through the SAX2 parser, with callbacks that only count, so that the
 * compiler cannot leave them out.
 */
#include <fcntl.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { piece = 64 * 1024 };

static unsigned long elements, bytes;

static void start(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                  int namespaceCount, const xmlChar **namespaces, int attributeCount, int defaultCount,
                  const xmlChar **attributes)
{
  (void)context, (void)name, (void)prefix, (void)uri, (void)namespaceCount, (void)namespaces;
  (void)attributeCount, (void)defaultCount, (void)attributes;
  elements++;
}

static void end(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
  (void)context, (void)name, (void)prefix, (void)uri;
}

static void text(void *context, const xmlChar *characters, int count)
{
  (void)context, (void)characters;
  bytes += count;
}

static int parse(const char *path)
{
  static char buffer[piece];
  xmlSAXHandler handler;
  memset(&handler, 0, sizeof handler);
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = start;
  handler.endElementNs = end;
  handler.characters = text;
  handler.ignorableWhitespace = text;
  handler.cdataBlock = text;

  int file = open(path, O_RDONLY);
  if (file < 0) return perror(path), 1;
  xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(&handler, NULL, NULL, 0, NULL);
  xmlCtxtUseOptions(parser, XML_PARSE_NONET);
  ssize_t count;
  while ((count = read(file, buffer, piece)) > 0 && !xmlParseChunk(parser, buffer, (int)count, 0)) {}
  int failure = count < 0 || xmlParseChunk(parser, buffer, 0, 1);
  xmlFreeParserCtxt(parser);
  close(file);
  if (failure) fprintf(stderr, "%s: not read to its end\n", path);
  return failure;
}

int main(int argc, char **argv)
{
  int failure = argc < 2;
  for (int index = 1; index < argc; index++) failure |= parse(argv[index]);
  printf("%lu elements, %lu bytes of text\n", elements, bytes);
  return failure;
}
