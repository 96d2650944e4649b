/* The least a program can cost: start, one line, end. */
#include <stdio.h>

int main(void)
{
  return puts("hello") < 0;
}
