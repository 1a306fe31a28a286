#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/** Starts the tuner's thread, and the tuner with it: from its checkpoint, if there is one. */
void tuning_start(void);

/** Lets the tuner go on where it stopped, or begin anew if it has finished. */
void tuning_resume(void);

/** Saves a checkpoint and lets the tuner rest. What was being measured is told when it goes on. */
void tuning_pause(void);

/** Writes a line about what the tuner is doing, and one about the best setting, if there is one. */
void tuning_show(void (*write_line)(void* context, const char* line), void* context);

#ifdef __cplusplus
}
#endif
