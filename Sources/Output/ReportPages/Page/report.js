'use strict';
// The page's data are read from the JSON block; all text is set as text, never as HTML.
const { abs, ceil, floor, log10, max, min, sqrt } = Math;
const byID = id => document.getElementById(id);
const tell = (id, text) => { byID(id).textContent = text; };
const clamp = (v, low, high) => min(high, max(low, v));
const on = (target, type, act) => target.addEventListener(type, act);
const ROW = 32;
const Z95 = 1.959964, Z998 = 3.090232;

/* ---------- numbers: whole ones and a count of decimals, as the CSV has them ---------- */

// a · b / d, rounded half to even.
function quotient(a, b, d) {
  const n = a * b;
  if (!Number.isSafeInteger(n)) return bigQuotient(BigInt(a) * BigInt(b), BigInt(d));
  let q = floor(n / d), r = n - q * d;
  while (r < 0) { q--; r += d; }
  while (r >= d) { q++; r -= d; }
  return 2 * r > d || (2 * r === d && q % 2) ? q + 1 : q;
}
function bigQuotient(n, d) {
  let q = n / d, r = n % d;
  if (r < 0n) { q--; r += d; }
  return Number(2n * r > d || (2n * r === d && q % 2n) ? q + 1n : q);
}
function digits(v, places) {
  if (isNaN(v)) return '';
  const text = String(abs(v)).padStart(places + 1, '0');
  return (v < 0 ? '-' : '') + (places ? text.slice(0, -places) + '.' + text.slice(-places) : text);
}
// An amount in millionths with four decimals.
const amount = micros => digits(quotient(micros, 1, 100), 4);
const grouped = n => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
const some = (n, word) => `${grouped(n)} ${word}${+n === 1 ? '' : 's'}`;

/* ---------- the packed columns ---------- */

// The text begins with its 85 digits. Five of them are four bytes: first of all the number of bytes.
async function unpack(text) {
  const digit = {}, view = new DataView(new ArrayBuffer((text.length - 85) / 5 * 4));
  for (let i = 0; i < 85; i++) digit[text[i]] = i;
  for (let i = 85, n; i < text.length; view.setUint32(i / 5 * 4 - 72, n)) {
    n = 0;
    do n = n * 85 + digit[text[i++]]; while (i % 5);
  }
  const stream = new Blob([view]).slice(4, 4 + view.getUint32()).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
function decode(layout, bytes, at) {
  const { count, columns } = layout, list = [];
  for (const column of columns) {
    const v = new Float64Array(count);
    let scale = 1;
    for (let plane = 0; plane < column.width; plane++, scale *= 256) {
      for (let i = 0; i < count; i++) v[i] += bytes[at + i] * scale;
      at += count;
    }
    const { rule, by: [a, b, factor, less] = [] } = column, known = {};
    let before = 0;
    for (let i = 0; i < count; i++) {
      const code = v[i];
      if (!code) { v[i] = NaN; before = 0; continue; }
      const left = list[a]?.v[i] - (less ? list[less].v[i] : 0), right = list[b]?.v[i], pair = rule === 'alike' && left + ' ' + right;
      let expected = rule === 'step' ? before : pair && known[pair] || 0;
      if (rule === 'difference' && !isNaN(left - right)) expected = left - factor * right;
      if (rule === 'quotient' && right > 0 && !isNaN(left)) expected = quotient(left, factor, right);
      v[i] = before = known[pair] = (code % 2 ? code - 1 : -code) / 2 + expected;
    }
    list.push({ places: 0, ...column, v });
  }
  return { columns: new Map(list.map(c => [c.name, c])), end: at };
}

/* ---------- elements ---------- */

const pen = document.createElement('canvas').getContext('2d');
pen.font = '600 15px system-ui,sans-serif';
const wide = text => ceil(pen.measureText(text).width);

const DRAWN = ['svg', 'path', 'text', 'rect', 'circle', 'g'];
function make(name, attributes, ...parts) {
  const element = document.createElementNS(`http://www.w3.org/${DRAWN.includes(name) ? '2000/svg' : '1999/xhtml'}`, name);
  set(element, attributes);
  element.append(...parts);
  return element;
}
function set(element, attributes) {
  for (const key in attributes) element.setAttribute(key, attributes[key]);
}
// A picture: what is drawn goes to its element, with text for those who do not see it.
class Picture {
  constructor(width, height, label) {
    Object.assign(this, { width, height });
    this.element = make('svg', { viewBox: `0 0 ${width} ${height}`, width, height, ...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }) });
  }
  path(style, d) { this.element.append(make('path', { class: style, d })); }
  text(x, y, text, anchor = 'start') { this.element.append(make('text', { x, y, 'text-anchor': anchor }, text)); }
  // Lines across at round values, which stand at their left ends.
  scale(low, high, count, left, right, y) {
    const { found, places } = ticks(low, high, count);
    for (const t of found) {
      this.path('axis', `M${left} ${y(t)}H${this.width - right}`);
      this.text(left - 6, y(t) + 4, t.toFixed(places), 'end');
    }
  }
  get box() { return make('div', { class: 'chart' }, this.element); }
}
// Text keeps its size on a phone.
const chartWidth = () => clamp(byID('detail-body').clientWidth - 2, 280, 620);
function ticks(low, high, count) {
  const raw = (high - low) / count, power = 10 ** floor(log10(raw));
  const step = [1, 2, 5, 10].map(m => m * power).find(s => s >= raw);
  const found = [];
  for (let t = ceil(low / step) * step; t <= high + step / 1e6; t += step) found.push(abs(t) < step / 1e6 ? 0 : t);
  return { found, places: max(0, -floor(log10(step) + 1e-9)) };
}
function plainTable(caption, header, rows) {
  const line = row => make('tr', {}, ...row.map((cell, i) => make(i ? 'td' : 'th', { dir: 'auto', class: /\p{L}/u.test(cell) ? 'text' : '', ...(i ? {} : { scope: 'row' }) }, cell)));
  return make('div', { class: 'scroll', role: 'region', tabindex: 0, 'aria-label': caption }, make('table', { class: 'plain' },
    make('thead', {}, make('tr', {}, ...header.map(name => make('th', { scope: 'col' }, name)))), make('tbody', {}, ...rows.map(line))));
}

