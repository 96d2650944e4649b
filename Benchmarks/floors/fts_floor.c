/* The cost of SQLite and FTS5 themselves, for the schema and the analysed text of an index that the product built:
 *
 *   fts_floor dump INDEX ROWS           writes the schema and every row of an index to a file
 *   fts_floor build ROWS INDEX BATCH    builds the same index again, BATCH rows a transaction; prints the CPU time
 *                                       from when the rows are in memory until the index is closed, in microseconds
 *   fts_floor update INDEX COUNT        replaces COUNT rows, evenly spread, in one transaction; prints the CPU time
 *                                       from before the index is opened until it is closed, in microseconds
 *   fts_floor open INDEX                opens it and reads one row of each table
 *
 * The rows of an FTS5 table come from its content table, whose columns of the same names hold the exact text that
 * FTS5 was given. Nothing is analysed here.
 *
 * A dump is a sequence of records "KIND LENGTH\n" and LENGTH bytes: P page size, S statement, T table with its
 * number of columns, V value (its first byte is the SQLite type), R end of a row.
 */
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>

enum { maximumColumns = 64 };

static sqlite3 *database;

static void fail(const char *what)
{
  fprintf(stderr, "%s: %s\n", what, database ? sqlite3_errmsg(database) : "out of memory");
  exit(70);
}

static void openDatabase(const char *path)
{
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  if (sqlite3_open_v2(path, &database, flags, NULL)) fail(path);
}

static void run(const char *sql)
{
  if (sqlite3_exec(database, sql, NULL, NULL, NULL)) fail(sql);
}

static sqlite3_stmt *prepare(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  char *sql = sqlite3_vmprintf(format, arguments);
  va_end(arguments);
  sqlite3_stmt *statement;
  if (sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL)) fail(sql);
  sqlite3_free(sql);
  return statement;
}

static void step(sqlite3_stmt *statement)
{
  int result = sqlite3_step(statement);
  if (result != SQLITE_DONE && result != SQLITE_ROW) fail(sqlite3_sql(statement));
  sqlite3_reset(statement);
}

/* A full-text table, and which columns of its content table it takes. */
struct Index {
  char name[64];
  char content[64];
  int count;
  int columns[maximumColumns];
  char names[maximumColumns][64];
};

static struct Index indexes[8];
static int indexCount;

/* Copies the value of "option = 'value'" from a statement. */
static int findOption(const char *sql, const char *option, char *value, size_t size)
{
  const char *place = strcasestr(sql, option);
  if (!place) return 0;
  place = strchr(place, '=');
  if (!place) return 0;
  place += 1 + strspn(place + 1, " '\"");
  snprintf(value, size, "%.*s", (int)strcspn(place, "'\", )"), place);
  return 1;
}

/* Finds the full-text tables of the open database that take their text from another table. */
static void findIndexes(void)
{
  sqlite3_stmt *tables = prepare("SELECT name, sql FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%%fts5%%'");
  while (sqlite3_step(tables) == SQLITE_ROW) {
    struct Index *index = &indexes[indexCount];
    snprintf(index->name, sizeof index->name, "%s", (const char *)sqlite3_column_text(tables, 0));
    if (!findOption((const char *)sqlite3_column_text(tables, 1), "content=", index->content, 64)
        && !findOption((const char *)sqlite3_column_text(tables, 1), "content =", index->content, 64)) continue;
    sqlite3_stmt *columns = prepare("SELECT name FROM pragma_table_info(%Q)", index->name);
    while (sqlite3_step(columns) == SQLITE_ROW) {
      const char *name = (const char *)sqlite3_column_text(columns, 0);
      sqlite3_stmt *place = prepare("SELECT cid FROM pragma_table_info(%Q) WHERE name = %Q", index->content, name);
      if (sqlite3_step(place) != SQLITE_ROW) fail(name);
      index->columns[index->count] = sqlite3_column_int(place, 0);
      snprintf(index->names[index->count++], 64, "%s", name);
      sqlite3_finalize(place);
    }
    sqlite3_finalize(columns);
    indexCount++;
  }
  sqlite3_finalize(tables);
}

/* --- dump --- */

static void put(FILE *file, char kind, int type, const void *bytes, int count)
{
  fprintf(file, "%c %d\n", kind, count + (type ? 1 : 0));
  if (type) fputc(type, file);
  fwrite(bytes, 1, count, file);
}

