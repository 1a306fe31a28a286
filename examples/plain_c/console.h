#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/** Writes `text`, which ends with a zero, to wherever a person reads it. */
void console_write(const char* text);

#ifdef __cplusplus
}
#endif