/* ---------- the page ---------- */

// The bytes of UTF-8, a character each: the reports order names by them.
const ordered = text => unescape(encodeURIComponent(text));
const fold = text => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

class Page {
  constructor(data, bytes) {
    this.report = data.name;
    this.facts = data.facts;
    this.layout = data.rows;
    const rows = decode(data.rows, bytes, data.size);
    this.columns = rows.columns;
    this.figures = [...rows.columns.keys()].filter(name => name !== 'entity');
    this.starts = data.starts;
    this.startColumns = decode(data.starts, bytes, rows.end).columns;
    let row = 0;
    this.windows = data.rows.windows.map(w => ({ ...w, list: Array.from({ length: w.rows }, () => row++) }));
    this.names = data.rows.entities.map(keys => keys.join(' + '));
    this.folded = this.names.map(fold);
    this.places = data.rows.order.map(names => new Map(names?.map((name, i) => [name, i])));
    let at = 0;
    this.history = new Map(data.starts.entity.map((entity, i) => {
      const own = { first: at, count: data.starts.shown[i], all: data.starts.all[i] };
      at += own.count;
      return [entity, own];
    }));
    this.bases = data.facts.bases;
    this.market = data.facts.market || 'sp';
    this.state = { window: this.windows.reduce((last, w, i) => w.rows ? i : last, 0), basis: [this.market, ...this.bases].find(b => this.columns.get(b + '_bets')?.v.some(n => n > 0)) || this.bases[0] || '', measure: 'roi', query: '', sort: null, all: false, entity: -1 };
    this.point = -1;
  }
  has(name) { return this.columns.has(name); }
  value(name, row) { return this.columns.get(name)?.v[row] ?? NaN; }
  number(name, row) { return this.value(name, row) / 10 ** this.columns.get(name)?.places; }
  text(name, row) {
    const c = this.columns.get(name);
    if (!c || isNaN(c.v[row])) return '';
    return c.texts ? c.texts[c.v[row]] : digits(c.v[row], c.places);
  }
  /// The room that a column's longest text takes.
  widest(name) {
    const c = this.columns.get(name);
    if (!c.room) {
      let low = NaN, high = NaN;
      for (const n of c.v) {
        if (n < low || isNaN(low)) low = n;
        if (n > high || isNaN(high)) high = n;
      }
      c.room = max(...(c.texts || [low, high].map(n => digits(n, c.places))).map(wide));
    }
    return c.room;
  }
  entity(row) { return this.value('entity', row); }
  name(row) { return this.names[this.entity(row)]; }
  get isROI() { return this.state.measure === 'roi'; }
  get basis() { return this.state.basis; }
  get window() { return this.windows[this.state.window]; }

  /// Puts the report on the page, in place of another.
  show(view) {
    this.takeView(view);
    const fill = (id, options, chosen) => {
      byID(id).replaceChildren(...options.map(([value, text]) => make('option', { value }, text)));
      byID(id).value = chosen;
    };
    fill('window', this.windows.map((w, i) => [i, w.name]), this.state.window);
    fill('basis', this.bases.map(b => [b, b]), this.basis);
    byID('measure').value = this.state.measure;
    byID('all-columns').checked = this.state.all;
    byID('detail').hidden = true;
    this.writeFacts();
    this.refresh();
    const keys = JSON.stringify(view.getAll('key')), { entities, totals } = this.layout;
    const entity = entities.findIndex((e, i) => JSON.stringify(e) === keys && (i === totals) === view.has('totals'));
    if (entity >= 0) this.open(entity, byID('table-box'));
  }
  /// Takes what the address says of the view; what it does not say stays as it is.
  takeView(view) {
    const s = this.state, named = this.windows.findIndex(w => w.name === view.get('window'));
    if (named >= 0) s.window = named;
    if (this.bases.includes(view.get('basis'))) s.basis = view.get('basis');
    if (['roi', 'ae'].includes(view.get('plot'))) s.measure = view.get('plot');
    s.all = view.get('columns') === 'all';
    s.query = byID('search').value;
    const [name, way] = (view.get('sort') || '').split(':');
    s.sort = name === 'entity' || this.has(name) ? { name, sign: way === 'asc' ? 1 : -1 } : null;
    s.entity = -1;
  }
  /// The view as the address tells it, so that it can be kept.
  view() {
    const s = this.state, view = new URLSearchParams();
    if (reports.length > 1) view.set('report', this.report);
    if (this.window) view.set('window', this.window.name);
    if (s.basis) view.set('basis', s.basis);
    view.set('plot', s.measure);
    if (s.sort) view.set('sort', `${s.sort.name}:${s.sort.sign > 0 ? 'asc' : 'desc'}`);
    if (s.all) view.set('columns', 'all');
    if (s.entity >= 0) for (const key of this.layout.entities[s.entity]) view.append('key', key);
    // Somebody may have the name of all.
    if (s.entity === this.layout.totals) view.set('totals', 'yes');
    return view;
  }
  writeView() { history.replaceState(null, '', '#' + this.view()); }
  /// Draws again where the width has changed: the chosen dot, the focus and the opened bets stay.
  resize() {
    const { point } = this, { title, dataset: { entity } } = document.activeElement;
    this.drawFunnel();
    this.choose(point);
    this.refreshTable();
    document.querySelector(entity ? `#rows [data-entity="${entity}"]` : `#head [title="${title}"]`)?.focus({ preventScroll: true });
    if (this.state.entity >= 0) byID('detail-body').firstChild.replaceWith(this.charts());
  }
  refresh() {
    this.point = -1;
    this.drawFunnel();
    this.refreshTable(true);
    this.writeLead();
    if (this.state.entity >= 0) this.drawDetail();
  }