static void putRows(FILE *file, const char *table)
{
  sqlite3_stmt *rows = prepare("SELECT * FROM \"%w\" ORDER BY 1", table);
  char head[160];
  int columns = sqlite3_column_count(rows);
  put(file, 'T', 0, head, snprintf(head, sizeof head, "%d %s", columns, table));
  while (sqlite3_step(rows) == SQLITE_ROW) {
    for (int column = 0; column < columns; column++) {
      int type = sqlite3_column_type(rows, column);
      put(file, 'V', type, sqlite3_column_blob(rows, column), sqlite3_column_bytes(rows, column));
    }
    put(file, 'R', 0, "", 0);
  }
  sqlite3_finalize(rows);
}

static int dump(const char *source, const char *target)
{
  openDatabase(source);
  FILE *file = fopen(target, "wb");
  if (!file) fail(target);
  char size[16];
  sqlite3_stmt *page = prepare("PRAGMA page_size");
  sqlite3_step(page);
  put(file, 'P', 0, size, snprintf(size, sizeof size, "%d", sqlite3_column_int(page, 0)));
  sqlite3_finalize(page);
  /* FTS5 makes its own tables, named after the full-text table. */
  const char *own =
      "t.sql IS NOT NULL AND t.name NOT LIKE 'sqlite_%' AND NOT EXISTS (SELECT 1 FROM sqlite_schema f WHERE "
      "f.sql LIKE 'CREATE VIRTUAL TABLE%' AND t.name GLOB f.name || '_*')";
  sqlite3_stmt *schema = prepare("SELECT sql FROM sqlite_schema t WHERE %s ORDER BY type = 'index', rowid", own);
  while (sqlite3_step(schema) == SQLITE_ROW)
    put(file, 'S', 0, sqlite3_column_text(schema, 0), sqlite3_column_bytes(schema, 0));
  sqlite3_finalize(schema);
  sqlite3_stmt *tables = prepare(
      "SELECT name FROM sqlite_schema t WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%%' AND %s "
      "ORDER BY rowid", own);
  while (sqlite3_step(tables) == SQLITE_ROW) putRows(file, (const char *)sqlite3_column_text(tables, 0));
  sqlite3_finalize(tables);
  return fclose(file) != 0;
}

/* --- build, update --- */

static long long microseconds(void)
{
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000LL + used.ru_utime.tv_usec + used.ru_stime.tv_usec;
}

/* One record of a dump; a number is one already, so that nothing but SQLite is left to do. */
struct Record {
  char kind;
  char type;
  int count;
  const char *bytes;
  long long integer;
  double real;
};

static struct Record *records;
static long recordCount;

/* Reads a whole dump into memory. The bytes of a record are followed by a zero in the place of the next kind. */
static void readDump(const char *path)
{
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END)) fail(path);
  long size = ftell(file), capacity = 1 << 20;
  char *memory = malloc(size + 1), *place = memory;
  records = malloc(capacity * sizeof *records);
  rewind(file);
  if (!memory || !records || fread(memory, 1, size, file) != (size_t)size) fail(path);
  fclose(file);
  memory[size] = 0;
  while (place < memory + size) {
    char *end;
    struct Record record = {.kind = *place};
    record.count = strtol(place + 1, &end, 10);
    if (*end != '\n' || end + 1 + record.count > memory + size) fail("a dump that was cut off");
    *place = 0;
    record.bytes = end + 1;
    place = end + 1 + record.count;
    if (record.kind == 'V') {
      record.type = *record.bytes++;
      record.count--;
      char next = *place;
      *place = 0;
      if (record.type == SQLITE_INTEGER) record.integer = atoll(record.bytes);
      if (record.type == SQLITE_FLOAT) record.real = atof(record.bytes);
      *place = next;
    }
    if (recordCount == capacity) {
      records = realloc(records, (capacity *= 2) * sizeof *records);
      if (!records) fail(path);
    }
    records[recordCount++] = record;
  }
}

static void bind(sqlite3_stmt *statement, int position, const struct Record *value)
{
  switch (value->type) {
  case SQLITE_INTEGER: sqlite3_bind_int64(statement, position, value->integer); break;
  case SQLITE_FLOAT: sqlite3_bind_double(statement, position, value->real); break;
  case SQLITE_TEXT: sqlite3_bind_text(statement, position, value->bytes, value->count, SQLITE_STATIC); break;
  case SQLITE_BLOB: sqlite3_bind_blob(statement, position, value->bytes, value->count, SQLITE_STATIC); break;
  default: sqlite3_bind_null(statement, position);
  }
}

