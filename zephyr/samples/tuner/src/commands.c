#include <zephyr/shell/shell.h>

#include "tuning.h"

static int command_start(const struct shell* shell, size_t count, char** words) {
  tuning_resume();
  return 0;
}

static int command_stop(const struct shell* shell, size_t count, char** words) {
  tuning_pause();
  return 0;
}

static void print(void* shell, const char* line) { shell_print((const struct shell*)shell, "%s", line); }

static int command_show(const struct shell* shell, size_t count, char** words) {
  tuning_show(print, (void*)shell);
  return 0;
}

SHELL_STATIC_SUBCMD_SET_CREATE(commands, SHELL_CMD(start, NULL, "Go on, or begin anew after the end", command_start),
                               SHELL_CMD(stop, NULL, "Save a checkpoint and rest", command_stop),
                               SHELL_CMD(show, NULL, "What it does, and the best gains so far", command_show),
                               SHELL_SUBCMD_SET_END);
SHELL_CMD_REGISTER(tuner, &commands, "Tunes the gains of the control loop", NULL);