  /* ----- the question ----- */

  writeLead() {
    const f = this.facts, w = this.window, b = this.basis;
    tell('lead', [
      w ? `window ${w.name}, ${w.from} to ${w.to}` : 'no rows', `as of ${f.as_of}`, `price basis ${b || 'none'}`,
      'denominator ' + (!b ? 'starters' : this.has(b + '_staked') ? 'units staked on the bets of ' + b : 'bets of one unit on starters with a price at ' + b),
      f.where ? `filter ${f.where}` : 'no filter', ...(f.having ? [`rows with ${f.having}`] : []), `commission ${f.commission}`, `${f.rejected} rejected rows`,
    ].join(' · '));
  }
  writeFacts() {
    const f = this.facts;
    tell('title', f.title);
    byID('facts').replaceChildren(...f.told.flatMap(([name, text]) => [make('dt', {}, name), make('dd', {}, text)]));
    tell('version', f.version);
    byID('quality').replaceChildren(...f.quality.flatMap(([title, note, ...table]) => [make('h3', {}, title), make('p', { class: 'label' }, note), plainTable(title, ...table)]));
  }

  /* ----- the funnel plot ----- */

  points() {
    const { window: w, basis: b, isROI } = this, points = [];
    for (const row of w?.list || []) {
      if (this.isTotal(row)) continue;
      const n = this.number(isROI ? b + '_bets' : 'runs', row), y = this.number(isROI ? b + '_roi' : 'ae', row);
      if (!(n > 0) || isNaN(y)) continue;
      const point = { row, n, y };
      if (isROI && b === this.market) { point.centre = this.number('expected_roi', row); point.sd = this.number('luck_sd', row); }
      if (!isROI) {
        const e = this.number('expected_wins', row);
        point.centre = 1;
        point.sd = e > 0 ? sqrt(max(0, 1 - e / n) / e) : NaN;
        point.e = e;
      }
      point.z = point.sd > 0 ? (y - point.centre) / point.sd : NaN;
      points.push(point);
    }
    return points.sort((p, q) => p.n - q.n);
  }
  drawFunnel() {
    const box = byID('funnel'), { isROI } = this, b = this.basis;
    const points = this.shown = this.points();
    const width = max(280, box.clientWidth), height = width < 600 ? 320 : 440;
    const svg = new Picture(width, height);
    box.replaceChildren(svg.element);
    set(box, { 'aria-valuemax': points.length, 'aria-valuenow': 0, 'aria-valuetext': points.length ? `${points.length} dots; none chosen` : 'no dots' });
    tell('funnel-name', '');
    tell('funnel-note', this.funnelNote(points));
    if (!points.length) {
      svg.text(width / 2, height / 2, isROI ? `no bets at ${b || 'any price'}` : 'no expected wins', 'middle');
      this.scale = null;
      return;
    }
    const left = 56, right = 12, top = 12, bottom = 40;
    const ys = points.map(p => p.y).sort((p, q) => p - q);
    const judged = points.filter(p => p.sd > 0), sum = of => judged.reduce((s, p) => s + of(p), 0);
    const total = sum(p => p.n), e = isROI ? 0 : sum(p => p.e) / total;
    const centre = !isROI ? 1 : total && sum(p => p.centre * p.n) / total;
    // NaN where nothing is judged.
    const unit = sqrt(isROI ? sum(p => (p.sd * p.n) ** 2) / total : (1 - e) / e);
    const low = isROI ? min(-1, ys[0]) : 0;
    const middle = points[floor(points.length / 2)].n;
    const reach = isNaN(unit) ? 0 : centre + 3.5 * unit / sqrt(middle);
    const high = max(centre + 0.5, min(ys.at(-1), max(reach, ys[floor((ys.length - 1) * 0.97)]))) + 0.1;
    const nLow = max(1, points[0].n * 0.9), nHigh = max(nLow * 2, points.at(-1).n * 1.1);
    const reachLog = Math.log(nHigh / nLow), x = n => left + (width - left - right) * Math.log(n / nLow) / reachLog;
    const y = v => top + (height - top - bottom) * (1 - (clamp(v, low, high) - low) / (high - low));
    this.scale = { x, y };
    svg.scale(low, high, 6, left, right, y);
    let last = -99;
    for (let p = floor(log10(nLow)); p <= log10(nHigh); p++) {
      for (const m of [1, 2, 5]) {
        const n = m * 10 ** p;
        if (n < nLow || n > nHigh || x(n) - last < 40) continue;
        last = x(n);
        svg.path('axis', `M${x(n)} ${top}V${height - bottom}`);
        svg.text(x(n), height - bottom + 16, grouped(n), 'middle');
      }
    }
    svg.text(width - right, height - 6, `${isROI ? 'bets at ' + b : 'runs'} (logarithmic)`, 'end');
    svg.text(4, height - 6, isROI ? `ROI at ${b}` : 'A/E');
    svg.path('centre', `M${left} ${y(centre)}H${width - right}`);
    if (!isNaN(unit)) {
      for (const [z, style] of [[Z95, 'limit95'], [Z998, 'limit998']]) {
        for (const sign of [1, -1]) {
          let d = '';
          for (let i = 0; i <= 120; i++) {
            const n = nLow * Math.exp(reachLog * i / 120), v = centre + sign * z * unit / sqrt(n);
            if (v > high || v < low) { if (d) break; continue; }
            d += (d ? 'L' : 'M') + x(n).toFixed(1) + ' ' + y(v).toFixed(1);
          }
          // From the right, where the limits are within the plot.
          if (d) svg.path(style, d);
        }
      }
    }
    const paths = { in: '', out95: '', out998: '' };
    for (const p of points) {
      const z = abs(p.z);
      paths[z > Z998 ? 'out998' : z > Z95 ? 'out95' : 'in'] += `M${x(p.n).toFixed(1)} ${y(p.y).toFixed(1)}h0`;
    }
    for (const style in paths) if (paths[style]) svg.path('dots ' + style, paths[style]);
    this.mark = make('g');
    svg.element.append(this.mark);
  }
  funnelNote(points) {
    const isROI = this.isROI, b = this.basis;
    if (!points.length) return '';
    const judged = points.filter(p => p.sd > 0);
    if (isROI && !judged.length) return b === this.market ? 'No limits: no spread of luck.' : `No limits at ${b}: luck is at ${this.market}.`;
    const beyond = z => judged.filter(p => abs(p.z) > z).length;
    const words = byID(isROI ? 'limits-roi' : 'limits-ae').textContent;
    return `${words} Beyond 95 %: ${grouped(beyond(Z95))} of ${some(judged.length, 'dot')}; chance alone puts about ${grouped(Math.round(judged.length * 0.05))} there. Beyond 99.8 %: ${grouped(beyond(Z998))}.`;
  }
  figuresOf(p) {
    const b = this.basis, of = (name, title = name) => { const text = this.text(name, p.row); return text && `${title} ${text}`; };
    const ends = ['low', 'high'].map(end => this.text(`${b}_roi_${end}`, p.row));
    return (this.isROI
      ? [some(this.text(b + '_bets', p.row), 'bet'), of(b + '_roi', 'ROI'), ends[0] && '95 % ' + ends.join(' to '), ...(b === this.market ? ['z', 'p', 'q'].map(name => of(name)) : [])]
      : [some(this.text('runs', p.row), 'run'), of('ae', 'A/E'), of('expected_wins', 'expected wins')]).filter(Boolean).join(', ');
  }
  choose(index) {
    this.point = index;
    if (index < 0) return;
    this.mark.replaceChildren();
    const p = this.shown[index], { x, y } = this.scale;
    if (p.sd > 0) {
      const at = x(p.n), end = z => y(p.centre + z * p.sd);
      this.mark.append(make('path', { class: 'own', d: `M${at} ${end(-Z998)}V${end(Z998)}M${at - 4} ${end(-Z95)}h8M${at - 4} ${end(Z95)}h8` }));
    }
    this.mark.append(make('circle', { class: 'mark', cx: x(p.n), cy: y(p.y), r: 7 }));
    // Isolated, for a name from right to left would turn the figures round.
    const name = this.name(p.row), figures = this.figuresOf(p);
    byID('funnel-name').replaceChildren(make('bdi', {}, name), `: ${figures}`);
    set(byID('funnel'), { 'aria-valuenow': index + 1, 'aria-valuetext': `\u2068${name}\u2069: ${figures}` });
  }
  /* ----- the table ----- */