/* A table that is being filled, and the full-text tables that take its text. */
struct Table {
  int columns;
  /* Inserts a row, or, in an update, overwrites the row of that number. Never "OR REPLACE": that makes SQLite begin a
   * statement of its own in the transaction, at which FTS5 writes out what it has collected, row by row. */
  sqlite3_stmt *insert;
  sqlite3_stmt *remove[8];
  sqlite3_stmt *add[8];
  const struct Index *indexes[8];
  int indexCount;
};

static struct Table openTable(const char *name, int columns)
{
  struct Table table = {0};
  char marks[2 * maximumColumns + 1] = "?";
  table.columns = columns;
  for (int column = 1; column < table.columns; column++) strcat(marks, ",?");
  table.insert = prepare("INSERT INTO \"%w\" VALUES(%s)", name, marks);
  for (int number = 0; number < indexCount; number++) {
    const struct Index *index = &indexes[number];
    if (strcmp(index->content, name)) continue;
    char list[4096] = "", values[2 * maximumColumns + 1] = "";
    for (int column = 0; column < index->count; column++) {
      snprintf(list + strlen(list), sizeof list - strlen(list), ", \"%s\"", index->names[column]);
      strcat(values, ",?");
    }
    table.add[table.indexCount] = prepare("INSERT INTO \"%w\"(rowid%s) VALUES(?%s)", index->name, list, values);
    table.remove[table.indexCount] =
        prepare("INSERT INTO \"%w\"(\"%w\", rowid%s) VALUES('delete', ?%s)", index->name, index->name, list, values);
    table.indexes[table.indexCount++] = index;
  }
  return table;
}

/* Has a table overwrite the row whose number, its first column, is given. */
static void overwrite(struct Table *table, const char *name)
{
  char list[4096] = "";
  sqlite3_stmt *columns = prepare("SELECT name FROM pragma_table_info(%Q) WHERE cid > 0 ORDER BY cid", name);
  for (int place = 2; sqlite3_step(columns) == SQLITE_ROW; place++)
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s\"%s\" = ?%d", place > 2 ? ", " : "",
             (const char *)sqlite3_column_text(columns, 0), place);
  sqlite3_finalize(columns);
  sqlite3_finalize(table->insert);
  table->insert = prepare("UPDATE \"%w\" SET %s WHERE rowid = ?1", name, list);
}

static void closeTable(struct Table *table)
{
  sqlite3_finalize(table->insert);
  for (int number = 0; number < table->indexCount; number++) {
    sqlite3_finalize(table->add[number]);
    sqlite3_finalize(table->remove[number]);
  }
  memset(table, 0, sizeof *table);
}

static void store(struct Table *table)
{
  step(table->insert);
  for (int number = 0; number < table->indexCount; number++) step(table->add[number]);
}

/* Binds a value wherever a column goes: the row itself, its row id and its text in each full-text table. */
static void give(struct Table *table, int column, const struct Record *value)
{
  bind(table->insert, column + 1, value);
  for (int number = 0; number < table->indexCount; number++) {
    const struct Index *index = table->indexes[number];
    /* The first column of a content table is its row id. */
    if (column == 0) bind(table->add[number], 1, value);
    for (int place = 0; place < index->count; place++)
      if (index->columns[place] == column) bind(table->add[number], place + 2, value);
  }
}

/* What the product sets, in the order in which it does. */
static void openForWriting(const char *path)
{
  if (!database) openDatabase(path);
  run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;"
      "PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF; PRAGMA cache_size = -8192;");
}

static int build(const char *source, const char *target, long batch)
{
  readDump(source);
  long long begun = microseconds();
  struct Table table = {0};
  int column = 0;
  long stored = 0;
  for (long number = 0; number < recordCount; number++) {
    const struct Record *record = &records[number];
    switch (record->kind) {
    case 'P':
      openDatabase(target);
      char pragma[64];
      snprintf(pragma, sizeof pragma, "PRAGMA page_size = %s", record->bytes);
      run(pragma);
      openForWriting(target);
      break;
    case 'S': run(record->bytes); break;
    case 'T':
      if (!indexCount) findIndexes();
      if (stored) run("COMMIT");
      closeTable(&table);
      table = openTable(strchr(record->bytes, ' ') + 1, atoi(record->bytes));
      stored = 0;
      break;
    case 'V': give(&table, column++, record); break;
    case 'R':
      if (stored % batch == 0) {
        if (stored) run("COMMIT");
        run("BEGIN");
      }
      store(&table);
      stored++;
      column = 0;
      break;
    }
  }
  if (stored) run("COMMIT");
  closeTable(&table);
  if (sqlite3_close(database)) return 70;
  printf("%lld\n", microseconds() - begun);
  return 0;
}

