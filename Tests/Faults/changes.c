/* Preloaded into a program: ends it with SIGKILL at one of the places where it changes a file, or lists them all.
 *
 *   CHANGES_LOG=FILE    writes one line a place: its number from 1, what it is, the last part of the file's name
 *   CHANGES_KILL=N      ends the process before the change of that number
 *   CHANGES_KILL=+N     ends it when that change is done
 *
 * What there is: `frame`, the head of a page in SQLite's write-ahead log; `commit`, the head of a page that ends a
 * transaction there; `write`, any other; `truncate`, `unlink`, `rename`.
 *
 *   cc -shared -fPIC -O1 -o changes.so changes.c -ldl
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long number;
static long fatal;
static int isAfter;
static int log_ = -1;

__attribute__((constructor)) static void begin(void)
{
  const char *place = getenv("CHANGES_KILL"), *path = getenv("CHANGES_LOG");
  if (place) {
    isAfter = *place == '+';
    fatal = atol(place + isAfter);
  }
  if (path) log_ = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
}

static ssize_t say(const char *line, size_t count)
{
  static ssize_t (*next)(int, const void *, size_t);
  if (!next) next = dlsym(RTLD_NEXT, "write");
  return next(log_, line, count);
}

/* Called before a change; its number. */
static long before(const char *what, const char *path)
{
  long place = atomic_fetch_add(&number, 1) + 1;
  if (log_ >= 0) {
    const char *name = strrchr(path, '/');
    char line[512];
    int count = snprintf(line, sizeof line, "%ld %s %.200s\n", place, what, name ? name + 1 : path);
    if (say(line, count) != count) abort();
  }
  if (place == fatal && !isAfter) kill(getpid(), SIGKILL);
  return place;
}

static void after(long place)
{
  if (place == fatal && isAfter) kill(getpid(), SIGKILL);
}

static const char *nameOf(int file, char *path, size_t size)
{
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t count = readlink(link, path, size - 1);
  path[count < 0 ? 0 : count] = 0;
  return path;
}

static int isLog(const char *path)
{
  size_t count = strlen(path);
  return count > 4 && !strcmp(path + count - 4, "-wal");
}

static ssize_t changed(ssize_t (*next)(int, const void *, size_t, off64_t), int file, const void *bytes, size_t count,
                       off64_t offset)
{
  char path[4096];
  nameOf(file, path, sizeof path);
  const unsigned char *head = bytes;
  /* A frame's head has 24 bytes; the second four are the size of the database if it ends a transaction. */
  int isFrame = isLog(path) && count == 24;
  int ends = isFrame && (head[4] | head[5] | head[6] | head[7]);
  long place = before(ends ? "commit" : isFrame ? "frame" : "write", path);
  ssize_t result = next(file, bytes, count, offset);
  after(place);
  return result;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset)
{
  static ssize_t (*next)(int, const void *, size_t, off64_t);
  if (!next) next = dlsym(RTLD_NEXT, "pwrite64");
  return changed(next, file, bytes, count, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset)
{
  return pwrite64(file, bytes, count, offset);
}

ssize_t write(int file, const void *bytes, size_t count)
{
  static ssize_t (*next)(int, const void *, size_t);
  if (!next) next = dlsym(RTLD_NEXT, "write");
  char path[4096];
  /* What is said, and what wakes a thread, is no change of a file. */
  if (file <= 2 || *nameOf(file, path, sizeof path) != '/' || strstr(path, "events.jsonl"))
    return next(file, bytes, count);
  long place = before("write", path);
  ssize_t result = next(file, bytes, count);
  after(place);
  return result;
}

static int truncated(int (*next)(int, off64_t), int file, off64_t size)
{
  char path[4096];
  long place = before("truncate", nameOf(file, path, sizeof path));
  int result = next(file, size);
  after(place);
  return result;
}

int ftruncate64(int file, off64_t size)
{
  static int (*next)(int, off64_t);
  if (!next) next = dlsym(RTLD_NEXT, "ftruncate64");
  return truncated(next, file, size);
}

int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

int unlink(const char *path)
{
  static int (*next)(const char *);
  if (!next) next = dlsym(RTLD_NEXT, "unlink");
  long place = before("unlink", path);
  int result = next(path);
  after(place);
  return result;
}

int rename(const char *old, const char *new)
{
  static int (*next)(const char *, const char *);
  if (!next) next = dlsym(RTLD_NEXT, "rename");
  long place = before("rename", new);
  int result = next(old, new);
  after(place);
  return result;
}
