#pragma once

/// What a board needs before anything else, such as power, clocks and caches. Start-up calls it first: RAM holds
/// anything, and the FPU is off.
extern "C" void set_up_board();