  tableColumns() {
    const b = this.basis;
    const usual = ['runs', 'wins', 'win_rate', b + '_bets', b + '_profit', b + '_roi', 'ae', 'z', 'p', 'q', 'longest_losing_run', 'current_losing_run', 'max_drawdown', 'recent_form', 'last_run'];
    const names = this.state.all ? this.figures : usual.filter(n => this.has(n));
    return names.map(name => {
      const isBar = !this.state.all && this.has(name + '_low');
      const kind = name === 'recent_form' ? 'form' : isBar ? 'bar' : /_(profit|roi)$/.test(name) ? 'signed' : 'plain';
      return { name, kind, width: max(wide(name + ' ▼') + 18, this.widest(name) + (isBar ? 98 : kind === 'form' ? 70 : 18)) };
    });
  }
  refreshTable(toTop) {
    const w = this.window, query = fold(this.state.query.trim());
    const rows = (w?.list || []).filter(row => !query || this.folded[this.entity(row)].includes(query)), { sort } = this.state;
    if (sort) {
      const { v, texts } = this.columns.get(sort.name);
      const words = sort.name === 'entity' ? this.layout.entities.map(keys => keys.map((key, i) => this.places[i].get(key) ?? ordered(key))) : texts?.map(text => [ordered(text)]);
      // Texts and keys are compared by their places; a row without a value, and that of all runners, come last.
      const place = [], compare = (p, q) => p.reduce((found, word, i) => found || (word < q[i] ? -1 : word > q[i] ? 1 : 0), 0);
      if (words) [...words.keys()].sort((a, b) => compare(words[a], words[b])).forEach((word, at) => { place[word] = at; });
      const of = row => words && !isNaN(v[row]) ? place[v[row]] : v[row];
      rows.sort((a, b) => {
        const p = of(a), q = of(b);
        return this.isTotal(a) - this.isTotal(b) || isNaN(p) - isNaN(q) || (isNaN(p) ? 0 : sort.sign * (p - q)) || a - b;
      });
    }
    this.rows = rows;
    this.list = this.tableColumns();
    for (const column of this.list) {
      if (column.kind !== 'bar') continue;
      // Ends as most rows have them; longer bars are cut.
      const ends = rows.flatMap(row => ['_low', '_high'].map(end => this.number(column.name + end, row))).filter(v => !isNaN(v)).sort((p, q) => p - q);
      column.low = min(0, ends[floor(ends.length * 0.05)] ?? 0);
      column.high = max(column.low + 1e-6, ends[floor((ends.length - 1) * 0.9)] ?? 1);
    }
    const cut = w && w.rows < w.all ? `, the first of ${grouped(w.all)} (a CSV file has all)` : '';
    tell('table-note', w?.rows ? `${grouped(rows.length)} of ${some(w.rows, 'row')} of the window ${w.name}${cut}.` : 'No rows.');
    this.writeHead();
    if (toTop) byID('table-box').scrollTop = 0;
    this.fill();
    this.writeView();
  }
  writeHead() {
    const line = make('tr', { 'aria-rowindex': 1 }), table = byID('table');
    let total = 0;
    const add = (name, title, width) => {
      const sort = this.state.sort, way = sort?.name === name ? sort.sign : 0, first = name === 'entity' ? 1 : -1;
      const button = make('button', { type: 'button', title }, (way ? way > 0 ? '▲ ' : '▼ ' : '') + title);
      on(button, 'click', () => {
        this.state.sort = way === -first ? null : { name, sign: way ? -way : first };
        this.refreshTable(true);
        document.querySelector(`#head [title="${title}"]`)?.focus();
      });
      const th = make('th', { scope: 'col', 'aria-sort': way ? way > 0 ? 'ascending' : 'descending' : 'none' }, button);
      th.style.width = width + 'px';
      line.append(th);
      total += width;
    };
    const width = clamp(byID('table-box').clientWidth * 0.5, 120, 280);
    add('entity', this.facts.keys.join(' + '), width);
    this.room = width - 16;
    for (const column of this.list) add(column.name, column.name, column.width);
    byID('head').replaceChildren(line);
    table.style.width = total + 'px';
    set(table, { 'aria-rowcount': this.rows.length + 1 });
    this.shownRows = [];
    byID('rows').replaceChildren();
  }
  makeRow() {
    const button = make('button', { type: 'button', dir: 'auto', title: '' });
    const cells = this.list.map(column => {
      const own = { column, text: document.createTextNode('') };
      own.cell = make('td', {}, own.text);
      if (column.kind === 'bar') {
        [own.zero, own.range, own.value] = ['u', 'i', 'b'].map(name => make(name));
        own.bar = make('span', { class: 'bar', role: 'img' }, own.zero, own.range, own.value);
        own.cell.append(own.bar);
      } else if (column.kind === 'form') {
        const svg = new Picture(46, 16);
        own.path = make('path');
        svg.element.append(own.path);
        own.cell.append(make('span', { class: 'form' }, svg.element));
      }
      return own;
    });
    return { line: make('tr', {}, make('th', { scope: 'row' }, button), ...cells.map(own => own.cell)), button, cells };
  }
  writeRow(item, at) {
    const row = this.rows[at];
    set(item.line, { 'aria-rowindex': at + 2 });
    const name = this.name(row), isCut = wide(name) > this.room;
    item.button.textContent = name;
    // The style clips names with a title alone: a clip in every row would halve the frames.
    if (isCut || item.button.title) item.button.title = isCut ? name : '';
    item.button.dataset.entity = this.entity(row);
    for (const own of item.cells) {
      const { column } = own, name = column.name, text = this.text(name, row);
      own.text.data = text;
      if (/bar|signed/.test(column.kind)) own.cell.className = name.endsWith('rate') || !text ? '' : text[0] === '-' ? 'neg' : 'pos';
      if (own.bar) {
        const low = this.number(name + '_low', row), high = this.number(name + '_high', row), span = column.high - column.low;
        // A mark stays in sight at either end.
        const at = v => clamp((v - column.low) / span * 97, 0, 97);
        own.bar.style.visibility = isNaN(low) ? 'hidden' : '';
        if (!isNaN(low)) {
          own.range.style.left = at(low) + '%';
          own.range.style.width = max(1, at(high) - at(low)) + '%';
          own.value.style.left = at(this.number(name, row)) + '%';
          own.zero.style.left = at(0) + '%';
          set(own.bar, { 'aria-label': `95 % ${this.text(name + '_low', row)} to ${this.text(name + '_high', row)}` });
        }
      }
      if (own.path) {
        let d = '';
        [...text].forEach((c, i) => { const place = c >= '1' && c <= '9' ? +c : 10; d += `M${4 + i * 7.5} 15v${-(c >= '0' && c <= '9' ? 16 - place * 1.4 : 1.5)}`; });
        set(own.path, { d });
      }
    }
  }
  /// Shows the rows that are in view; rows that stay in view are left as they are.
  fill() {
    if (!this.rows) return;
    const box = byID('table-box'), body = byID('rows'), total = this.rows.length;
    const gap = (n, key) => {
      const line = this[key] ||= make('tr', { class: 'gap', 'aria-hidden': true }, make('td'));
      line.firstChild.style.height = n * ROW + 'px';
      line.firstChild.colSpan = this.list.length + 1;
      return line;
    };
    // An empty table gets its height first: it decides how many rows are in view.
    if (this.above?.parentNode !== body) body.replaceChildren(gap(0, 'above'), gap(total, 'below'));
    const top = floor(box.scrollTop / ROW), high = ceil(box.clientHeight / ROW);
    const first = this.isPrinting ? 0 : clamp(top - 4, 0, total);
    const last = this.isPrinting ? min(total, 200) : min(total, top + high + 6);
    const above = gap(first, 'above');
    gap(this.isPrinting ? 0 : total - last, 'below');
    const focused = this.shownRows.find(item => item.button === document.activeElement);
    const kept = new Map(), free = [];
    for (const item of this.shownRows) {
      if (item.at >= first && item.at < last) { kept.set(item.at, item); continue; }
      if (item === focused) box.focus({ preventScroll: true });
      free.push(item);
    }
    // Rows that stay are not moved: the others leave first.
    for (const item of free) item.line.remove();
    const rows = [];
    let next = above.nextSibling;
    for (let at = first; at < last; at++) {
      let item = kept.get(at);
      if (!item) {
        item = free.pop() || this.makeRow();
        item.at = at;
        this.writeRow(item, at);
      }
      if (item.line === next) next = next.nextSibling;
      else body.insertBefore(item.line, next);
      rows.push(item);
    }
    this.shownRows = rows;
  }

