// What the pointer does: read-out under a crosshair, zoom by dragging, reset by double click.

class LivePlot extends DrawnPlot {
  listen() {
    const at = (event) => {
      const r = this.stage.getBoundingClientRect();
      return {x: event.clientX - r.left, y: event.clientY - r.top};
    };
    const inside = (p) => ({
      x: Math.min(Math.max(p.x, this.box.x), this.box.x + this.box.w),
      y: Math.min(Math.max(p.y, this.box.y), this.box.y + this.box.h)});
    let start = null;
    this.stage.onpointerdown = (event) => {
      if (event.button !== 0) return;
      start = inside(at(event));
      this.stage.setPointerCapture(event.pointerId);
    };
    this.stage.onpointermove = (event) => {
      const p = at(event);
      if (start) this.drawSelection(start, inside(p)); else this.hover(p);
    };
    this.stage.onpointerup = (event) => {
      if (!start) return;
      const from = start, to = inside(at(event));
      start = null;
      this.zoom(from, to);
    };
    this.stage.onpointercancel = () => { start = null; this.hover(null); };
    this.stage.onpointerleave = () => { if (!start) this.hover(null); };
    this.stage.ondblclick = () => this.reset();
  }

  // Which directions a drag zooms: a flat one time only, a tall one values only.
  directions(a, b) {
    const dx = Math.abs(a.x - b.x), dy = Math.abs(a.y - b.y);
    return {x: dx > 4 && !(dx < 16 && dy > 40), y: dy > 4 && !(dy < 16 && dx > 16)};
  }

  drawSelection(a, b) {
    const g = this.clearOverlay();
    const way = this.directions(a, b), box = this.box;
    const x0 = way.x ? Math.min(a.x, b.x) : box.x, y0 = way.y ? Math.min(a.y, b.y) : box.y;
    const w = way.x ? Math.abs(a.x - b.x) : box.w, h = way.y ? Math.abs(a.y - b.y) : box.h;
    g.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--accent').trim() + '33';
    g.fillRect(x0, y0, w, h);
  }

  zoom(a, b) {
    const way = this.directions(a, b);
    if (!way.x && !way.y) return this.hover(null);
    const xs = [this.dataX(a.x), this.dataX(b.x)].sort((p, q) => p - q);
    const ys = [this.dataY(a.y), this.dataY(b.y)].sort((p, q) => p - q);
    const isTooFine = ([low, high]) => !(high - low > 1e-12 * Math.max(Math.abs(low), Math.abs(high)));
    if (way.y && !isTooFine(ys)) this.yZoom = ys; else if (way.x) this.yZoom = null;
    if (way.x && !isTooFine(xs)) this.shared.zoom = xs;
    this.redraw();
  }

  reset() {
    this.shared.zoom = null;
    for (const plot of this.shared.plots) plot.yZoom = null;
    this.redraw();
  }

  clearOverlay() {
    const g = this.overlay.getContext('2d');
    g.clearRect(0, 0, this.overlay.width, this.overlay.height);
    this.tip.hidden = true;
    return g;
  }

  // The point of a curve for the pointer: on the vertical line, or the nearest one if x goes back and forth.
  pick(c, p) {
    if (c.monotone) {
      const x = this.dataX(p.x);
      return {x, y: this.valueAt(c, x)};
    }
    let best = {x: NaN, y: NaN}, least = Infinity;
    for (let i = 0; i < c.x.length; i++) {
      const d = Math.hypot(this.px(c.x[i]) - p.x, this.py(c.y[i]) - p.y);
      if (d < least) { least = d; best = {x: c.x[i], y: c.y[i]}; }
    }
    return best;
  }

  hover(p) {
    const g = this.clearOverlay();
    const b = this.box;
    if (!p || p.x < b.x || p.x > b.x + b.w || p.y < b.y || p.y > b.y + b.h) return;
    g.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue('--soft').trim();
    g.setLineDash([3, 3]);
    g.beginPath();
    g.moveTo(p.x, b.y); g.lineTo(p.x, b.y + b.h);
    g.moveTo(b.x, p.y); g.lineTo(b.x + b.w, p.y);
    g.stroke();
    g.setLineDash([]);
    const table = make('table', {});
    const row = (mark, name, value) => table.append(
      make('tr', {}, make('td', {}, mark), make('td', {textContent: name}), make('td', {textContent: value})));
    row('', this.spec.x_label || 'x', readout(this.dataX(p.x), this.x.high - this.x.low));
    for (const c of this.shown()) {
      const point = this.pick(c, p);
      if (Number.isNaN(point.y)) continue;
      g.fillStyle = this.colour(c);
      g.beginPath();
      g.arc(this.px(point.x), this.py(point.y), 3.5, 0, 7);
      if (this.py(point.y) >= b.y - 1 && this.py(point.y) <= b.y + b.h + 1) g.fill();
      const mark = make('i', {});
      mark.style.background = this.colour(c);
      const value = readout(point.y, this.y.high - this.y.low);
      row(mark, c.name, c.monotone ? value : `${readout(point.x, this.x.high - this.x.low)}, ${value}`);
    }
    this.tip.replaceChildren(table);
    this.tip.hidden = false;
    const toLeft = p.x > b.x + b.w / 2;
    this.tip.style.left = toLeft ? '' : p.x + 14 + 'px';
    this.tip.style.right = toLeft ? this.stage.clientWidth - p.x + 14 + 'px' : '';
    this.tip.style.top = Math.max(0, Math.min(p.y + 12, this.height - this.tip.offsetHeight)) + 'px';
  }
}
