#pragma once

#include <nanobind/nanobind.h>

namespace python {

// Each puts its part of the interface into the module.

/// Statuses, ranges, goals and the choices of a configuration.
void bind_task(nanobind::module_& module);
void bind_design(nanobind::module_& module);
void bind_tuner(nanobind::module_& module);
void bind_model(nanobind::module_& module);
/// Reading and replaying logs.
void bind_log(nanobind::module_& module);

}  // namespace python