  /* ----- one entity ----- */

  open(entity, from) {
    this.opener = from;
    this.state.entity = entity;
    this.writeView();
    byID('detail').hidden = false;
    this.drawDetail();
    byID('detail-title').focus({ preventScroll: true });
    byID('detail').scrollIntoView();
  }
  close() {
    byID('detail').hidden = true;
    this.state.entity = -1;
    this.writeView();
    (this.opener?.isConnected ? this.opener : byID('table-box')).focus();
  }
  /// The starts of an entity in the window that have a bet at the basis, oldest first.
  startsOf(entity) {
    const own = this.history.get(entity), w = this.window;
    if (!own || !w) return null;
    const from = Date.parse(w.from) / 86400000, list = [], day = this.startColumns.get('day').v;
    for (let i = own.first; i < own.first + own.count; i++) if (day[i] >= from) list.push(i);
    return { ...own, list, isCut: own.count < own.all && !(from > day[own.first]) };
  }
  ofStart(name, i) { const c = this.startColumns.get(name); return c ? c.v[i] : NaN; }
  startName(name, i) { const v = this.ofStart(name, i); return isNaN(v) ? '' : this.starts.names[v]; }
  day(i) { return new Date(this.ofStart('day', i) * 86400000).toISOString().slice(0, 10); }

