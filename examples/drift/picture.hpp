#pragma once

#include <string>

#include "course.hpp"

/// Draws a run: the objective, and one knob, against the readings. Returns whether the file could be written.
bool draw(const std::string& path, const Course& course);
