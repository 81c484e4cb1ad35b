'use strict';
// The page's data are read from the JSON block; all text is set by textContent.
const byID = id => document.getElementById(id);
const SVG = 'http://www.w3.org/2000/svg';
const ROW = 32;

/* ---------- numbers: whole ones and a count of decimals, as the CSV has them ---------- */

function halfEven(n, d) {
  if (Math.abs(n) > Number.MAX_SAFE_INTEGER) return halfEvenBig(BigInt(n), BigInt(d));
  let q = Math.floor(n / d), r = n - q * d;
  while (r < 0) { q -= 1; r += d; }
  while (r >= d) { q += 1; r -= d; }
  return 2 * r > d || (2 * r === d && q % 2 !== 0) ? q + 1 : q;
}
function halfEvenBig(n, d) {
  let q = n / d, r = n % d;
  if (r < 0n) { q -= 1n; r += d; }
  return Number(2n * r > d || (2n * r === d && q % 2n !== 0n) ? q + 1n : q);
}
function product(a, b, d) {
  const n = a * b;
  return Number.isSafeInteger(n) ? halfEven(n, d) : halfEvenBig(BigInt(a) * BigInt(b), BigInt(d));
}
function digits(v, places) {
  if (Number.isNaN(v)) return '';
  const text = String(Math.abs(v)).padStart(places + 1, '0');
  const whole = text.slice(0, text.length - places);
  return (v < 0 ? '-' : '') + (places ? whole + '.' + text.slice(text.length - places) : whole);
}
const grouped = n => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/* ---------- the packed columns ---------- */