  /// The row of an entity in a window; −1 without one.
  rowOf(entity, w) { return w?.list.find(row => this.entity(row) === entity) ?? -1; }
  /// Whether a row is that of all runners, which stands at a whole window's end and is no dot.
  isTotal(row) { return this.entity(row) === this.layout.totals; }
  drawDetail() {
    const entity = this.state.entity, w = this.window;
    const starts = this.startsOf(entity);
    tell('detail-title', this.names[entity]);
    const notes = [w && `window ${w.name}, price basis ${this.basis || 'none'}`];
    if (this.rowOf(entity, w) < 0) notes.push('no row in this window');
    if (entity === this.layout.totals) notes.push('all runners: their bets are not listed');
    else if (!starts) notes.push(this.facts.unlisted);
    else if (starts.isCut) notes.push(`the newest ${grouped(starts.count)} of ${grouped(starts.all)} starts are listed: curves and records begin with them`);
    tell('detail-note', notes.filter(Boolean).join(' · '));
    byID('detail-body').replaceChildren(this.charts(), this.allFigures(entity), ...(starts ? [this.betList(starts.list)] : []));
  }
  charts() {
    const { entity } = this.state, b = this.basis, row = this.rowOf(entity, this.window), starts = this.startsOf(entity), panels = [];
    if (starts && b) panels.push(this.curve(starts.list.filter(i => !isNaN(this.ofStart(b + '_returned', i))), row, starts.isCut));
    if (row >= 0) panels.push(this.losingRuns(row), this.withoutBest(row));
    const cut = starts?.isCut ? `, newest ${grouped(starts.count)} starts` : '';
    if (starts) for (const key of ['course', 'distance_band', 'going']) panels.push(this.record(`By ${key.split('_')[0]}${cut}`, key, starts.list));
    return make('div', { class: 'grid' }, ...panels);
  }
  panel(title, ...parts) { return make('div', {}, make('h3', {}, title), ...parts); }
  curve(bets, row, isCut) {
    const b = this.basis, width = chartWidth(), height = 280, left = 52, right = 8, top = 10, bottom = 26;
    if (!bets.length) return this.panel('Profit by bet', make('p', {}, `No bet at ${b} is listed in this window.`));
    const sums = [0];
    for (const i of bets) sums.push(sums.at(-1) + this.ofStart(b + '_returned', i) - 1e6);
    // Expected profit and its variance by the market's chances, a race's bets together.
    const fan = [[0, 0]];
    const hasFan = b === this.market && bets.some(i => this.ofStart('chance', i) * this.ofStart(b, i));
    if (hasFan) {
      let mean = 0, spread = 0, race = NaN, own = 0;
      for (const i of bets) {
        const chance = this.ofStart('chance', i) / 1e6, odds = 1 + (this.ofStart(b, i) / 1e6 - 1) * (this.facts.kept ?? 1);
        const now = this.ofStart('race', i);
        if (now !== race) { race = now; own = 0; }
        if (!isNaN(chance)) {
          const e = chance * odds;
          spread += chance * odds * odds - (own + e) ** 2 + own ** 2;
          own += e;
          mean += e - 1;
        }
        fan.push([mean, sqrt(max(0, spread))]);
      }
    }
    let peak = 0, peakAt = 0, fall = 0, fallFrom = 0, fallTo = 0;
    const peaks = sums.map((s, i) => {
      if (s > peak) [peak, peakAt] = [s, i];
      if (peak - s > fall) [fall, fallFrom, fallTo] = [peak - s, peakAt, i];
      return peak;
    });
    const units = sums.map(s => s / 1e6), values = units.concat(hasFan ? fan.flatMap(([m, s]) => [m - Z95 * s, m + Z95 * s]) : []);
    const low = min(0, ...values), high = max(1, ...values), n = sums.length - 1;
    const x = i => left + (width - left - right) * i / n, y = v => top + (height - top - bottom) * (high - v) / (high - low);
    const current = peaks[n] - sums[n];
    const said = `Profit ${amount(sums[n])} after ${some(n, 'bet')}`;
    const svg = new Picture(width, height, `${said}. ${fall > 0 ? 'Largest fall ' + amount(fall) : 'No fall'}.`);
    svg.scale(low, high, 5, left, right, y);
    svg.text(width - right, height - 8, some(n, 'bet'), 'end');
    svg.text(left, height - 8, this.day(bets[0]));
    const line = values => values.map((v, i) => `${x(i).toFixed(1)} ${y(v).toFixed(1)}`);
    const curve = (style, values) => svg.path(style, 'M' + line(values).join('L'));
    const between = (style, upper, lower) => svg.path(style, 'M' + [...line(upper), ...line(lower).reverse()].join('L') + 'Z');
    if (hasFan) {
      between('fan', fan.map(([m, s]) => m + Z95 * s), fan.map(([m, s]) => m - Z95 * s));
      curve('centre', fan.map(([m]) => m));
    }
    between('fall', peaks.map(p => p / 1e6), units);
    curve('curve', units);
    const when = i => i > 0 ? this.day(bets[i - 1]) : 'the start';
    const told = b === this.market && row >= 0 && !isCut && this.text('max_drawdown', row);
    const words = [`${said} at ${b}.`,
      fall > 0 ? `Largest fall ${told || amount(fall)}, from ${when(fallFrom)} to ${when(fallTo)}.` : 'No drawdown.',
      current > 0 ? `Current drawdown ${amount(current)}, since ${when(peakAt)}.` : 'At its highest now.'];
    if (hasFan) words.push("The fan holds 95 % of what chance alone makes of these bets, by the market's probabilities.");
    return this.panel('Profit by bet', svg.box, make('p', { class: 'label' }, words.join(' ')));
  }
  losingRuns(row) {
    const [longest, current, median, most95] = ['longest_losing_run', 'current_losing_run', 'losing_run_median', 'losing_run_95'].map(name => this.text(name, row));
    const own = this.starts.losing[row], said = `Longest losing run ${longest}, current ${current}.`;
    const chance = median && `half of all series have none longer than ${median}, 95 % none longer than ${most95}.`;
    if (!own) return this.panel('Losing runs', make('p', {}, `${said} ${chance ? 'By chance: ' + chance : 'Without a price no chance is known.'}`));
    const [first, ...cumulative] = own, mass = cumulative.map((c, i) => i ? c - cumulative[i - 1] : 0);
    const width = chartWidth(), height = 220, side = 12, base = height - 26, room = width - 2 * side;
    const from = min(first, longest, current), to = max(first + mass.length, +longest + 1);
    const x = v => side + room * (v - from) / (to - from), wide = max(1, room / (to - from) - 1);
    const svg = new Picture(width, height, `The longest losing run, ${longest}, beside the runs that chance makes`);
    mass.forEach((m, i) => {
      const high = (base - 24) * m / max(...mass, 1);
      svg.element.append(make('rect', { class: 'mass', x: x(first + i), y: base - high, width: wide, height: high }));
    });
    for (const [word, v, style, at] of [['longest', longest, 'limit998', 10], ['current', current, 'centre', 22]]) {
      const place = x(v) + wide / 2;
      svg.path(style, `M${place} ${at + 4}V${base}`);
      svg.text(clamp(place - 20, 4, width - 90), at, `${word} ${v}`);
    }
    for (const t of ticks(from, to, 8).found) if (Number.isInteger(t) && t >= from && t < to) svg.text(x(t) + wide / 2, height - 8, t, 'middle');
    return this.panel('Losing runs', svg.box, make('p', { class: 'label' }, said + (chance && ` Bars: the longest run that chance makes of as many runs; ${chance}`)));
  }
  withoutBest(row) {
    const m = this.market, rows = [['all bets at ' + m, m + '_roi'], ...[1, 3, 5].map(n => ['without the best ' + n, 'roi_without_top_' + n]), ['the market promises', 'expected_roi']]
      .filter(([, name]) => this.has(name)).map(([title, name]) => [title, this.text(name, row) || '–']);
    const title = 'ROI without the best winners';
    return this.panel(title, rows.length ? plainTable(title, ['bets', 'ROI'], rows) : make('p', {}, 'The report has no figures of luck.'));
  }
  record(title, key, starts) {
    const b = this.basis, groups = new Map(), hasBets = this.startColumns.has(b + '_returned');
    for (const i of starts) {
      const name = this.startName(key, i) || '–';
      const g = groups.get(name) || { runs: 0, wins: 0, bets: 0, returned: 0 };
      g.runs += 1;
      if (this.ofStart('position', i) === 1) g.wins += 1;
      const returned = this.ofStart(b + '_returned', i);
      if (!isNaN(returned)) { g.bets += 1; g.returned += returned; }
      groups.set(name, g);
    }
    const rows = [...groups].sort((p, q) => q[1].runs - p[1].runs || (p[0] < q[0] ? -1 : 1)).map(([name, g]) => {
      const profit = g.returned - g.bets * 1e6;
      const plain = [name, g.runs, g.wins, digits(quotient(g.wins, 1e6, g.runs), 6)];
      return !hasBets ? plain : [...plain, g.bets, ...(g.bets ? [amount(profit), digits(quotient(profit, 1, g.bets), 6)] : ['', ''])];
    });
    const box = plainTable(title, [key, 'runs', 'wins', 'win_rate', ...(hasBets ? [`${b}_bets`, `${b}_profit`, `${b}_roi`] : [])], rows);
    box.dataset.record = key;
    return this.panel(title, box);
  }
  allFigures(entity) {
    const own = this.windows.map(w => this.rowOf(entity, w));
    const rows = this.figures.map(name => [name, ...own.map(r => r < 0 ? '' : this.text(name, r))]);
    return this.panel('All figures', plainTable('All figures', ['figure', ...this.windows.map(w => w.name)], rows));
  }
  betList(starts) {
    const newest = starts.slice().reverse();
    const name = key => [key, i => this.startName(key, i)], number = (title, key, places = 0) => [title, i => digits(this.ofStart(key, i), places)];
    const price = (title, key) => [title, i => digits(this.ofStart(key, i), 6).replace(/0{1,4}$/, '')];
    const columns = [['date', i => this.day(i)], name('course'), number('race', 'race_no'), number('metres', 'distance_m'), ...['going', 'horse', 'jockey', 'trainer'].map(name),
      ['result', i => digits(this.ofStart('position', i), 0) || this.startName('outcome', i).replaceAll('_', ' ')], number('of', 'starters'), price('sp', 'sp'), number('chance', 'chance', 6),
      // Behind the chance come the market's price and the returns.
      ...[...this.startColumns.keys()].slice(15).map(b => price(b.replace('_returned', ' returned'), b))];
    const table = rows => plainTable('Bets', columns.map(c => c[0]), rows.map(i => columns.map(c => c[1](i))));
    let count = 0;
    const box = table([]), more = make('button', { type: 'button', class: 'more' });
    const add = () => {
      box.querySelector('tbody').append(...table(newest.slice(count, count + 100)).querySelectorAll('tbody tr'));
      count += 100;
      const left = newest.length - count;
      more.textContent = `${some(left, 'older start')}: show 100 more`;
      more.hidden = left <= 0;
    };
    on(more, 'click', add);
    add();
    return this.panel(`The ${some(newest.length, 'start')} behind these figures, newest first`, box, more);
  }
}

