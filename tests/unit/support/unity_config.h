#pragma once

/* Unity, fitted to both a host and a bare-metal image: characters go through the port, and an image for a
   single-precision core has no double in it. */
#ifdef __cplusplus
extern "C" {
#endif
void unity_put_char(int character);
void unity_flush(void);
#ifdef __cplusplus
}
#endif

#define UNITY_OUTPUT_CHAR(character) unity_put_char(character)
#define UNITY_OUTPUT_FLUSH() unity_flush()
#ifdef TAUT_TEST_DOUBLE
#define UNITY_INCLUDE_DOUBLE
#else
#define UNITY_EXCLUDE_DOUBLE
#endif
#define UNITY_SUPPORT_64
