// A plot: its curves, legend, limits and geometry. Drawing and pointer are added in the files that follow.
const kLight = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#4d4d4d'];
const kDark = ['#4aa8e8', '#ff8a3d', '#2cc59a', '#e59cc6', '#f2b84b', '#9bd6ff', '#b9bec5'];
const kDashes = [[], [7, 3.5], [2, 3], [9, 3, 2, 3]];
const kFont = '12px system-ui, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", Arial, sans-serif';
const darkQuery = window.matchMedia('(prefers-color-scheme: dark)');

const data = JSON.parse(document.getElementById('data').textContent);
const decode = (text) => new Float64Array(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
const arrays = [];
const arrayOf = (i) => arrays[i] || (arrays[i] = decode(data.arrays[i]));

const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

class Plot {
  constructor(spec, shared) {
    this.spec = spec;
    this.shared = shared;
    this.yZoom = null;
    this.height = Math.max(spec.height - 40, 140);
    this.curves = [];
    this.legend = make('div', {className: 'legend'});
    this.stage = make('div', {className: 'stage'});
    this.canvas = make('canvas', {});
    this.overlay = make('canvas', {});
    this.tip = make('div', {className: 'tip', hidden: true});
    this.stage.append(this.canvas, this.overlay, this.tip);
    this.resetButton = make('button', {type: 'button', textContent: 'Reset zoom'});
    this.resetButton.onclick = () => this.reset();
    const head = make('div', {className: 'head'}, this.resetButton);
    this.root = make('section', {className: 'panel'}, head, this.stage);
    if (spec.title) {
      head.prepend(make('h3', {textContent: spec.title}));
      head.after(this.legend);
    } else {
      head.prepend(this.legend);
    }
    this.listen();
    for (const i of spec.series) this.add(i, false);
  }

  add(variable, redraw = true) {
    if (this.curves.some((c) => c.variable === variable)) return;
    // A freed style is used again before a new one.
    let style = 0;
    while (this.curves.some((c) => c.style === style)) style++;
    const v = data.variables[variable];
    const curve = {variable, name: v.name, x: arrayOf(v.x), y: arrayOf(v.y), style, on: true};
    curve.monotone = curve.x.every((x, i) => i === 0 || !(x < curve.x[i - 1]));
    this.curves.push(curve);
    this.addLegend(curve);
    if (redraw) this.redraw();
  }

  addLegend(curve) {
    const toggle = make('button', {type: 'button', title: 'Show or hide'});
    curve.sample = make('span', {});
    toggle.append(curve.sample, curve.name + (curve.x.length === 0 ? ' (no data)' : ''));
    toggle.setAttribute('aria-pressed', 'true');
    toggle.onclick = () => {
      curve.on = !curve.on;
      toggle.classList.toggle('off', !curve.on);
      toggle.setAttribute('aria-pressed', String(curve.on));
      this.redraw();
    };
    const drop = make('button', {type: 'button', className: 'drop', textContent: '×', title: 'Remove'});
    const entry = make('span', {}, toggle, drop);
    drop.onclick = () => {
      this.curves.splice(this.curves.indexOf(curve), 1);
      entry.remove();
      this.redraw();
    };
    this.legend.append(entry);
  }

  colour(curve) { return (darkQuery.matches ? kDark : kLight)[curve.style % kLight.length]; }
  dash(curve) { return kDashes[Math.floor(curve.style / kLight.length) % kDashes.length]; }

  shown() { return this.curves.filter((c) => c.on); }

  limits() {
    let xLow = Infinity, xHigh = -Infinity, yLow = Infinity, yHigh = -Infinity;
    for (const c of this.shown()) {
      for (let i = 0; i < c.x.length; i++) {
        if (!isDrawable(c.x[i]) || !isDrawable(c.y[i])) continue;
        if (c.x[i] < xLow) xLow = c.x[i];
        if (c.x[i] > xHigh) xHigh = c.x[i];
      }
    }
    [xLow, xHigh] = widened(xLow, xHigh);
    // A curve that turns back needs room to turn.
    const room = this.shown().every((c) => c.monotone) ? 0 : 0.04 * (xHigh - xLow);
    [xLow, xHigh] = this.shared.zoom || [xLow - room, xHigh + room];
    if (this.yZoom) return [xLow, xHigh, ...this.yZoom];
    const include = (y) => { if (y < yLow) yLow = y; if (y > yHigh) yHigh = y; };
    for (const c of this.shown()) {
      for (let i = 0; i < c.x.length; i++) {
        if (isDrawable(c.y[i]) && c.x[i] >= xLow && c.x[i] <= xHigh) include(c.y[i]);
      }
      // A zoom may fall between two points.
      if (this.shared.zoom && c.monotone) for (const x of [xLow, xHigh]) include(this.valueAt(c, x));
    }
    [yLow, yHigh] = widened(yLow, yHigh);
    const margin = 0.04 * (yHigh - yLow);
    return [xLow, xHigh, yLow - margin, yHigh + margin];
  }

  // The curve at x, linear between its points; NaN outside or in a gap.
  valueAt(c, x) {
    const n = c.x.length;
    if (n === 0 || !(x >= c.x[0]) || !(x <= c.x[n - 1])) return NaN;
    let low = 0, high = n - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (c.x[middle] <= x) low = middle; else high = middle;
    }
    if (c.x[low] === x && !(c.x[high] <= x)) return c.y[low];
    if (c.x[high] <= x) return c.y[high];
    return c.y[low] + (c.y[high] - c.y[low]) * (x - c.x[low]) / (c.x[high] - c.x[low]);
  }

  place() {
    const width = this.stage.clientWidth || 800;
    const ratio = window.devicePixelRatio || 1;
    this.stage.style.height = this.height + 'px';
    for (const canvas of [this.canvas, this.overlay]) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(this.height * ratio);
      canvas.style.width = width + 'px';
      canvas.style.height = this.height + 'px';
      canvas.getContext('2d').setTransform(ratio, 0, 0, ratio, 0, 0);
    }
    return width;
  }

  widest(axis) {
    const g = this.canvas.getContext('2d');
    g.font = kFont;
    return Math.max(0, ...axis.ticks.map((t) => g.measureText(t.text).width));
  }

  // The y axis first: the plots of a figure agree on the space to its left.
  measure() {
    const [xLow, xHigh, yLow, yHigh] = this.limits();
    this.xLimits = [xLow, xHigh];
    this.y = makeAxis(yLow, yHigh, this.spec.y_label, Math.min(Math.max(Math.floor(this.height / 40), 3), 12));
    this.left = (this.y.label ? 22 : 2) + this.widest(this.y) + 9;
  }

  layOut(width) {
    const [xLow, xHigh] = this.xLimits;
    const left = Math.max(...this.shared.plots.map((plot) => plot.left));
    const top = this.y.note ? 22 : 8;
    const plotWidth = Math.max(width - left - 26, 60);
    for (let n = Math.min(Math.max(Math.floor(plotWidth / 60), 2), 16); n >= 2; n--) {
      this.x = makeAxis(xLow, xHigh, this.spec.x_label, n);
      if (this.widest(this.x) + 18 <= this.x.step / (xHigh - xLow) * plotWidth) break;
    }
    const bottom = 24 + (this.x.label || this.x.note ? 20 : 0);
    this.box = {x: left, y: top, w: plotWidth, h: Math.max(this.height - top - bottom, 40)};
  }

  // Draws all plots of the figure.
  redraw() {
    for (const plot of this.shared.plots) plot.measure();
    for (const plot of this.shared.plots) plot.draw();
  }

  px(x) { return this.box.x + (x - this.x.low) / (this.x.high - this.x.low) * this.box.w; }
  py(y) { return this.box.y + (this.y.high - y) / (this.y.high - this.y.low) * this.box.h; }
  dataX(p) { return this.x.low + (p - this.box.x) / this.box.w * (this.x.high - this.x.low); }
  dataY(p) { return this.y.high - (p - this.box.y) / this.box.h * (this.y.high - this.y.low); }
}
