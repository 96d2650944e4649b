/* usage COMMAND... : runs a command; then writes "CODE MICROSECONDS KIB" to file descriptor 3: its exit code,
 * its user and system time, its peak resident set.
 *
 * A program of its own, because a child starts with the peak of the process that forked it: below a runner in an
 * interpreter no peak could be seen that is less than the interpreter's.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static long long microseconds(struct timeval time)
{
  return time.tv_sec * 1000000LL + time.tv_usec;
}

int main(int argc, char **argv)
{
  if (argc < 2) return 64;
  pid_t child = fork();
  if (child < 0) return 70;
  if (child == 0) {
    close(3);
    execvp(argv[1], argv + 1);
    fprintf(stderr, "%s: %s\n", argv[1], strerror(errno));
    _exit(127);
  }
  int status;
  struct rusage used;
  while (wait4(child, &status, 0, &used) < 0)
    if (errno != EINTR) return 70;
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  dprintf(3, "%d %lld %ld\n", code, microseconds(used.ru_utime) + microseconds(used.ru_stime), used.ru_maxrss);
  return 0;
}