/* Binds a value of the row that is replaced; every title gets longer, as it does in the product, because a row that
 * grows may have no room where it is. */
static void bindNext(sqlite3_stmt *statement, int position, sqlite3_stmt *row, int column)
{
  const char *name = sqlite3_column_name(row, column);
  if (strcasestr(name, "title")) {
    char *text = sqlite3_mprintf("%s edition 1", sqlite3_column_text(row, column));
    sqlite3_bind_text(statement, position, text, -1, sqlite3_free);
  } else {
    sqlite3_bind_value(statement, position, sqlite3_column_value(row, column));
  }
}

/* Takes COUNT rows of one full-text table out of it and puts them back with another title. */
static void replace(const struct Index *index, long count)
{
  /* Rows are numbered from 1 without gaps, in an index that was just built. */
  sqlite3_stmt *bounds = prepare("SELECT max(rowid) FROM \"%w\"", index->content);
  sqlite3_step(bounds);
  long rows = sqlite3_column_int64(bounds, 0), stride = rows > count ? rows / count : 1;
  sqlite3_finalize(bounds);
  sqlite3_stmt *select = prepare("SELECT * FROM \"%w\" WHERE rowid = ?", index->content);
  struct Table table = openTable(index->content, sqlite3_column_count(select));
  overwrite(&table, index->content);
  for (long id = 1; id <= rows && count-- > 0; id += stride) {
    sqlite3_bind_int64(select, 1, id);
    if (sqlite3_step(select) == SQLITE_ROW) {
      for (int column = 0; column < table.columns; column++) bindNext(table.insert, column + 1, select, column);
      for (int number = 0; number < table.indexCount; number++) {
        sqlite3_stmt *both[] = {table.remove[number], table.add[number]};
        for (int way = 0; way < 2; way++) {
          sqlite3_bind_int64(both[way], 1, id);
          for (int place = 0; place < index->count; place++)
            if (way) bindNext(both[way], place + 2, select, index->columns[place]);
            else sqlite3_bind_value(both[way], place + 2, sqlite3_column_value(select, index->columns[place]));
        }
        step(table.remove[number]);
      }
      store(&table);
    }
    sqlite3_reset(select);
  }
  sqlite3_finalize(select);
  closeTable(&table);
}

static int update(const char *path, long count)
{
  long long begun = microseconds();
  openForWriting(path);
  findIndexes();
  run("BEGIN");
  for (int number = 0; number < indexCount; number++) replace(&indexes[number], count);
  run("COMMIT");
  if (sqlite3_close(database)) return 70;
  printf("%lld\n", microseconds() - begun);
  return 0;
}

static int look(const char *path)
{
  openDatabase(path);
  sqlite3_stmt *tables = prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%%'");
  while (sqlite3_step(tables) == SQLITE_ROW) {
    sqlite3_stmt *row = prepare("SELECT * FROM \"%w\" LIMIT 1", sqlite3_column_text(tables, 0));
    step(row);
    sqlite3_finalize(row);
  }
  sqlite3_finalize(tables);
  return sqlite3_close(database);
}

int main(int argc, char **argv)
{
  if (argc == 4 && !strcmp(argv[1], "dump")) return dump(argv[2], argv[3]);
  if (argc == 5 && !strcmp(argv[1], "build") && atol(argv[4]) > 0) return build(argv[2], argv[3], atol(argv[4]));
  if (argc == 4 && !strcmp(argv[1], "update")) return update(argv[2], atol(argv[3]));
  if (argc == 3 && !strcmp(argv[1], "open")) return look(argv[2]);
  fprintf(stderr, "usage: fts_floor dump INDEX ROWS | build ROWS INDEX BATCH | update INDEX COUNT |"
                  " open INDEX\n");
  return 64;
}
