-- Modelica with the language server of Kerf, for Neovim 0.8 and newer.
-- require("kerf").setup({ libraries = { "/opt/modelica" } })
local M = {}

local defaults = {
  -- The program.
  path = "kerf",
  -- Folders that hold Modelica libraries.
  libraries = {},
  -- Models are checked when nothing has been typed for so long [ms].
  pause = 300,
}

-- The outermost folder with a package.mo around a file, else the file's own folder.
local function root_of(file)
  local folder = vim.fs.dirname(file)
  local root = folder
  while vim.fn.filereadable(folder .. "/package.mo") == 1 do
    root = folder
    local outer = vim.fs.dirname(folder)
    if outer == folder then break end
    folder = outer
  end
  return root
end

function M.setup(options)
  local settings = vim.tbl_deep_extend("force", defaults, options or {})
  vim.filetype.add({ extension = { mo = "modelica" } })
  vim.api.nvim_create_autocmd("FileType", {
    pattern = "modelica",
    group = vim.api.nvim_create_augroup("kerf", { clear = true }),
    callback = function(event)
      vim.bo[event.buf].commentstring = "// %s"
      vim.lsp.start({
        name = "kerf",
        cmd = { settings.path, "lsp", "--pause", tostring(settings.pause) },
        root_dir = root_of(vim.api.nvim_buf_get_name(event.buf)),
        init_options = { libraries = settings.libraries },
      })
    end,
  })
end

return M
