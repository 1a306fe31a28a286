#include "bindings.hpp"
#include "refusal.hpp"

NB_MODULE(_taut, module) {
  module.doc() = "What of taut is compiled. Use the package taut instead.";
  python::translate_refusals();
  python::bind_task(module);
  python::bind_design(module);
  python::bind_tuner(module);
  python::bind_model(module);
  python::bind_log(module);
}
