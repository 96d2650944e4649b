#include <stddef.h>
#include <stdint.h>

// The driver of libFuzzer, for a program that has a main of its own.
int LLVMFuzzerRunDriver(
    int *_Nonnull argc, char *_Nullable *_Nonnull *_Nonnull argv,
    int (*_Nonnull callback)(const uint8_t *_Nullable data, size_t size));