/* ---------- the reports, one of which is shown ---------- */

let page = null, reports = [];
const shown = [];
let choices = 0;

async function show(name, view) {
  const own = ++choices, index = max(0, reports.findIndex(r => r.name === name));
  if (!shown[index]) {
    const report = reports[index], bytes = await unpack(report.packed);
    const layout = await new Response(bytes.subarray(0, report.size)).json();
    if (own !== choices) return;
    shown[index] = new Page({ ...report, ...layout }, bytes);
  }
  page = window.railbirdPage = shown[index];
  byID('report').value = index;
  page.show(view);
}
function listen() {
  for (const id of ['window', 'basis', 'measure']) {
    on(byID(id), 'change', ({ target }) => { page.state[id] = id === 'window' ? +target.value : target.value; page.refresh(); });
  }
  on(byID('report'), 'change', event => {
    const view = page.view();
    view.delete('key');
    show(reports[event.target.value].name, view);
  });
  on(byID('controls'), 'submit', event => event.preventDefault());
  on(byID('search'), 'input', event => { page.state.query = event.target.value; page.refreshTable(true); });
  on(byID('all-columns'), 'change', event => { page.state.all = event.target.checked; page.refreshTable(true); });
  let isAsked = false;
  on(byID('table-box'), 'scroll', () => {
    if (!isAsked) { isAsked = true; requestAnimationFrame(() => { isAsked = false; page.fill(); }); }
  });
  on(byID('rows'), 'click', event => {
    const button = event.target.closest('button');
    if (button) page.open(+button.dataset.entity, button);
  });
  on(byID('detail-close'), 'click', () => page.close());
  listenToPlot();
  on(byID('copy'), 'click', () => {
    getSelection().selectAllChildren(byID('command'));
    // Every browser has this way to the clipboard, also for pages from a disk.
    tell('copied', document.execCommand('copy') ? 'copied' : 'selected');
  });
  let width = byID('funnel').clientWidth;
  new ResizeObserver(() => {
    const now = byID('funnel').clientWidth;
    if (page && now !== width) { width = now; page.resize(); }
  }).observe(byID('funnel'));
  const recipe = byID('recipe');
  let wasOpen;
  const print = isPrinting => {
    if (isPrinting) wasOpen = recipe.open;
    recipe.open = isPrinting || wasOpen;
    page.isPrinting = isPrinting;
    page.fill();
  };
  on(window, 'beforeprint', () => print(true));
  on(window, 'afterprint', () => print(false));
  // A link to a place of the page is no view.
  on(window, 'hashchange', () => { if (byID(location.hash.slice(1))) page.writeView(); else showAddress(); });
}
function showAddress() {
  const view = new URLSearchParams(location.hash.slice(1));
  return show(view.get('report'), view);
}
/// Takes the reports of a page, in place of others.
function showReports(data) {
  reports = data.reports;
  shown.length = 0;
  document.title = data.title;
  byID('report').replaceChildren(...reports.map((r, i) => make('option', { value: i }, r.name)));
  byID('report-label').hidden = reports.length < 2;
  // All reports share the command; one of more than about two lines is folded.
  const { command } = reports[0].facts;
  tell('command', command);
  byID('recipe').open = command.length * 4 <= innerWidth;
  return showAddress();
}
function listenToPlot() {
  const box = byID('funnel');
  const nearest = event => {
    if (!page.scale) return -1;
    const area = box.getBoundingClientRect(), ex = event.clientX - area.left, ey = event.clientY - area.top;
    let best = -1, least = 28 * 28;
    page.shown.forEach((p, i) => {
      const d = (page.scale.x(p.n) - ex) ** 2 + (page.scale.y(p.y) - ey) ** 2;
      if (d < least) { least = d; best = i; }
    });
    return best;
  };
  const openAt = i => { page.choose(i); page.open(page.entity(page.shown[i].row), box); };
  on(box, 'pointermove', event => { const i = nearest(event); if (i >= 0 && i !== page.point) page.choose(i); });
  on(box, 'click', event => { const i = nearest(event); if (i >= 0) openAt(i); });
  on(box, 'keydown', event => {
    const n = page.shown.length, step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10, Home: -n, End: n }[event.key];
    if (step && n) page.choose(clamp((page.point < 0 && step === 1 ? -1 : page.point) + step, 0, n - 1));
    else if (event.key === 'Enter' && page.point >= 0) openAt(page.point);
    else return;
    event.preventDefault();
  });
}

async function main() {
  try {
    listen();
    await showReports(JSON.parse(byID('data').textContent));
    document.documentElement.dataset.ready = 'yes';
  } catch (error) {
    byID('alarm').hidden = false;
    byID('alarm').append(` (${error.message})`);
  }
}
main();