async function unpack(text) {
  if (typeof DecompressionStream === 'undefined') throw new Error('no DecompressionStream');
  const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
function decode(layout, bytes, start) {
  const count = layout.count, list = [];
  let at = start;
  for (const column of layout.columns) {
    const v = new Float64Array(count);
    let scale = 1;
    for (let plane = 0; plane < column.width; plane++, scale *= 256) {
      for (let i = 0; i < count; i++) v[i] += bytes[at + i] * scale;
      at += count;
    }
    let before = 0;
    for (let i = 0; i < count; i++) {
      const code = v[i];
      if (code === 0) { v[i] = NaN; before = 0; continue; }
      const rest = code % 2 === 1 ? (code - 1) / 2 : -code / 2;
      let expected = 0;
      if (column.step) expected = before;
      const rule = column.difference || column.quotient;
      if (rule) {
        const a = list[rule[0]].v[i], b = list[rule[1]].v[i];
        if (column.difference) expected = Number.isNaN(a) || Number.isNaN(b) ? 0 : a - rule[2] * b;
        else expected = Number.isNaN(a) || !(b > 0) ? 0 : product(a, rule[2], b);
      }
      v[i] = rest + expected;
      if (column.step) before = v[i];
    }
    list.push({ name: column.name, v, places: column.places || 0, texts: column.texts });
  }
  return { columns: new Map(list.map(c => [c.name, c])), end: at };
}

/* ---------- elements ---------- */

function make(name, text, attributes) {
  const element = document.createElement(name);
  if (text !== undefined && text !== null) element.textContent = text;
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  return element;
}
function draw(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (text !== undefined) element.textContent = text;
  return element;
}
function picture(width, height, label) {
  return draw('svg', { viewBox: `0 0 ${width} ${height}`, width, height, ...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' }) });
}
function ticks(low, high, count) {
  const raw = (high - low) / count, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map(m => m * power).find(s => s >= raw);
  const found = [];
  for (let t = Math.ceil(low / step) * step; t <= high + step / 1e6; t += step) found.push(Math.abs(t) < step / 1e6 ? 0 : t);
  return { found, places: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
}
function plainTable(caption, header, rows) {
  const box = make('div', null, { class: 'scroll', role: 'region', tabindex: '0', 'aria-label': caption });
  const table = make('table', null, { class: 'plain' });
  const head = make('tr');
  for (const name of header) head.append(make('th', name, { scope: 'col' }));
  const thead = make('thead'), tbody = make('tbody');
  thead.append(head);
  for (const row of rows) {
    const line = make('tr');
    row.forEach((cell, i) => { const c = make(i ? 'td' : 'th', cell, { dir: 'auto', ...(i ? {} : { scope: 'row' }) }); if (i && /\p{L}/u.test(cell)) c.className = 'text'; line.append(c); });
    tbody.append(line);
  }
  table.append(thead, tbody);
  box.append(table);
  return box;
}

/* ---------- the page ---------- */

class Page {
  constructor(data, bytes) {
    this.report = data.name;
    this.facts = data.facts;
    this.layout = data.rows;
    const rows = decode(data.rows, bytes, 0);
    this.columns = rows.columns;
    this.starts = data.starts;
    this.startColumns = decode(data.starts, bytes, rows.end).columns;
    let row = 0;
    this.windows = data.rows.windows.map(w => { const own = { ...w, start: row }; row += w.rows; return own; });
    this.names = data.rows.entities.map(keys => keys.join(' + '));
    const fold = text => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    this.fold = fold;
    this.folded = this.names.map(fold);
    let at = 0;
    this.history = new Map(data.starts.entity.map((entity, i) => {
      const own = { first: at, count: data.starts.shown[i], all: data.starts.all[i] };
      at += own.count;
      return [entity, own];
    }));
    this.bases = ['sp', 'tote', 'bsp', 'ew', 'place_tote', 'place_bsp', 'lay_bsp'].filter(b => this.columns.has(b + '_roi'));
    this.state = { window: Math.max(0, this.windows.length - 1), basis: this.bases.find(b => this.columns.get(b + '_bets')?.v.some(n => n > 0)) || this.bases[0] || '', measure: 'roi', query: '', sort: null, all: false, entity: -1 };
    this.point = -1;
  }
  value(name, row) { const c = this.columns.get(name); return c ? c.v[row] : NaN; }
  number(name, row) { const c = this.columns.get(name); return c ? c.v[row] / 10 ** c.places : NaN; }
  text(name, row) {
    const c = this.columns.get(name);
    if (!c || Number.isNaN(c.v[row])) return '';
    return c.texts ? c.texts[c.v[row]] : digits(c.v[row], c.places);
  }
  entity(row) { return this.value('entity', row); }
  name(row) { return this.names[this.entity(row)]; }
  get window() { return this.windows[this.state.window]; }

  /// Puts the report on the page, in place of another.
  show(view) {
    this.takeView(view);
    const fill = (id, options, chosen) => {
      byID(id).replaceChildren(...options.map(([value, text]) => make('option', text, { value })));
      byID(id).value = chosen;
    };
    fill('window', this.windows.map((w, i) => [String(i), w.name]), String(this.state.window));
    fill('basis', this.bases.map(b => [b, b]), this.state.basis);
    byID('measure').value = this.state.measure;
    byID('all-columns').checked = this.state.all;
    byID('detail').hidden = true;
    this.writeFacts();
    this.refresh();
    const keys = JSON.stringify(view.getAll('key')), entity = this.layout.entities.findIndex(e => JSON.stringify(e) === keys);
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
    s.sort = name === 'entity' || this.columns.has(name) ? { name, sign: way === 'asc' ? 1 : -1 } : null;
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
    return view;
  }
  writeView() { history.replaceState(null, '', '#' + this.view()); }
  refresh() {
    this.point = -1;
    this.drawFunnel();
    this.refreshTable(true);
    this.writeLead();
    if (this.state.entity >= 0) this.drawDetail();
  }

  /* ----- the question ----- */

  denominator() {
    const b = this.state.basis;
    if (!b) return 'starters';
    const units = this.columns.has(b + '_staked') ? `units staked on the bets of ${b}` : `bets of one unit on starters with a price at ${b}`;
    return units;
  }
  get rejected() { return this.facts.sources.reduce((n, s) => n + s.rejected, 0); }
  writeLead() {
    const f = this.facts, w = this.window;
    byID('lead').textContent = [
      w ? `window ${w.name}, ${w.from} to ${w.to}` : 'no rows', `as of ${f.as_of}`, `price basis ${this.state.basis || 'none'}`, `denominator ${this.denominator()}`,
      f.where ? `filter ${f.where}` : 'no filter', ...(f.having ? [`rows with ${f.having}`] : []), `commission ${f.commission}`, `${grouped(this.rejected)} rejected rows`,
    ].join(' · ');
  }
  writeFacts() {
    const f = this.facts, title = f.keys.join(' + ');
    byID('title').textContent = `Report by ${title}`;
    const list = byID('facts');
    list.replaceChildren();
    const tell = (name, text) => { list.append(make('dt', name), make('dd', text)); };
    tell('Grouped by', title);
    tell('As of', `${f.as_of}: only races before this day count`);
    tell('Windows', this.windows.map(w => `${w.name} (${w.from} to ${w.to})`).join(', ') || 'no rows');
    tell('Price bases', `${this.bases.join(', ')}; never mixed in one figure`);
    tell('Denominators', 'runs: starters; ROI: units staked on starters with a price at the basis; A/E: expected wins');
    tell('Expected wins', `by the method ${f.baseline}`);
    tell('Filter', f.where || 'none');
    tell('Commission', `${f.commission} of the net winnings in a market of the exchange`);
    tell('Place terms', f.place_terms === 'country' ? "each race's country" : f.place_terms);
    if (f.min_runs) tell('Least runs', grouped(f.min_runs));
    if (f.having) tell('Rows shown', `with ${f.having}`);
    if (f.order) tell('Order', f.order);
    if (f.top !== null) tell('Top', grouped(f.top) + (f.per ? ` of each ${f.per}` : ''));
    if (f.totals) tell('Totals', 'each window ends with a row of all runners that count; it is no dot of the plot');
    if (f.aliases) tell('Aliases', grouped(f.aliases));
    tell('Races', `${grouped(f.races)} with ${grouped(f.starters)} starters, ${grouped(f.non_runners)} non-runners, ${grouped(f.unresolved)} unresolved`);
    tell('Rejected rows', grouped(this.rejected));
    const rows = this.layout.count < this.layout.all ? `${grouped(this.layout.count)} of ${grouped(this.layout.all)}: the first of each window; the CSV file has all` : `all ${grouped(this.layout.all)}`;
    tell('Rows', rows);
    tell('Bets listed', `${grouped(this.starts.count)}, of the first ${grouped(this.starts.entity.length)} of ${grouped(this.starts.entities)} in the longest window`);
    byID('command').textContent = f.command;
    byID('foot').textContent = `Railbird ${f.version}. One file: it loads nothing and sends nothing.`;
    byID('quality-note').textContent = 'Runners that the filter lets through, by month. Duplicates and rejected rows are counted by source, as they were read.';
    byID('quality').replaceChildren(
      make('h3', 'Coverage by month'),
      plainTable('Coverage by month', ['month', 'races', 'runs', 'non-runners', 'unresolved', 'sp prices', 'tote prices', 'bsp prices'], f.months.map(m => m.map((v, i) => i ? grouped(v) : v))),
      make('h3', 'Sources'),
      plainTable('Sources', ['source', 'rows read', 'stored', 'duplicates', 'rejected', 'reasons'], f.sources.map(s => [s.name, grouped(s.read), grouped(s.stored), grouped(s.duplicates), grouped(s.rejected), Object.entries(s.reasons).map(([k, n]) => `${k} ${grouped(n)}`).join(', ')])));
  }

  /* ----- the funnel plot ----- */

  points() {
    const w = this.window, b = this.state.basis, isROI = this.state.measure === 'roi';
    const points = [];
    if (!w) return points;
    // The row of all runners stands at a whole window's end, and is nobody's dot.
    const end = w.start + w.rows - (this.facts.totals && w.rows === w.all ? 1 : 0);
    for (let row = w.start; row < end; row++) {
      const n = this.number(isROI ? b + '_bets' : 'runs', row), y = this.number(isROI ? b + '_roi' : 'ae', row);
      if (!(n > 0) || Number.isNaN(y)) continue;
      const point = { row, n, y };
      if (isROI && b === 'sp') { point.centre = this.number('expected_roi', row); point.sd = this.number('luck_sd', row); }
      if (!isROI) {
        const e = this.number('expected_wins', row);
        point.centre = 1;
        point.sd = e > 0 ? Math.sqrt(Math.max(0, 1 - e / n) / e) : NaN;
        point.e = e;
      }
      point.z = point.sd > 0 ? (y - point.centre) / point.sd : NaN;
      points.push(point);
    }
    return points.sort((p, q) => p.n - q.n);
  }
  drawFunnel() {
    const box = byID('funnel'), isROI = this.state.measure === 'roi', b = this.state.basis;
    const points = this.shown = this.points();
    const width = Math.max(280, box.clientWidth), height = width < 600 ? 320 : 440;
    const svg = picture(width, height);
    box.replaceChildren(svg);
    box.setAttribute('aria-valuemax', String(points.length));
    box.setAttribute('aria-valuenow', '0');
    box.setAttribute('aria-valuetext', points.length ? `${points.length} dots; none chosen` : 'no dots');
    byID('funnel-name').textContent = '';
    byID('funnel-note').textContent = this.funnelNote(points);
    if (!points.length) {
      svg.append(draw('text', { x: width / 2, y: height / 2, 'text-anchor': 'middle' }, isROI ? `no bets at ${b || 'any price'}` : 'no expected wins'));
      this.scale = null;
      return;
    }
    const left = 56, right = 12, top = 12, bottom = 40;
    const ys = points.map(p => p.y).sort((p, q) => p - q);
    const judged = points.filter(p => p.sd > 0);
    let centre = 1, unit = NaN;
    if (judged.length && isROI) {
      const total = judged.reduce((s, p) => s + p.n, 0);
      centre = judged.reduce((s, p) => s + p.centre * p.n, 0) / total;
      unit = Math.sqrt(judged.reduce((s, p) => s + (p.sd * p.n) ** 2, 0) / total);
    } else if (judged.length) {
      const e = judged.reduce((s, p) => s + p.e, 0) / judged.reduce((s, p) => s + p.n, 0);
      unit = Math.sqrt((1 - e) / e);
    }
    if (isROI && !judged.length) centre = 0;
    const low = isROI ? Math.min(-1, ys[0]) : 0;
    const middle = points[Math.floor(points.length / 2)].n;
    const reach = Number.isNaN(unit) ? 0 : centre + 3.5 * unit / Math.sqrt(middle);
    const high = Math.max(centre + 0.5, Math.min(ys[ys.length - 1], Math.max(reach, ys[Math.floor((ys.length - 1) * 0.97)]))) + 0.1;
    const nLow = Math.max(1, points[0].n * 0.9), nHigh = Math.max(nLow * 2, points[points.length - 1].n * 1.1);
    const x = n => left + (width - left - right) * (Math.log(n) - Math.log(nLow)) / (Math.log(nHigh) - Math.log(nLow));
    const y = v => top + (height - top - bottom) * (1 - (Math.min(high, Math.max(low, v)) - low) / (high - low));
    this.scale = { x, y };
    const marks = ticks(low, high, 6);
    for (const t of marks.found) {
      svg.append(draw('path', { class: 'axis', d: `M${left} ${y(t)}H${width - right}` }), draw('text', { x: left - 6, y: y(t) + 4, 'text-anchor': 'end' }, t.toFixed(marks.places)));
    }
    let last = -99;
    for (let p = Math.floor(Math.log10(nLow)); p <= Math.log10(nHigh); p++) {
      for (const m of [1, 2, 5]) {
        const n = m * 10 ** p;
        if (n < nLow || n > nHigh || x(n) - last < 40) continue;
        last = x(n);
        svg.append(draw('path', { class: 'axis', d: `M${x(n)} ${top}V${height - bottom}` }), draw('text', { x: x(n), y: height - bottom + 16, 'text-anchor': 'middle' }, grouped(n)));
      }
    }
    svg.append(draw('text', { x: width - right, y: height - 6, 'text-anchor': 'end' }, isROI ? `bets at ${b} (logarithmic)` : 'runs (logarithmic)'), draw('text', { x: 4, y: height - 6 }, isROI ? `ROI at ${b}` : 'A/E'));
    svg.append(draw('path', { class: 'centre', d: `M${left} ${y(centre)}H${width - right}` }));
    if (!Number.isNaN(unit)) {
      for (const [z, style] of [[1.959964, 'limit95'], [3.090232, 'limit998']]) {
        for (const sign of [1, -1]) {
          let d = '';
          for (let i = 0; i <= 120; i++) {
            const n = Math.exp(Math.log(nLow) + (Math.log(nHigh) - Math.log(nLow)) * i / 120), v = centre + sign * z * unit / Math.sqrt(n);
            if (v > high || v < low) { if (d) break; continue; }
            d += (d ? 'L' : 'M') + x(n).toFixed(1) + ' ' + y(v).toFixed(1);
          }
          // From the right, where the limits are within the plot.
          if (d) svg.append(draw('path', { class: style, d }));
        }
      }
    }
    const paths = { in: '', out95: '', out998: '' };
    for (const p of points) {
      const z = Math.abs(p.z);
      paths[z > 3.090232 ? 'out998' : z > 1.959964 ? 'out95' : 'in'] += `M${x(p.n).toFixed(1)} ${y(p.y).toFixed(1)}h0`;
    }
    for (const style in paths) if (paths[style]) svg.append(draw('path', { class: 'dots ' + style, d: paths[style] }));
    this.mark = draw('g', {});
    svg.append(this.mark);
  }
  funnelNote(points) {
    const isROI = this.state.measure === 'roi', b = this.state.basis;
    if (!points.length) return '';
    const judged = points.filter(p => p.sd > 0);
    if (isROI && !judged.length) return b === 'sp' ? 'The report has no figures of luck, so no limits are drawn.' : `Luck is told at the starting price alone, so no limits are drawn at ${b}.`;
    const beyond = z => judged.filter(p => Math.abs(p.z) > z).length;
    const limits = isROI ? "Limits: 95 % (dashed) and 99.8 % around the market's own promise, by the spread of the mean bet" : 'Limits: 95 % (dashed) and 99.8 % around 1, by the mean expected wins per run, a little wide';
    return `${limits}; a dot's colour goes by its own spread. Of ${grouped(judged.length)} dots ${grouped(beyond(1.959964))} lie beyond 95 %, where chance alone puts about ${grouped(Math.round(judged.length * 0.05))}; ${grouped(beyond(3.090232))} beyond 99.8 %. Dots that would lie outside the plot stand at its edge.`;
  }
  figuresOf(p) {
    const isROI = this.state.measure === 'roi', b = this.state.basis, row = p.row;
    const parts = isROI
      ? [`${this.text(b + '_bets', row)} bets`, `ROI ${this.text(b + '_roi', row)}`, this.text(b + '_roi_low', row) && `95 % ${this.text(b + '_roi_low', row)} to ${this.text(b + '_roi_high', row)}`]
      : [`${this.text('runs', row)} runs`, `A/E ${this.text('ae', row)}`, `expected wins ${this.text('expected_wins', row)}`];
    if (isROI && b === 'sp') for (const name of ['z', 'p', 'q']) if (this.text(name, row)) parts.push(`${name} ${this.text(name, row)}`);
    return parts.filter(Boolean).join(', ');
  }
  choose(index) {
    const box = byID('funnel');
    this.point = index;
    this.mark?.replaceChildren();
    if (index < 0 || !this.scale) { byID('funnel-name').textContent = ''; return; }
    const p = this.shown[index], { x, y } = this.scale;
    if (p.sd > 0) {
      const at = x(p.n);
      this.mark.append(draw('path', { class: 'own', d: `M${at} ${y(p.centre - 3.090232 * p.sd)}V${y(p.centre + 3.090232 * p.sd)}M${at - 4} ${y(p.centre - 1.959964 * p.sd)}h8M${at - 4} ${y(p.centre + 1.959964 * p.sd)}h8` }));
    }
    this.mark.append(draw('circle', { class: 'mark', cx: x(p.n), cy: y(p.y), r: 7 }));
    // Isolated, for a name from right to left would turn the figures round.
    const name = this.name(p.row), figures = this.figuresOf(p);
    byID('funnel-name').replaceChildren(make('bdi', name), `: ${figures}`);
    const text = `\u2068${name}\u2069: ${figures}`;
    box.setAttribute('aria-valuenow', String(index + 1));
    box.setAttribute('aria-valuetext', text);
  }
  /* ----- the table ----- */

  tableColumns() {
    const b = this.state.basis;
    const usual = ['runs', 'wins', 'win_rate', b + '_bets', b + '_profit', b + '_roi', 'ae', 'z', 'p', 'q', 'longest_losing_run', 'current_losing_run', 'max_drawdown', 'recent_form', 'last_run'];
    const names = this.state.all ? [...this.columns.keys()].filter(n => n !== 'entity') : usual.filter(n => this.columns.has(n));
    return names.map(name => {
      const isBar = !this.state.all && this.columns.has(name + '_low');
      const kind = name === 'recent_form' ? 'form' : isBar ? 'bar' : /_(profit|roi)$/.test(name) ? 'signed' : 'plain';
      return { name, kind, width: isBar ? 178 : kind === 'form' ? 130 : Math.max(86, name.length * 8 + 24) };
    });
  }
  refreshTable(toTop) {
    const w = this.window, query = this.fold(this.state.query.trim());
    let rows = [];
    if (w) for (let row = w.start; row < w.start + w.rows; row++) if (!query || this.folded[this.entity(row)].includes(query)) rows.push(row);
    const sort = this.state.sort;
    if (sort && sort.name === 'entity') {
      const compare = (a, b) => this.name(a) < this.name(b) ? -1 : this.name(a) > this.name(b) ? 1 : 0;
      rows.sort((a, b) => sort.sign * compare(a, b) || a - b);
    } else if (sort && this.columns.has(sort.name)) {
      const c = this.columns.get(sort.name);
      const key = c.texts ? c.texts.map((t, i) => [t, i]).sort((a, b) => a[0] < b[0] ? -1 : 1).reduce((m, [, i], at) => { m[i] = at; return m; }, []) : null;
      const of = row => key && !Number.isNaN(c.v[row]) ? key[c.v[row]] : c.v[row];
      rows.sort((a, b) => {
        const p = of(a), q = of(b), none = Number.isNaN(p) - Number.isNaN(q);
        return none || (Number.isNaN(p) ? 0 : sort.sign * (p - q)) || a - b;
      });
    }
    this.rows = rows;
    this.list = this.tableColumns();
    for (const column of this.list) {
      if (column.kind !== 'bar') continue;
      // Ends as most rows have them; longer bars are cut.
      const ends = [];
      for (const row of rows) { const l = this.number(column.name + '_low', row), h = this.number(column.name + '_high', row); if (!Number.isNaN(l)) ends.push(l, h); }
      ends.sort((p, q) => p - q);
      column.low = ends.length ? Math.min(0, ends[Math.floor(ends.length * 0.05)]) : 0;
      column.high = ends.length ? Math.max(column.low + 1e-6, ends[Math.floor((ends.length - 1) * 0.9)]) : 1;
    }
    const cut = w && w.rows < w.all ? `, the first of ${grouped(w.all)} (the CSV file has all)` : '';
    byID('table-note').textContent = w ? `${grouped(rows.length)} of ${grouped(w.rows)} rows${cut}. Digits are those of the CSV file; bars are the 95 % intervals.` : 'The report has no rows.';
    this.writeHead();
    if (toTop) byID('table-box').scrollTop = 0;
    this.fill();
    this.writeView();
  }
  writeHead() {
    const line = make('tr', null, { 'aria-rowindex': '1' });
    const nameWidth = Math.min(280, Math.max(120, byID('table-box').clientWidth * 0.35));
    const add = (name, title, width) => {
      const sort = this.state.sort, isOwn = sort && sort.name === name;
      const th = make('th', null, { scope: 'col', 'aria-sort': isOwn ? (sort.sign > 0 ? 'ascending' : 'descending') : 'none' });
      const button = make('button', title + (isOwn ? (sort.sign > 0 ? ' ▲' : ' ▼') : ''), { type: 'button', title });
      button.addEventListener('click', () => {
        this.state.sort = isOwn && sort.sign < 0 !== (name === 'entity') ? { name, sign: -sort.sign } : isOwn ? null : { name, sign: name === 'entity' ? 1 : -1 };
        this.refreshTable(true);
        [...byID('head').querySelectorAll('button')].find(b => b.title === title)?.focus();
      });
      th.append(button);
      th.style.width = width + 'px';
      line.append(th);
      return width;
    };
    let total = add('entity', this.facts.keys.join(' + '), nameWidth);
    for (const column of this.list) total += add(column.name, column.name, column.width);
    byID('head').replaceChildren(line);
    const table = byID('table');
    table.style.width = total + 'px';
    table.setAttribute('aria-rowcount', String(this.rows.length + 1));
    this.shownRows = [];
    byID('rows').replaceChildren();
  }
  makeRow() {
    const line = make('tr'), head = make('th', null, { scope: 'row' }), button = make('button', '', { type: 'button', dir: 'auto' });
    head.append(button);
    line.append(head);
    const cells = this.list.map(column => {
      const cell = make('td');
      const text = document.createTextNode('');
      cell.append(text);
      const own = { column, cell, text };
      if (column.kind === 'bar') {
        const bar = make('span', null, { class: 'bar', role: 'img' });
        own.bar = bar; own.zero = make('u'); own.range = make('i'); own.value = make('b');
        bar.append(own.zero, own.range, own.value);
        cell.append(bar);
      } else if (column.kind === 'form') {
        const box = make('span', null, { class: 'form' }), svg = picture(46, 16);
        own.path = draw('path', {});
        svg.append(own.path);
        box.append(svg);
        cell.append(box);
      }
      line.append(cell);
      return own;
    });
    return { line, button, cells };
  }
  writeRow(item, at) {
    const row = this.rows[at];
    item.line.setAttribute('aria-rowindex', String(at + 2));
    const name = this.name(row);
    item.button.textContent = name;
    if (name.length > 24 || item.button.title) item.button.title = name.length > 24 ? name : '';
    item.button.dataset.entity = String(this.entity(row));
    for (const own of item.cells) {
      const { column } = own, name = column.name, text = this.text(name, row);
      own.text.data = text;
      if (column.kind !== 'plain' && column.kind !== 'form') own.cell.className = name.endsWith('rate') || text === '' ? '' : text[0] === '-' ? 'neg' : 'pos';
      if (own.bar) {
        const low = this.number(name + '_low', row), high = this.number(name + '_high', row), span = column.high - column.low;
        const at = v => Math.min(100, Math.max(0, (v - column.low) / span * 100));
        own.bar.style.visibility = Number.isNaN(low) ? 'hidden' : '';
        if (!Number.isNaN(low)) {
          own.range.style.left = at(low) + '%';
          own.range.style.width = Math.max(1, at(high) - at(low)) + '%';
          own.value.style.left = at(this.number(name, row)) + '%';
          own.zero.style.left = at(0) + '%';
          own.bar.setAttribute('aria-label', `95 % ${this.text(name + '_low', row)} to ${this.text(name + '_high', row)}`);
        }
      }
      if (own.path) {
        let d = '';
        [...text].forEach((c, i) => { const place = c >= '1' && c <= '9' ? Number(c) : 10; d += `M${4 + i * 7.5} 15v${-(c >= '0' && c <= '9' ? 16 - place * 1.4 : 1.5)}`; });
        own.path.setAttribute('d', d);
      }
    }
  }
  /// Shows the rows that are in view; rows that stay in view are left as they are.
  fill() {
    if (!this.rows) return;
    const box = byID('table-box'), body = byID('rows'), total = this.rows.length;
    const gap = (n, key) => {
      const line = this[key] ||= (() => { const l = make('tr', null, { class: 'gap', 'aria-hidden': 'true' }); l.append(make('td')); return l; })();
      line.firstChild.style.height = n * ROW + 'px';
      line.firstChild.colSpan = this.list.length + 1;
      return line;
    };
    // An empty table gets its height first: it decides how many rows are in view.
    if (this.above?.parentNode !== body) body.replaceChildren(gap(0, 'above'), gap(total, 'below'));
    const top = Math.floor(box.scrollTop / ROW), high = Math.ceil(box.clientHeight / ROW);
    const first = this.isPrinting ? 0 : Math.max(0, Math.min(total, top - 4));
    const last = this.isPrinting ? Math.min(total, 200) : Math.min(total, top + high + 6);
    const above = gap(first, 'above');
    gap(this.isPrinting ? 0 : total - last, 'below');
    const focused = this.shownRows.find(item => item.button === document.activeElement);
    const kept = new Map(), free = [];
    for (const item of this.shownRows) {
      if (item.at >= first && item.at < last) kept.set(item.at, item);
      else if (item !== focused) free.push(item);
      else { byID('table-box').focus({ preventScroll: true }); free.push(item); }
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
    byID('detail').scrollIntoView({ block: 'start' });
  }
  close() {
    byID('detail').hidden = true;
    this.state.entity = -1;
    this.writeView();
    const opener = this.opener?.isConnected ? this.opener : byID('table-box');
    opener.focus();
  }
  /// The starts of an entity in the window that have a bet at the basis, oldest first.
  startsOf(entity) {
    const own = this.history.get(entity), w = this.window;
    if (!own || !w) return null;
    const from = Date.parse(w.from + 'T00:00:00Z') / 86400000, all = [];
    const day = this.startColumns.get('day').v;
    for (let i = own.first; i < own.first + own.count; i++) if (day[i] >= from) all.push(i);
    return { list: all, isCut: own.count < own.all && !(from > day[own.first]), count: own.count };
  }
  ofStart(name, i) { const c = this.startColumns.get(name); return c ? c.v[i] : NaN; }
  startName(name, i) { const v = this.ofStart(name, i); return Number.isNaN(v) ? '' : this.starts.names[v]; }
  day(i) { return new Date(this.ofStart('day', i) * 86400000).toISOString().slice(0, 10); }

  drawDetail() {
    const entity = this.state.entity, w = this.window, body = byID('detail-body'), b = this.state.basis;
    byID('detail-title').textContent = this.names[entity];
    byID('detail-title').dir = 'auto';
    body.replaceChildren();
    let row = -1;
    if (w) for (let r = w.start; r < w.start + w.rows; r++) if (this.entity(r) === entity) row = r;
    const starts = this.startsOf(entity);
    const told = this.starts;
    const notes = [w ? `window ${w.name}, price basis ${b || 'none'}` : ''];
    if (row < 0) notes.push('no row in this window');
    if (!starts) notes.push(`the page lists the bets of the first ${grouped(told.entity.length)} of ${grouped(told.entities)} in the longest window only; a page of this one alone has its bets (--where)`);
    else if (starts.isCut) notes.push(`the newest ${grouped(starts.count)} of ${grouped(this.history.get(entity).all)} starts are listed: curves and the records by course, distance and going begin with them`);
    byID('detail-note').textContent = notes.filter(Boolean).join(' · ');
    const grid = make('div', null, { class: 'grid' });
    body.append(grid);
    const bets = starts ? starts.list.filter(i => !Number.isNaN(this.ofStart(b + '_returned', i))) : [];
    if (starts && ['sp', 'tote', 'bsp'].includes(b)) grid.append(this.curve(bets, row, starts.isCut));
    if (row >= 0) {
      grid.append(this.losingRuns(row));
      grid.append(this.withoutBest(row));
    }
    if (starts) {
      const of = starts.isCut ? `, newest ${grouped(starts.count)} starts` : '';
      for (const [title, key] of [['By course', 'course'], ['By distance', 'distance_band'], ['By going', 'going']]) grid.append(this.record(title + of, key, starts.list));
    }
    body.append(this.allFigures(entity));
    if (starts) body.append(this.betList(starts.list));
  }
  panel(title, ...parts) {
    const box = make('div');
    box.append(make('h3', title), ...parts);
    return box;
  }
  curve(bets, row, isCut) {
    const b = this.state.basis, width = 620, height = 280, left = 52, right = 8, top = 10, bottom = 26;
    if (!bets.length) return this.panel('Profit by bet', make('p', `No bet at ${b} in this window.`));
    const sums = [0];
    for (const i of bets) sums.push(sums[sums.length - 1] + this.ofStart(b + '_returned', i) - 1e6);
    // Expected profit and its variance by the market's chances, a race's bets together.
    const fan = [[0, 0]];
    const hasFan = b === 'sp' && bets.some(i => !Number.isNaN(this.ofStart('chance', i)));
    if (hasFan) {
      let mean = 0, spread = 0, race = NaN, own = 0;
      for (const i of bets) {
        const chance = this.ofStart('chance', i) / 1e6, odds = this.ofStart('sp', i) / 1e6;
        const now = this.ofStart('race', i);
        if (now !== race) { race = now; own = 0; }
        if (!Number.isNaN(chance)) {
          const e = chance * odds;
          spread += chance * odds * odds - (own + e) ** 2 + own ** 2;
          own += e;
          mean += e - 1;
        }
        fan.push([mean, Math.sqrt(Math.max(0, spread))]);
      }
    }
    let peak = 0, peakAt = 0, fall = 0, fallFrom = 0, fallTo = 0;
    const peaks = sums.map((s, i) => { if (s > peak) { peak = s; peakAt = i; } if (peak - s > fall) { fall = peak - s; fallFrom = peakAt; fallTo = i; } return peak; });
    const values = sums.map(s => s / 1e6).concat(hasFan ? fan.flatMap(([m, s]) => [m - 1.96 * s, m + 1.96 * s]) : []);
    const low = Math.min(0, ...values), high = Math.max(1, ...values), n = sums.length - 1;
    const x = i => left + (width - left - right) * i / n, y = v => top + (height - top - bottom) * (high - v) / (high - low);
    const current = peaks[n] - sums[n];
    const said = `Profit ${digits(halfEven(sums[n], 100), 4)} after ${grouped(n)} bets`;
    const svg = picture(width, height, `${said}. ${fall > 0 ? 'Largest fall ' + digits(halfEven(fall, 100), 4) : 'No fall'}.`);
    const marks = ticks(low, high, 5);
    for (const t of marks.found) svg.append(draw('path', { class: 'axis', d: `M${left} ${y(t)}H${width - right}` }), draw('text', { x: left - 6, y: y(t) + 4, 'text-anchor': 'end' }, t.toFixed(marks.places)));
    svg.append(draw('text', { x: width - right, y: height - 8, 'text-anchor': 'end' }, `${grouped(n)} bets`), draw('text', { x: left, y: height - 8 }, this.day(bets[0])));
    const line = list => list.map(([i, v]) => `${x(i).toFixed(1)} ${y(v).toFixed(1)}`).join('L');
    if (hasFan) {
      svg.append(draw('path', { class: 'fan', d: 'M' + line(fan.map(([m, s], i) => [i, m + 1.96 * s])) + 'L' + line(fan.map(([m, s], i) => [i, m - 1.96 * s]).reverse()) + 'Z' }));
      svg.append(draw('path', { class: 'centre', d: 'M' + line(fan.map(([m], i) => [i, m])) }));
    }
    svg.append(draw('path', { class: 'fall', d: 'M' + line(peaks.map((p, i) => [i, p / 1e6])) + 'L' + line(sums.map((s, i) => [i, s / 1e6]).reverse()) + 'Z' }));
    svg.append(draw('path', { class: 'curve', d: 'M' + line(sums.map((s, i) => [i, s / 1e6])) }));
    const box = make('div', null, { class: 'chart' });
    box.append(svg);
    const when = i => i > 0 ? this.day(bets[i - 1]) : 'the start';
    const words = [`${said} at ${b}.`];
    words.push(fall > 0 ? `Largest fall ${b === 'sp' && row >= 0 && !isCut && this.text('max_drawdown', row) ? this.text('max_drawdown', row) : digits(halfEven(fall, 100), 4)}, from ${when(fallFrom)} to ${when(fallTo)}.` : 'No drawdown.');
    words.push(current > 0 ? `Current drawdown ${digits(halfEven(current, 100), 4)}, since ${when(peakAt)}.` : 'At its highest now.');
    if (hasFan) words.push("The fan holds 95 % of what chance alone makes of these bets, by the market's probabilities.");
    return this.panel('Profit by bet', box, make('p', words.join(' '), { class: 'label' }));
  }
  losingRuns(row) {
    const longest = this.text('longest_losing_run', row), current = this.text('current_losing_run', row);
    const own = this.starts.losing[row];
    const words = [`Longest losing run ${longest}, current ${current}.`];
    if (!own) {
      words.push(this.text('losing_run_median', row) ? `By chance: half of all series have none longer than ${this.text('losing_run_median', row)}, 95 % none longer than ${this.text('losing_run_95', row)}.` : 'Without a price nothing is known of the runs that chance makes.');
      return this.panel('Losing runs', make('p', words.join(' ')));
    }
    const [first, ...cumulative] = own, mass = cumulative.map((c, i) => i ? c - cumulative[i - 1] : 0);
    const width = 620, height = 220, left = 12, right = 12, top = 24, bottom = 26;
    const from = Math.min(first, Number(longest), Number(current)), to = Math.max(first + mass.length, Number(longest) + 1);
    const x = v => left + (width - left - right) * (v - from) / (to - from), most = Math.max(...mass, 1);
    const svg = picture(width, height, `The longest losing run, ${longest}, beside the runs that chance makes`);
    const wide = Math.max(1, (width - left - right) / (to - from) - 1);
    mass.forEach((m, i) => { const h = (height - top - bottom) * m / most; svg.append(draw('rect', { class: 'mass', x: x(first + i), y: height - bottom - h, width: wide, height: h })); });
    const mark = (v, text, style, at) => { const place = x(v) + wide / 2; svg.append(draw('path', { class: style, d: `M${place} ${at + 4}V${height - bottom}` }), draw('text', { x: Math.min(width - 90, Math.max(4, place - 20)), y: at }, text)); };
    mark(Number(longest), `longest ${longest}`, 'limit998', 10);
    mark(Number(current), `current ${current}`, 'centre', 22);
    for (const t of ticks(from, to, 8).found) if (Number.isInteger(t) && t >= from && t < to) svg.append(draw('text', { x: x(t) + wide / 2, y: height - 8, 'text-anchor': 'middle' }, String(t)));
    const box = make('div', null, { class: 'chart' });
    box.append(svg);
    if (this.text('losing_run_median', row)) words.push(`Bars: the longest run that chance makes of as many runs; half of all series have none longer than ${this.text('losing_run_median', row)}, 95 % none longer than ${this.text('losing_run_95', row)}.`);
    return this.panel('Losing runs', box, make('p', words.join(' '), { class: 'label' }));
  }
  withoutBest(row) {
    const rows = [['all bets at sp', 'sp_roi'], ['without the best', 'roi_without_top_1'], ['without the best 3', 'roi_without_top_3'], ['without the best 5', 'roi_without_top_5'], ['the market promises', 'expected_roi']]
      .filter(([, name]) => this.columns.has(name)).map(([title, name]) => [title, this.text(name, row) || '–']);
    return this.panel('ROI without the best winners', rows.length ? plainTable('ROI without the best winners', ['bets', 'ROI'], rows) : make('p', 'The report has no figures of luck.'));
  }
  record(title, key, starts) {
    const b = this.state.basis, groups = new Map(), hasBets = this.startColumns.has(b + '_returned');
    for (const i of starts) {
      const name = this.startName(key, i) || '–';
      const g = groups.get(name) || { runs: 0, wins: 0, bets: 0, returned: 0 };
      g.runs += 1;
      g.wins += this.ofStart('position', i) === 1 ? 1 : 0;
      const returned = this.ofStart(b + '_returned', i);
      if (!Number.isNaN(returned)) { g.bets += 1; g.returned += returned; }
      groups.set(name, g);
    }
    const rows = [...groups].sort((p, q) => q[1].runs - p[1].runs || (p[0] < q[0] ? -1 : 1)).map(([name, g]) => {
      const profit = g.returned - g.bets * 1e6;
      const plain = [name, String(g.runs), String(g.wins), digits(product(g.wins, 1e6, g.runs), 6)];
      return !hasBets ? plain : [...plain, String(g.bets), g.bets ? digits(halfEven(profit, 100), 4) : '', g.bets ? digits(halfEven(profit, g.bets), 6) : ''];
    });
    const box = plainTable(title, [key, 'runs', 'wins', 'win_rate', ...(hasBets ? [`${b}_bets`, `${b}_profit`, `${b}_roi`] : [])], rows);
    box.style.maxHeight = '280px';
    box.dataset.record = key;
    return this.panel(title, box);
  }
  allFigures(entity) {
    const own = this.windows.map(w => { for (let r = w.start; r < w.start + w.rows; r++) if (this.entity(r) === entity) return r; return -1; });
    const rows = [...this.columns.keys()].filter(n => n !== 'entity').map(name => [name, ...own.map(r => r < 0 ? '' : this.text(name, r))]);
    const box = plainTable('All figures', ['figure', ...this.windows.map(w => w.name)], rows);
    box.style.maxHeight = '360px';
    return this.panel('All figures', box);
  }
  betList(starts) {
    const newest = starts.slice().reverse(), header = ['date', 'course', 'race', 'metres', 'going', 'horse', 'jockey', 'trainer', 'result', 'of', 'sp', 'chance', ...['sp', 'tote', 'bsp'].map(b => b + ' returned')];
    const amount = (name, i) => { const v = this.ofStart(name, i); return Number.isNaN(v) ? '' : digits(v, 6).replace(/0{1,4}$/, ''); };
    const lines = i => [this.day(i), this.startName('course', i), digits(this.ofStart('race_no', i), 0), digits(this.ofStart('distance_m', i), 0), this.startName('going', i), this.startName('horse', i), this.startName('jockey', i), this.startName('trainer', i), digits(this.ofStart('position', i), 0) || this.startName('outcome', i).replaceAll('_', ' '), digits(this.ofStart('starters', i), 0), amount('sp', i), digits(this.ofStart('chance', i), 6), ...['sp', 'tote', 'bsp'].map(b => amount(b + '_returned', i))];
    let count = 0;
    const box = plainTable('Bets', header, []), tbody = box.querySelector('tbody');
    const more = make('button', '', { type: 'button', class: 'more' });
    const add = () => {
      const next = plainTable('', header, newest.slice(count, count + 100).map(lines));
      tbody.append(...next.querySelectorAll('tbody tr'));
      count = Math.min(newest.length, count + 100);
      more.textContent = `Show 100 more of ${grouped(newest.length - count)}`;
      more.hidden = count >= newest.length;
    };
    more.addEventListener('click', add);
    add();
    return this.panel(`The ${grouped(newest.length)} starts behind these figures, newest first`, box, more);
  }
}

/* ---------- the reports, one of which is shown ---------- */

let page = null, reports = [];
const shown = new Map();

async function show(name, view) {
  const index = Math.max(0, reports.findIndex(r => r.name === name));
  if (!shown.has(index)) shown.set(index, new Page(reports[index], await unpack(reports[index].packed)));
  page = window.railbirdPage = shown.get(index);
  byID('report').value = String(index);
  page.show(view);
}
function listen() {
  for (const [id, key] of [['window', 'window'], ['basis', 'basis'], ['measure', 'measure']]) {
    byID(id).addEventListener('change', event => { page.state[key] = key === 'window' ? Number(event.target.value) : event.target.value; page.refresh(); });
  }
  byID('report').append(...reports.map((r, i) => make('option', r.name, { value: String(i) })));
  byID('report-label').hidden = reports.length < 2;
  byID('report').addEventListener('change', event => {
    const view = page.view();
    view.delete('key');
    show(reports[Number(event.target.value)].name, view);
  });
  byID('controls').addEventListener('submit', event => event.preventDefault());
  byID('search').addEventListener('input', event => { page.state.query = event.target.value; page.refreshTable(true); });
  byID('all-columns').addEventListener('change', event => { page.state.all = event.target.checked; page.refreshTable(true); });
  let isAsked = false;
  byID('table-box').addEventListener('scroll', () => {
    if (!isAsked) { isAsked = true; requestAnimationFrame(() => { isAsked = false; page.fill(); }); }
  }, { passive: true });
  byID('rows').addEventListener('click', event => {
    const button = event.target.closest('button');
    if (button) page.open(Number(button.dataset.entity), button);
  });
  byID('detail-close').addEventListener('click', () => page.close());
  listenToPlot();
  let width = byID('funnel').clientWidth;
  new ResizeObserver(() => {
    const now = byID('funnel').clientWidth;
    if (now !== width) { width = now; page.drawFunnel(); page.fill(); }
  }).observe(byID('funnel'));
  const print = isPrinting => { page.isPrinting = isPrinting; page.fill(); };
  window.addEventListener('beforeprint', () => print(true));
  window.addEventListener('afterprint', () => print(false));
  // A link to a place of the page is no view.
  window.addEventListener('hashchange', () => { if (!byID(location.hash.slice(1))) showAddress(); });
}
function showAddress() {
  const view = new URLSearchParams(location.hash.slice(1));
  return show(view.get('report'), view);
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
  box.addEventListener('pointermove', event => { const i = nearest(event); if (i >= 0 && i !== page.point) page.choose(i); });
  box.addEventListener('click', event => { const i = nearest(event); if (i >= 0) { page.choose(i); page.open(page.entity(page.shown[i].row), box); } });
  box.addEventListener('keydown', event => {
    const n = page.shown.length, moves = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10, Home: -n, End: n };
    if (event.key in moves && n) {
      event.preventDefault();
      page.choose(Math.min(n - 1, Math.max(0, (page.point < 0 && moves[event.key] === 1 ? -1 : page.point) + moves[event.key])));
    } else if (event.key === 'Enter' && page.point >= 0) { event.preventDefault(); page.open(page.entity(page.shown[page.point].row), box); }
  });
}

async function main() {
  try {
    reports = JSON.parse(byID('data').textContent).reports;
    listen();
    await showAddress();
    document.documentElement.dataset.ready = 'yes';
  } catch (error) {
    byID('alarm').hidden = false;
    byID('alarm').textContent = `The page's figures could not be read (${error.message}). It needs a browser of 2023 or later.`;
  }
}
main();
