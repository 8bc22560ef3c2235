// Drawing a plot on its canvas.

// A line to b, cut where it leaves the neighbourhood of the view, because a canvas loses precision far outside.
const kFar = 1e4;
const isFar = (p) => !(Math.abs(p.x) < kFar && Math.abs(p.y) < kFar);
const drawSegment = (g, a, b) => {
  if (!isFar(a) && !isFar(b)) return g.lineTo(b.x, b.y);
  let t0 = 0, t1 = 1;
  for (const k of ['x', 'y']) {
    const d = b[k] - a[k];
    if (d === 0) { if (Math.abs(a[k]) >= kFar) return; continue; }
    const u = (-kFar - a[k]) / d, v = (kFar - a[k]) / d;
    t0 = Math.max(t0, Math.min(u, v));
    t1 = Math.min(t1, Math.max(u, v));
  }
  if (!(t0 < t1)) return;
  g.moveTo(a.x + t0 * (b.x - a.x), a.y + t0 * (b.y - a.y));
  g.lineTo(a.x + t1 * (b.x - a.x), a.y + t1 * (b.y - a.y));
  if (isFar(b)) g.moveTo(b.x, b.y);
};

class DrawnPlot extends Plot {
  draw() {
    const width = this.place();
    const g = this.canvas.getContext('2d');
    const css = getComputedStyle(document.documentElement);
    const ink = (name) => css.getPropertyValue(name).trim();
    g.font = kFont;
    this.resetButton.hidden = !this.shared.zoom && !this.yZoom;
    this.layOut(width);
    this.drawAxes(g, ink);
    const b = this.box;
    g.save();
    g.beginPath();
    g.rect(b.x - 1, b.y - 1, b.w + 2, b.h + 2);
    g.clip();
    for (const c of this.shown()) this.drawCurve(g, c);
    g.restore();
    g.strokeStyle = ink('--soft');
    g.lineWidth = 1;
    g.strokeRect(Math.round(b.x) + 0.5, Math.round(b.y) + 0.5, Math.round(b.w), Math.round(b.h));
    for (const c of this.curves) this.drawSample(c);
    this.hover(null);
  }

  drawAxes(g, ink) {
    const b = this.box;
    g.lineWidth = 1;
    g.textBaseline = 'alphabetic';
    for (const t of this.x.ticks) this.gridLine(g, ink, this.px(t.at), b.y, this.px(t.at), b.y + b.h);
    for (const t of this.y.ticks) this.gridLine(g, ink, b.x, this.py(t.at), b.x + b.w, this.py(t.at));
    g.fillStyle = ink('--soft');
    g.textAlign = 'center';
    for (const t of this.x.ticks) g.fillText(t.text, this.px(t.at), b.y + b.h + 17);
    g.textAlign = 'right';
    for (const t of this.y.ticks) g.fillText(t.text, b.x - 7, this.py(t.at) + 4);
    g.textAlign = 'left';
    if (this.y.note) g.fillText(this.y.note, b.x, b.y - 7);
    g.fillStyle = ink('--ink');
    g.textAlign = 'center';
    g.fillText([this.x.label, this.x.note].filter(Boolean).join('   '), b.x + b.w / 2, b.y + b.h + 38);
    if (this.shown().every((c) => c.x.length === 0)) g.fillText('no data', b.x + b.w / 2, b.y + b.h / 2);
    g.save();
    g.translate(12, b.y + b.h / 2);
    g.rotate(-Math.PI / 2);
    g.fillText(this.y.label, 0, 0, b.h + 20);
    g.restore();
  }

  gridLine(g, ink, x0, y0, x1, y1) {
    g.strokeStyle = ink('--line');
    g.beginPath();
    g.moveTo(Math.round(x0) + 0.5, Math.round(y0) + 0.5);
    g.lineTo(Math.round(x1) + 0.5, Math.round(y1) + 0.5);
    g.stroke();
  }

  drawCurve(g, c) {
    g.strokeStyle = g.fillStyle = this.colour(c);
    g.setLineDash(this.dash(c));
    g.lineWidth = 1.8;
    g.lineJoin = 'round';
    let from = null, run = null;
    const to = (i) => {
      const p = {x: this.px(c.x[i]), y: this.py(c.y[i])};
      if (from) drawSegment(g, from, p); else g.moveTo(p.x, p.y);
      p.isLone = !from;
      from = p;
    };
    const emit = () => {
      if (run) new Set(run.sort((i, k) => i - k)).forEach(to);
      run = null;
    };
    const finish = () => {
      emit();
      g.stroke();
      g.beginPath();
      if (from && from.isLone) { g.arc(from.x, from.y, 3, 0, 7); g.fill(); g.beginPath(); }
      from = null;
    };
    g.beginPath();
    let column = 0;
    const isLong = c.monotone && c.x.length > 4 * this.box.w;
    for (let i = 0; i < c.x.length; i++) {
      if (!isDrawable(c.x[i]) || !isDrawable(c.y[i])) { finish(); continue; }
      const here = Math.floor(this.px(c.x[i]));
      if (isLong && run && here === column) {
        // Of the points in one column of pixels: first, least, greatest, last.
        if (c.y[i] < c.y[run[1]]) run[1] = i;
        if (c.y[i] > c.y[run[2]]) run[2] = i;
        run[3] = i;
        continue;
      }
      emit();
      run = [i, i, i, i];
      column = here;
    }
    finish();
    g.setLineDash([]);
  }

  drawSample(c) {
    const key = this.colour(c);
    const dash = this.dash(c).join(' ');
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('width', '24');
    svg.setAttribute('height', '10');
    const line = document.createElementNS('http://www.w3.org/2000/svg', 'line');
    for (const [name, value] of [['x1', 0], ['x2', 24], ['y1', 5], ['y2', 5], ['stroke', key], ['stroke-width', 2.2],
      ['stroke-dasharray', dash]]) line.setAttribute(name, value);
    svg.append(line);
    c.sample.replaceChildren(svg);
  }
}
