// Files of figures; the ending of the name picks the kind.
#include <cerrno>
#include <cstring>
#include <fstream>

#include "plot/render.h"

namespace kerf::plot {

namespace {

auto WriteText(const std::string& path, const std::string& text) -> std::string {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  return file ? "" : std::strerror(errno);
}

}  // namespace

auto WriteFigure(const Figure& figure, const std::string& path) -> std::string {
  if (path.ends_with(".svg")) return WriteText(path, RenderSvg(figure));
  if (path.ends_with(".png")) return WritePng(figure, path);
  if (path.ends_with(".html")) return WriteText(path, RenderHtml({&figure, 1}, figure.title));
  return "plots are files .svg, .png or .html";
}

}  // namespace kerf::plot
