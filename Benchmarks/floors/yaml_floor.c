/* yaml_floor FILE... : the cost of libyaml itself.
 *
 * Takes every event of each file and only counts scalars.
 */
#include <stdio.h>
#include <yaml.h>

static unsigned long scalars, bytes;

static int parse(const char *path)
{
  FILE *file = fopen(path, "rb");
  if (!file) return perror(path), 1;
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser)) return fclose(file), 1;
  yaml_parser_set_input_file(&parser, file);
  int isOver = 0, failure = 0;
  while (!isOver && !failure) {
    yaml_event_t event;
    failure = !yaml_parser_parse(&parser, &event);
    if (failure) break;
    if (event.type == YAML_SCALAR_EVENT) {
      scalars++;
      bytes += event.data.scalar.length;
    }
    isOver = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  if (failure) fprintf(stderr, "%s: not read to its end\n", path);
  yaml_parser_delete(&parser);
  fclose(file);
  return failure;
}

int main(int argc, char **argv)
{
  int failure = argc < 2;
  for (int index = 1; index < argc; index++) failure |= parse(argv[index]);
  printf("%lu scalars, %lu bytes of text\n", scalars, bytes);
  return failure;
}
