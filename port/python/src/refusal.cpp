#include "refusal.hpp"

#include <nanobind/nanobind.h>
#include <taut/log.hpp>

namespace python {

void translate_refusals() {
  nanobind::register_exception_translator([](const std::exception_ptr& thrown, void* /*unused*/) {
    try {
      std::rethrow_exception(thrown);
    } catch (const Refusal& refusal) {
      const nanobind::object type = nanobind::module_::import_("taut._errors").attr("Error");
      const nanobind::object error = type(refusal.message.c_str(), refusal.status);
      PyErr_SetObject(type.ptr(), error.ptr());
    }
  });
}

void refuse(taut::Status status) { throw Refusal{status, taut::text(status).data()}; }

void refuse(taut::Status status, const std::string& what) {
  throw Refusal{status, what + ": " + taut::text(status).data()};
}

void refuse(const taut::Finding& finding) {
  etl::string<64> text;
  taut::append(text, finding);
  throw Refusal{finding.status, text.c_str()};
}

}  // namespace python
