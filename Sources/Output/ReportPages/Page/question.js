'use strict';
// The form above a page that `railbird serve` sends: the question is the address.
(() => {
  const form = document.getElementById('question'), note = document.getElementById('question-note');
  const fields = [...form.elements].filter(f => f.name);
  let known, standing, values;

  /* ----- the question and its address ----- */

  // The question that the page answers, and that of the address, where an answer is still to come.
  let answered = location.search, place = answered;
  function readAddress() {
    const asked = new URLSearchParams(location.search);
    for (const field of fields) {
      if (field.type === 'checkbox') field.checked = asked.get(field.name) === 'on';
      else field.value = asked.get(field.name) || '';
    }
    form.querySelector('details').open = fields.some(f => f.closest('details') && asked.get(f.name));
  }
  function question() {
    const items = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value.trim()) items.append(name, value.trim());
    return items;
  }
  /// Takes what the server tells of the store, and the milliseconds that the answer took.
  function take(live, taken) {
    known = live;
    values = new Map();
    standing = `Snapshot ${known.snapshot}` + (taken === undefined ? '' : `, answered in ${(taken / 1000).toFixed(2)} s`);
    stand();
  }
  /// Tells of the answer on the page, with no question under way.
  function stand() {
    form.removeAttribute('aria-busy');
    note.textContent = standing;
    tell(known.wrong);
  }
  const isSame = (search, other) => String(new URLSearchParams(search)) === String(new URLSearchParams(other));
  // The question under way, and its way to the server.
  let asked = null, way = null;
  function cancel() {
    way?.abort();
    asked = way = null;
    clearTimeout(timer);
    count++;
    for (const close of lists) close();
  }
  /// Tells that the report is that of an earlier question, whose address it keeps.
  function remain(wrong, why) {
    asked = way = null;
    form.removeAttribute('aria-busy');
    tell(wrong);
    note.textContent = why + (window.showReports ? '; the report is that of the question before.' : '.');
    if (!window.showReports || location.search === answered) return;
    place = answered;
    history.replaceState(null, '', `${location.pathname}${answered}#${window.railbirdPage.view()}`);
  }
  // A server takes no address of any length.
  const length = 30000;
  const tooLong = search => search.length > length && { '': `The question takes ${search.length} characters of an address; ${length} are possible.` };
  /// Puts the answer in the place of the page's report; a page without one is loaded anew.
  ///
  /// A question of the past has its place among the addresses, and its view in its fragment.
  async function ask(search, isPast) {
    if (asked !== null && isSame(search, asked)) return;
    cancel();
    if (tooLong(search)) return remain(tooLong(search), 'The question is too long');
    const own = way = new AbortController(), { hash } = location;
    asked = search;
    form.setAttribute('aria-busy', 'true');
    note.textContent = 'The answer is being computed …';
    try {
      const answer = window.showReports && await fetch('answer' + search, { signal: own.signal });
      if (own !== way) return;
      const isHere = isSame(search, location.search);
      // The same address again would only move to its fragment.
      if (!answer?.ok) return isHere ? location.reload() : location.assign(search + hash);
      const { page, live, wrong } = await answer.json();
      if (own !== way) return;
      if (wrong) {
        // The form may ask something else by now.
        const stands = isSame(question(), search);
        remain(stands ? wrong : {}, 'The question has a mistake');
        return stands ? form.querySelector('[aria-invalid]')?.focus() : check();
      }
      const view = isPast ? hash : '#' + window.railbirdPage.view();
      history[isHere || isPast ? 'replaceState' : 'pushState'](null, '', search + view);
      answered = place = location.search;
      document.getElementById('search').value = '';
      document.getElementById('copied').textContent = '';
      const focused = document.activeElement, top = scrollY;
      await window.showReports(page);
      // A row that is opened again takes neither the focus nor the view.
      if (focused.isConnected && document.activeElement.id === 'detail-title') {
        focused.focus({ preventScroll: true });
        scrollTo(0, top);
      }
      if (own !== way) return;
      asked = way = null;
      take(live, answer.headers.get('Server-Timing')?.match(/\d+/)?.[0]);
      if (!isSame(question(), search)) check();
    } catch {
      if (own !== way) return;
      remain({}, 'railbird serve does not answer any more');
      if (isPast) readAddress();
    }
  }
  form.addEventListener('submit', event => { event.preventDefault(); ask('?' + question()); });
  // A browser may show the page again as it was left, with its question under way.
  window.addEventListener('pageshow', event => { if (event.persisted) { cancel(); stand(); } });
  window.addEventListener('popstate', () => {
    // A link to a place of the page is no question.
    if (location.search === place) return;
    place = location.search;
    readAddress();
    if (place !== answered) return ask(place || '?', true);
    cancel();
    stand();
  });

  /* ----- mistakes, told while typing ----- */

  function tell(wrong) {
    for (const old of form.querySelectorAll('.field .wrong')) old.remove();
    const rest = document.getElementById('question-wrong');
    rest.textContent = '';
    for (const field of fields) { field.removeAttribute('aria-invalid'); field.removeAttribute('aria-describedby'); }
    for (const [name, text] of Object.entries(wrong)) {
      const field = fields.find(f => f.name === name);
      if (!field) { rest.textContent += text + '\n'; continue; }
      // The filter's line and the caret under the word come first, as they stand below the input.
      const [first, ...lines] = text.split('\n'), box = document.createElement('div');
      const place = document.createElement('pre'), words = document.createElement('p');
      box.className = 'wrong';
      box.id = 'wrong-' + name;
      place.textContent = lines.map(l => l.replace(/^ {2}/, '')).join('\n');
      words.textContent = first;
      box.append(...(lines.length ? [place] : []), words);
      field.after(box);
      field.setAttribute('aria-invalid', 'true');
      field.setAttribute('aria-describedby', box.id);
      if (field.closest('details')) field.closest('details').open = true;
    }
    rest.hidden = !rest.textContent;
  }
  let count = 0, timer = 0;
  async function check() {
    const own = ++count, wrong = tooLong('?' + question());
    if (wrong) return tell(wrong);
    try {
      const found = await (await fetch('check?' + question())).json();
      if (own !== count) return;
      tell(found.wrong);
      if (asked === null) note.textContent = found.snapshot === known.snapshot ? standing : `The store has a newer snapshot, ${found.snapshot}; ask again to see it.`;
    } catch {
      if (own === count && asked === null) note.textContent = 'railbird serve does not answer any more.';
    }
  }
  form.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(check, 150); });

  /* ----- completion ----- */

  const keywords = ['and', 'or', 'not', 'in', 'between', 'like', 'is', 'null', 'true', 'false'];
  const quoted = v => /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(v) && !keywords.includes(v.toLowerCase()) && !Object.hasOwn(known.fields, v.toLowerCase()) ? v : `'${v.replaceAll("'", "''")}'`;
  // The first values of a field that begin with a word; each is asked for once.
  async function valuesOf(field, start) {
    const asked = 'values?' + new URLSearchParams({ field, start });
    if (!values.has(asked)) values.set(asked, fetch(asked).then(a => a.json()).then(a => a.values, () => []));
    return values.get(asked);
  }
  // Finds the word at the caret: its place, and the words that complete it.
  async function offer(field, text) {
    const words = known.words[field.name];
    if (field.name === 'where' || field.name === 'having') {
      const value = text.match(/([A-Za-z_]\w*)\s*(?:[=!<>]=?|<>|(?:\bnot\s+)?(?:\blike\s|\bin\s*\((?:(?:'[^']*'|"[^"]*"|[^()'"])*,)?))\s*('(?:[^']|'')*|"[^"]*|[^\s()'",=<>!]*)$/i);
      const name = value && value[1].toLowerCase();
      if (field.name === 'where' && value && known.fields[name]) {
        const own = await valuesOf(name, value[2].replace(/^"/, '').replace(/^'(.*)/s, (_, own) => own.replaceAll("''", "'")));
        return { from: text.length - value[2].length, words: known.fields[name] === 'boolean' ? own : own.map(quoted) };
      }
      const begun = text.match(/[A-Za-z_]\w*$/)?.[0];
      // Within a text in quotes there is nothing to complete.
      if (!begun || value || /['"]/.test(text.replace(/'[^']*'|"[^"]*"/g, ''))) return null;
      return { from: text.length - begun.length, words: starting([...words, ...keywords], begun) };
    }
    if (!words) return null;
    const begun = text.match(/[^,+:\s]*$/)[0], isWay = field.name === 'order-by' && text.at(-1 - begun.length) === ':';
    return { from: text.length - begun.length, words: starting(isWay ? ['asc', 'desc'] : words, begun) };
  }
  function starting(words, begun) {
    const folded = begun.toLowerCase(), first = words.filter(w => w.startsWith(folded));
    const found = first.concat(words.filter(w => !w.startsWith(folded) && folded.length > 1 && w.includes(folded)));
    return found.length === 1 && found[0] === folded ? [] : found.slice(0, 50);
  }
  // The ways to close the fields' lists.
  const lists = [];
  function listen(field) {
    let list = null, current = -1, from = 0, asks = 0;
    Object.entries({ role: 'combobox', 'aria-expanded': 'false', 'aria-autocomplete': 'list' }).forEach(([k, v]) => field.setAttribute(k, v));
    const close = () => { asks++; list?.remove(); list = null; current = -1; field.setAttribute('aria-expanded', 'false'); field.removeAttribute('aria-activedescendant'); field.removeAttribute('aria-controls'); };
    lists.push(close);
    const choose = index => {
      const items = [...list.children];
      items.forEach((item, i) => item.setAttribute('aria-selected', String(i === index)));
      current = index;
      if (index < 0) return field.removeAttribute('aria-activedescendant');
      field.setAttribute('aria-activedescendant', items[index].id);
      items[index].scrollIntoView({ block: 'nearest' });
    };
    const take = text => {
      const end = field.selectionEnd;
      field.setRangeText(text, from, end, 'end');
      close();
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const open = async () => {
      close();
      const own = asks, end = field.selectionEnd, found = await offer(field, field.value.slice(0, end));
      if (own !== asks || !found || !found.words.length || document.activeElement !== field || field.selectionEnd !== end) return;
      from = found.from;
      list = document.createElement('ul');
      list.className = 'offer';
      list.id = 'offer-' + field.name;
      list.setAttribute('role', 'listbox');
      list.setAttribute('aria-label', 'Completions');
      found.words.forEach((word, i) => {
        const item = document.createElement('li');
        item.textContent = word;
        item.id = `${list.id}-${i}`;
        item.setAttribute('role', 'option');
        item.setAttribute('aria-selected', 'false');
        // The input keeps the focus.
        item.addEventListener('pointerdown', event => { event.preventDefault(); take(word); });
        list.append(item);
      });
      field.after(list);
      field.setAttribute('aria-expanded', 'true');
      field.setAttribute('aria-controls', list.id);
    };
    field.addEventListener('input', event => { if (event.isTrusted) open(); });
    field.addEventListener('blur', close);
    // The words are those of the caret's place.
    field.addEventListener('pointerdown', close);
    field.addEventListener('keydown', event => {
      if (event.key === 'ArrowDown' && !list) { event.preventDefault(); open(); return; }
      if (!list) return;
      const n = list.children.length;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        choose(event.key === 'ArrowDown' ? (current + 1) % n : current > 0 ? current - 1 : n - 1);
      } else if (event.key === 'Escape') { event.preventDefault(); close(); }
      else if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) close();
      else if ((event.key === 'Enter' || event.key === 'Tab') && current >= 0) { event.preventDefault(); take(list.children[current].textContent); }
    });
  }
  readAddress();
  take(JSON.parse(document.getElementById('question-data').textContent), performance.getEntriesByType('navigation')[0]?.serverTiming?.[0]?.duration);
  for (const field of fields) if (field.type !== 'checkbox' && (known.words[field.name] || field.name === 'where')) listen(field);
})();
