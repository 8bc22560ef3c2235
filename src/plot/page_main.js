// The page: the figures, and the box that finds variables and adds them.
const kMostMatches = 100;
const panels = [];
const main = document.getElementById('plots');
const target = make('select', {title: 'Where to add'});
const addOption = (plot, text) => {
  const option = make('option', {textContent: text, value: String(panels.indexOf(plot))});
  target.insertBefore(option, target.lastChild);
};
const addPlot = (spec, shared, parent, name) => {
  const plot = new LivePlot(spec, shared);
  shared.plots.push(plot);
  panels.push(plot);
  parent.append(plot.root);
  addOption(plot, name);
  return plot;
};

// The box that finds variables by name and adds them to a panel.
const makeFinder = () => {
  const input = make('input', {type: 'search', placeholder: `Find and add one of ${data.variables.length} variables`});
  input.setAttribute('aria-label', 'Find variables');
  const list = make('ul', {className: 'matches', hidden: true});
  const choose = (i) => {
    let plot = panels[Number(target.value)];
    if (target.value === 'new') {
      const first = data.figures[0] && data.figures[0].panels[0];
      const spec = {title: '', x_label: first ? first.x_label : '', y_label: '', height: 300, series: []};
      plot = addPlot(spec, {plots: [], zoom: null}, main, `New plot ${panels.length + 1}`);
      target.value = String(panels.length - 1);
    }
    plot.add(i);
    plot.root.scrollIntoView({block: 'nearest'});
  };
  const search = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = [];
    data.variables.forEach((v, i) => {
      const name = v.name.toLowerCase();
      if (words.every((word) => name.includes(word))) found.push(i);
    });
    list.replaceChildren(...found.slice(0, kMostMatches).map((i) => {
      const button = make('button', {type: 'button', textContent: data.variables[i].name});
      button.onclick = () => choose(i);
      return make('li', {}, button);
    }));
    const rest = found.length - kMostMatches;
    if (found.length === 0) list.append(make('li', {className: 'note', textContent: 'No variable has such a name.'}));
    if (rest > 0) list.append(make('li', {className: 'note', textContent: `… and ${rest} more`}));
    list.hidden = false;
  };
  input.oninput = input.onfocus = search;
  input.onkeydown = (event) => {
    if (event.key === 'Escape') list.hidden = true;
    if (event.key === 'Enter' && list.querySelector('button')) list.querySelector('button').click();
  };
  const finder = make('div', {className: 'finder'}, input, target, list);
  document.addEventListener('pointerdown', (event) => { if (!finder.contains(event.target)) list.hidden = true; });
  return finder;
};

target.append(make('option', {textContent: 'New plot', value: 'new'}));
main.append(makeFinder(),
  make('p', {className: 'hint', textContent: 'Drag to zoom, double click to reset, click a name to hide its curve.'}));
data.figures.forEach((figure, f) => {
  if (figure.title) main.append(make('h2', {textContent: figure.title}));
  const shared = {plots: [], zoom: null};
  figure.panels.forEach((spec, p) => {
    const name = [figure.title, spec.title || spec.y_label || `plot ${p + 1}`].filter(Boolean).join(': ');
    addPlot(spec, shared, main, name || `Plot ${f + 1}.${p + 1}`);
  });
});
target.value = panels.length > 0 ? '0' : 'new';
const drawAll = () => panels.forEach((plot) => { if (plot === plot.shared.plots[0]) plot.redraw(); });
darkQuery.addEventListener('change', drawAll);
let width = 0;
new ResizeObserver(() => {
  if (main.clientWidth === width) return;
  width = main.clientWidth;
  drawAll();
}).observe(main);
drawAll();
