#!/usr/bin/env python3
"""Looks at the pages of reports, cards and seasons in a browser.

scripts/check-pages.py                 checks pages made from the sample by .build/debug/railbird
scripts/check-pages.py --axe [FILE]    also runs axe-core on them: FILE, or that of a Python package,
                                       installed by pip install --no-deps axe-playwright-python
scripts/check-pages.py --shots DIR     also leaves screenshots there
scripts/check-pages.py --railbird F    takes another binary
scripts/check-pages.py --large N       takes N runners for the page of many rows (300000)

Each page must come up without a console message and without a request, show every number as its CSV
file has it in every window, and be usable by keyboard alone. Needs Chromium; without one the script
says so and exits with 0. It uses nothing but Python's own library.
"""
import argparse
import base64
import csv
import importlib.util
import json
import os
import pathlib
import shlex
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAMES = ['</script><script>alert(1)</script>', '"quoted" & \'single\'', 'مدرب الخيل', '=1+1',
         'x' * 300, '\U0001F40E' * 300, ('סוס "מהיר" \'<script>alert(1)</script>' * 10)[:299] + '!',
         '<img src=x onerror=alert(1)>', 'Zoë O\'Neill', '\uff21\uff22\uff23']


class Browser:
    """One tab of a Chromium, driven by the DevTools protocol."""

    def __init__(self, program, folder, *options):
        self.process = subprocess.Popen(
            [program, '--headless=new', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0',
             f'--user-data-dir={folder}', *options, 'about:blank'],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = pathlib.Path(folder) / 'DevToolsActivePort'
        for _ in range(300):
            if port.exists() and port.read_text().count('\n') >= 1:
                break
            time.sleep(0.1)
        number = port.read_text().split('\n')[0]
        with urllib.request.urlopen(f'http://127.0.0.1:{number}/json') as answer:
            tab = next(t for t in json.load(answer) if t['type'] == 'page')
        path = tab['webSocketDebuggerUrl'].split(number, 1)[1]
        self.socket = socket.create_connection(('127.0.0.1', int(number)))
        self.socket.sendall((
            f'GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{number}\r\nUpgrade: websocket\r\n'
            'Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
            'Sec-WebSocket-Version: 13\r\n\r\n').encode())
        self.file = self.socket.makefile('rb')
        while self.file.readline().strip():
            pass
        self.count = 0
        self.events = []
        for domain in ['Page', 'Runtime', 'Log', 'Network', 'Performance']:
            self.ask(domain + '.enable')

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait(10)

    def ask(self, method, **parameters):
        self.count += 1
        text = json.dumps({'id': self.count, 'method': method, 'params': parameters}).encode()
        size = len(text)
        head = (struct.pack('!BB', 0x81, 0x80 | size) if size < 126 else
                struct.pack('!BBH', 0x81, 0x80 | 126, size) if size < 65536 else
                struct.pack('!BBQ', 0x81, 0x80 | 127, size))
        # A mask of zeros leaves the text as it is.
        self.socket.sendall(head + b'\0\0\0\0' + text)
        while True:
            answer = self.read()
            if answer.get('id') == self.count:
                if 'error' in answer:
                    raise RuntimeError(f'{method}: {answer["error"]}')
                return answer['result']
            self.events.append(answer)

    def read(self):
        text = b''
        while True:
            first, second = self.file.read(2)
            size = second & 127
            if size == 126:
                size, = struct.unpack('!H', self.file.read(2))
            elif size == 127:
                size, = struct.unpack('!Q', self.file.read(8))
            text += self.file.read(size)
            if first & 0x80:
                return json.loads(text)

    def run(self, code):
        """Evaluates JavaScript, waits for a promise, and returns the value."""
        result = self.ask('Runtime.evaluate', expression=code, awaitPromise=True, returnByValue=True)
        if 'exceptionDetails' in result:
            raise RuntimeError(json.dumps(result['exceptionDetails'])[:500])
        return result['result'].get('value')

    def key(self, name, code=0, text=''):
        for kind in ['keyDown', 'keyUp']:
            self.ask('Input.dispatchKeyEvent', type=kind, key=name, code=name,
                     windowsVirtualKeyCode=code, **({'text': text} if text and kind == 'keyDown' else {}))

    def view(self, width, height, dark=False, media='screen'):
        self.ask('Emulation.setDeviceMetricsOverride', width=width, height=height,
                 deviceScaleFactor=1, mobile=width < 600)
        self.ask('Emulation.setEmulatedMedia', media=media, features=[
            {'name': 'prefers-color-scheme', 'value': 'dark' if dark else 'light'}])

    def open(self, path):
        self.visit(pathlib.Path(path).resolve().as_uri())

    def visit(self, url):
        # The same file at another fragment would not be loaded again.
        self.ask('Page.navigate', url='about:blank')
        self.events = []
        self.ask('Page.navigate', url=url)
        self.wait()

    def wait(self):
        """Waits until a page has drawn its figures, or says that it cannot."""
        for _ in range(1200):
            ready = self.run('document.readyState === "complete" && (!document.getElementById("data")'
                             ' || document.documentElement.dataset.ready === "yes"'
                             ' || !document.getElementById("alarm").hidden)')
            if ready:
                break
            time.sleep(0.05)

    def shoot(self, path, height=None):
        picture = self.ask('Page.captureScreenshot', format='png')
        pathlib.Path(path).write_bytes(base64.b64decode(picture['data']))


class Checks:
    def __init__(self):
        self.failed = 0

    def hold(self, is_right, text):
        print(('ok    ' if is_right else 'WRONG ') + text)
        self.failed += 0 if is_right else 1


READ_TABLE = '''(async () => {
  const page = window.railbirdPage, box = document.getElementById('table-box'), found = {};
  const all = document.getElementById('all-columns');
  if (!all.checked) all.click();
  const select = document.getElementById('window');
  for (const option of select.options) {
    select.value = option.value;
    select.dispatchEvent(new Event('change'));
    const head = [...document.querySelectorAll('#head th')].map(th => th.textContent);
    const rows = new Map();
    const read = () => {
      for (const row of document.querySelectorAll('#rows tr:not(.gap)')) {
        rows.set(Number(row.getAttribute('aria-rowindex')), [...row.children].map(c => c.firstChild.textContent));
      }
    };
    for (let top = 0; ; top += box.clientHeight) {
      box.scrollTop = top;
      await new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)));
      read();
      if (top + box.clientHeight >= box.scrollHeight) break;
    }
    found[option.textContent] = { head, rows: [...rows].sort((a, b) => a[0] - b[0]).map(r => r[1]) };
  }
  return found;
})()'''

# Scrolls three rows a frame, as a wheel does: the time between frames, the script's share of it, and
# tasks that held the page up for more than 50 ms.
SCROLL = '''(async () => {
  const box = document.getElementById('table-box'), page = window.railbirdPage;
  const frames = [], own = [], long = [], observer = new PerformanceObserver(l => long.push(...l.getEntries()));
  observer.observe({ type: 'longtask' });
  const fill = page.fill;
  page.fill = () => { const start = performance.now(); fill.call(page); own.push(performance.now() - start); };
  box.scrollTop = 0;
  await new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)));
  own.length = 0;
  let last = performance.now();
  for (let i = 0; i < FRAMES; i++) {
    box.scrollTop += 96;
    await new Promise(r => requestAnimationFrame(r));
    const now = performance.now();
    frames.push(now - last);
    last = now;
  }
  delete page.fill;
  long.push(...observer.takeRecords());
  observer.disconnect();
  const of = times => { times.sort((a, b) => a - b); return [0.5, 0.95].map(q => times[Math.floor((times.length - 1) * q)]); };
  return { frame: of(frames), script: of(own), count: own.length, long: long.length,
           longest: Math.max(0, ...long.map(t => t.duration)) };
})()'''.replace('FRAMES', '600')

# The script's work and the layout that follows from it, whatever the display does.
LAYOUT = '''(() => {
  const box = document.getElementById('table-box'), page = window.railbirdPage, times = [];
  for (let i = 0; i < 200; i++) {
    box.scrollTop = (i * 96) % (box.scrollHeight - box.clientHeight);
    const start = performance.now();
    page.fill();
    box.offsetHeight;
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return [times[100], times[190]];
})()'''


def choose_report(browser, name):
    browser.run(f"""(async () => {{
      const box = document.getElementById('report');
      const option = [...box.options].find(o => o.textContent === '{name}');
      if (box.value === option.value) return;
      box.value = option.value;
      box.dispatchEvent(new Event('change'));
      while (window.railbirdPage.report !== '{name}') await new Promise(r => setTimeout(r, 10));
    }})()""")


def read_csv(path):
    with open(path, newline='', encoding='utf-8') as file:
        return list(csv.reader(file))


def write_csv(path, header, rows):
    with open(path, 'w', newline='', encoding='utf-8') as file:
        csv.writer(file).writerows([header.split(','), *rows])


def guarded(name):
    return "'" + name if name[:1] in '=+-@\t\r' and name else name


def check_silence(browser, checks, name):
    browser.run('1')
    said = [e for e in browser.events if e['method'] in
            ('Runtime.consoleAPICalled', 'Runtime.exceptionThrown', 'Log.entryAdded')]
    asked = [e['params']['request']['url'] for e in browser.events
             if e['method'] == 'Network.requestWillBeSent']
    asked = [url for url in asked if not url.startswith('data:')]
    checks.hold(not said, f'{name}: no console message {json.dumps(said)[:300] if said else ""}')
    checks.hold(len(asked) == 1, f'{name}: no request but for the page itself {asked[1:]}')


def add_axe(parser):
    """Adds the option --axe: the script's text, from a file or from the package that has one."""
    def text(file):
        package = None if file else importlib.util.find_spec('axe_playwright_python')
        if not file and not package:
            raise argparse.ArgumentTypeError(
                'found no axe-core; expected a FILE, or pip install --no-deps axe-playwright-python')
        path = pathlib.Path(file or package.submodule_search_locations[0] + '/axe.min.js')
        try:
            return path.read_text(encoding='utf-8')
        except OSError as error:
            raise argparse.ArgumentTypeError(error) from error
    parser.add_argument('--axe', nargs='?', const='', type=text, metavar='FILE')


def check_axe(browser, checks, name, axe, width=1280):
    """Holds a page against all rules of axe-core, in both colours."""
    if not axe:
        return
    for dark in [True, False]:
        browser.view(width, 900, dark)
        browser.run(axe + ';1')
        result = browser.run(
            'axe.run(document, {resultTypes: ["violations"]}).then(r => r.violations.map('
            'v => v.id + ": " + v.nodes.length + " " + v.nodes[0].html.slice(0, 120)'
            ' + " " + v.nodes[0].failureSummary.slice(0, 200)))')
        checks.hold(not result, f'{name}, {"dark" if dark else "light"}: axe-core finds nothing {result}')


def check_command(browser, checks, railbird, folder):
    """The header's command makes the same page; Copy takes it; a phone folds it, paper does not."""
    page = folder / 'sample.out/report.html'
    told = '[document.querySelector("header #command").textContent, document.getElementById("recipe").open]'
    browser.open(page)
    command, is_open = browser.run(told)
    before = page.read_bytes()
    page.unlink()
    subprocess.run([railbird, *shlex.split(command)[1:]], check=True, cwd=folder,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    checks.hold(is_open and page.read_bytes() == before, f'header: the same bytes come by {command}')
    browser.run('document.getElementById("copy").focus()')
    browser.key('Enter', 13, '\r')
    copied = browser.run('[getSelection().toString(), document.getElementById("copied").textContent]')
    checks.hold(copied == [command, 'copied'], f'header: Copy takes the command {copied}')
    browser.view(390, 800)
    browser.open(page)
    folded = browser.run(told)
    browser.run('window.dispatchEvent(new Event("beforeprint"))')
    printed = browser.run(told)
    browser.run('window.dispatchEvent(new Event("afterprint"))')
    checks.hold([folded, printed, browser.run(told)] == [[command, False], [command, True], [command, False]],
                f'header: a phone folds the command, its paper does not {folded[1:] + printed[1:]}')


def check_paper(browser, checks, name, page, width):
    """Paper is light, whichever colours the screen has, and cuts no cell."""
    pictures = []
    for dark in [False, True]:
        browser.view(width, 8192, dark, 'print')
        browser.open(page)
        browser.run('window.dispatchEvent(new Event("beforeprint")); document.querySelector("#rows button")?.click()')
        browser.run('new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))')
        pictures.append(browser.ask('Page.captureScreenshot', format='png')['data'])
    checks.hold(pictures[0] == pictures[1], f'{name}: paper is the same in light and in dark')
    cut = browser.run('''[...document.querySelectorAll('th, td, .scroll')].filter(c => {
      const own = c.getBoundingClientRect();
      return own.height && (own.right > innerWidth || c.scrollWidth > c.clientWidth + 1 || c.scrollHeight > c.clientHeight + 1);
    }).map(c => c.textContent.slice(0, 30))''')
    checks.hold(not cut, f'{name}: paper cuts no cell and no table {cut[:5]}')


def check_widths(browser, checks, name):
    """Digits and titles of the table are shown whole."""
    for is_all in [False, True]:
        browser.run(f'(b => {{ if (b.checked !== {str(is_all).lower()}) b.click(); }})(document.getElementById("all-columns"))')
        cut = browser.run('[...document.querySelectorAll("#rows td, #head th:not(:first-child) button")]'
                          '.filter(c => c.scrollWidth > c.clientWidth).map(c => c.textContent)')
        checks.hold(not cut, f'{name}: {"all" if is_all else "the usual"} columns are as wide as their texts {cut[:5]}')


def check_numbers(browser, checks, name, file, keys):
    choose_report(browser, pathlib.Path(file).stem)
    found = browser.run(READ_TABLE)
    rows = read_csv(file)
    header, rows = rows[0], rows[1:]
    cells = 0
    wrong = []
    for window in dict.fromkeys(row[keys] for row in rows):
        expected = [row for row in rows if row[keys] == window]
        own = found[window]
        columns = header[keys + 3:]
        if own['head'][1:] != columns or len(own['rows']) != len(expected):
            wrong.append((window, len(own['rows']), len(expected)))
            continue
        for shown, row in zip(own['rows'], expected):
            names = ' + '.join(row[:keys])
            if guarded(shown[0]) != names or shown[1:] != row[keys + 3:]:
                wrong.append((window, shown[0]))
            cells += len(columns)
    checks.hold(not wrong, f'{name}: {cells} numbers are those of the CSV file {wrong[:3]}')


def check_names(browser, checks, name, page, cells, expected):
    """Odd names are text, whole, and leave the page as wide as a phone."""
    browser.view(390, 800)
    browser.open(page)
    found = browser.run(f'[...document.querySelectorAll({json.dumps(cells)})].map(c => c.textContent)')
    checks.hold(sorted(found) == sorted(expected),
                f'{name}: odd names are shown as text {found if sorted(found) != sorted(expected) else ""}')
    wide, elements = browser.run('[document.documentElement.scrollWidth, document.querySelectorAll('
                                 '"main img, main script").length]')
    checks.hold(elements == 0 and wide == 390, f'{name}: they are no elements; the page is {wide} of 390 wide')


def check_records(browser, checks, pairs):
    """The record by course of an entity equals the report by both keys."""
    rows = read_csv(pairs)
    header = rows[0]
    wanted = ['runs', 'wins', 'win_rate', 'sp_bets', 'sp_profit', 'sp_roi']
    name = browser.run('document.getElementById("detail-title").textContent')
    shown = browser.run('[...document.querySelectorAll("[data-record=course] tbody tr")].map('
                        'r => [...r.children].map(c => c.textContent))')
    places = [header.index(w) for w in wanted]
    expected = {row[1]: [row[p] for p in places] for row in rows[1:]
                if row[0] == name and row[2] == 'all'}
    checks.hold(bool(expected) and {r[0]: r[1:] for r in shown} == expected,
                f'{name}: the record of {len(expected)} courses is that of the report by both keys')


def check_keyboard(browser, checks):
    browser.run('document.body.focus(); window.scrollTo(0, 0)')
    met = []
    for _ in range(40):
        browser.key('Tab', 9)
        met.append(browser.run('document.activeElement.id || document.activeElement.tagName'))
        if met[-1] == 'funnel':
            break
    checks.hold(met[-1] == 'funnel', f'keyboard: Tab leads to the plot by {met}')
    for _ in range(3):
        browser.key('ArrowRight', 39)
    # The name is isolated from the figures, by signs in the one and an element in the other.
    text = browser.run('document.getElementById("funnel").getAttribute("aria-valuetext")'
                       '.replace(/[\u2068\u2069]/g, "")')
    named = browser.run('document.getElementById("funnel-name").textContent')
    checks.hold(': ' in text and text == named, f'keyboard: the arrows name a dot: {text}')
    browser.key('Enter', 13, '\r')
    title = browser.run('document.activeElement.id + " " + document.activeElement.textContent')
    checks.hold(title == 'detail-title ' + text.split(': ')[0], f'keyboard: Enter opens {title}')
    browser.run('document.getElementById("detail-close").focus()')
    browser.key('Enter', 13, '\r')
    checks.hold(browser.run('document.activeElement.id') == 'funnel' and
                browser.run('document.getElementById("detail").hidden'),
                'keyboard: Close leads back to the plot')
    browser.run('document.querySelector("#head th:nth-child(3) button").focus()')
    browser.key('Enter', 13, '\r')
    browser.key(' ', 32, ' ')
    checks.hold(browser.run('document.querySelector("#head th:nth-child(3)").ariaSort') == 'ascending',
                'keyboard: Enter and Space sort a column')
    browser.run('document.getElementById("search").focus()')
    for letter in 'zoe':
        browser.key(letter, ord(letter.upper()), letter)
    note = browser.run('document.getElementById("table-note").textContent')
    first = browser.run('document.querySelector("#rows button")?.textContent || ""')
    checks.hold('Zo' in first, f'keyboard: the search finds {first}: {note.split(".")[0]}')
    # Through the table into a row's detail, through that, and back.
    browser.run('document.getElementById("table-box").focus()')
    name = walk(browser, '#rows button')
    browser.key('Enter', 13, '\r')
    title = browser.run('document.activeElement.id + " " + document.activeElement.textContent')
    checks.hold(bool(name) and title == f'detail-title {name}', f'keyboard: Enter on a row opens {title}')
    walk(browser, '#detail-close')
    browser.key('Enter', 13, '\r')
    back = browser.run('document.activeElement.closest("#rows button")?.textContent')
    checks.hold(back == name, f'keyboard: Close leads back to the row of {back}')


def check_resize(browser, checks):
    """Another width leaves the chosen dot, the opened bets and the focus."""
    browser.run('document.getElementById("funnel").focus()')
    for _ in range(3):
        browser.key('ArrowRight', 39)
    dot = '[window.railbirdPage.point, document.getElementById("funnel-name").textContent]'
    bets = '[...document.querySelectorAll("#detail-body table")].at(-1).querySelectorAll("tbody tr").length'
    column = 'document.activeElement.closest("#head button")?.title'
    browser.run('window.railbirdPage.open(window.railbirdPage.entity(window.railbirdPage.window.list[0]))')
    browser.run('document.querySelector("#detail .more").click();'
                'document.querySelector("#head th:nth-child(3) button").focus()')
    before = [browser.run(code) for code in (dot, bets, column)]
    drawn = 'document.querySelector("#funnel svg").getAttribute("width")'
    width = browser.run(drawn)
    browser.view(1000, 900)
    for _ in range(100):
        if browser.run(drawn) != width:
            break
        time.sleep(0.05)
    after = [browser.run(code) for code in (dot, bets, column)]
    checks.hold(before == after and before[0][0] == 2 and before[1] > 100 and before[2] and browser.run(drawn) != width,
                f'another width leaves dot, bets and focus: {before} {after}')
    browser.run('document.querySelector("#rows button").focus()')
    browser.view(1280, 900)
    time.sleep(0.5)
    checks.hold(browser.run('!!document.activeElement.closest("#rows button")'), 'so it does the focus on a row')


def walk(browser, selector):
    """Presses Tab until the focus is at an element; returns its text, or none after 80 steps."""
    for _ in range(80):
        browser.key('Tab', 9)
        text = browser.run(f'document.activeElement.closest({json.dumps(selector)})?.textContent')
        if text:
            return text
    return None


def make_pages(railbird, folder, large):
    def run(*words):
        subprocess.run([railbird, *words], check=True, cwd=folder, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
    write_csv(folder / 'odd.csv', 'race_id,date,number,jockey,horse,trainer,course,position,sp', (
        [i % 4, f'2026-01-0{i % 4 + 1}', i, name, name, name, NAMES[i % 4], i + 1, i + 2]
        for i, name in enumerate(NAMES)))
    (folder / 'one.csv').write_text('race_id,date,number,jockey,position,sp\n1,2026-01-01,1,Ann,1,3\n')
    (folder / 'bare.csv').write_text(
        'race_id,date,number,jockey,position\n' + ''.join(
            f'{i},2026-01-0{i},1,Ann,{i % 2 + 1}\n{i},2026-01-0{i},2,Bob,{2 - i % 2}\n' for i in range(1, 9)))
    shutil.copy(ROOT / 'Datasets/sample/runners.csv', folder / 'sample.csv')
    for name in ['sample', 'odd', 'one', 'bare']:
        run('import', '--quiet', '--store', name, '--format', 'railbird', name + '.csv')
    run('report', '--quiet', '--store', 'sample', '--by', 'jockey,jockey+course', '--format', 'csv,html',
        '--out', 'sample.out')
    run('report', '--quiet', '--store', 'sample', '--by', 'trainer', '--windows', '90d', '--bets',
        'sp,ew,lay_bsp', '--shrink', '--totals', '--format', 'csv,html', '--out', 'window.out')
    run('report', '--quiet', '--store', 'bare', '--by', 'jockey', '--windows', '7d,all', '--as-of', '2026-06-01',
        '--totals', '--format', 'html', '--out', 'empty.out')
    for name in ['odd', 'one', 'bare']:
        run('report', '--quiet', '--store', name, '--by', 'jockey', '--format', 'csv,html', '--out',
            name + '.out')
    run('report', '--quiet', '--store', 'one', '--by', 'trainer', '--format', 'csv,html', '--out',
        'none.out')
    run('card', '--quiet', '--store', 'sample', '--date', '2024-12-31', '--format', 'html',
        '--angles', ROOT / 'Examples/angles.yaml', '--out', 'card.out')
    run('card', '--quiet', '--store', 'odd', '--date', '2026-01-01', '--results', '--format', 'html',
        '--out', 'odd-card.out')
    for name, people, rewards in [
            ('club', [f'Runner {runner}' for runner in range(1, 9)],
             [('Team breakfast', 300), ('New hoodies', 900), ('Weekend away', 1500)]),
            ('odd-club', NAMES, [(name, 100 * place) for place, name in enumerate(NAMES, 1)])]:
        write_csv(folder / 'ledger.csv', 'activity_uuid,runner_id,date,time,activity_type,points', (
            [f'{week}-{runner}', runner, f'2024-{9 + week // 5:02}-{1 + week % 5 * 6:02}', '08:00',
             'TRAINING_RUN', 10 + (week * runner) % 7]
            for week in range(10) for runner, _ in enumerate(people, 1)))
        write_csv(folder / 'roster.csv', 'runner_id,runner,team,active,graduation_class', (
            [runner, person, 'UA', 'true', 2026] for runner, person in enumerate(people, 1)))
        write_csv(
            folder / 'rewards.csv', 'reward_id,season,year,description,point_threshold,display_order', (
                [place, 'xc', 2024, reward, points, place]
                for place, (reward, points) in enumerate(rewards, 1)))
        run('import', '--quiet', '--store', name, '--format', 'points-ledger', 'ledger.csv', 'roster.csv',
            'rewards.csv')
        run('season', '--quiet', '--store', name, '--season', 'xc', '--year', '2024', '--format', 'html',
            '--out', name + '.out')
    if large:
        run('generate', '--quiet', '--runners', str(large), '--seed', '7', '--out', 'large.csv')
        run('import', '--quiet', '--store', 'large', '--format', 'railbird', 'large.csv')
        run('report', '--quiet', '--store', 'large', '--by', 'horse', '--windows', 'all', '--top', '10000', '--format',
            'csv,html', '--out', 'large.out')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument('--railbird', default=str(ROOT / '.build/debug/railbird'))
    add_axe(parser)
    parser.add_argument('--shots')
    parser.add_argument('--large', type=int, default=300_000)
    options = parser.parse_args()
    program = next((p for p in map(shutil.which, ['chromium', 'chromium-browser', 'google-chrome']) if p),
                   None)
    if not program:
        print('no Chromium on this machine; the pages were not looked at')
        return 0
    checks = Checks()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_pages(os.path.abspath(options.railbird), folder, options.large)
        browser = Browser(program, folder / 'browser')
        try:
            look(browser, checks, folder, options)
        finally:
            browser.close()
    print('all right' if not checks.failed else f'{checks.failed} checks failed')
    return 1 if checks.failed else 0


def look(browser, checks, folder, options):
    browser.view(1280, 900)
    pages = [('sample.out/jockey', 1), ('sample.out/jockey-course', 2), ('window.out/trainer', 1),
             ('odd.out/jockey', 1), ('one.out/jockey', 1), ('bare.out/jockey', 1), ('none.out/trainer', 1)]
    for page, keys in pages:
        browser.open((folder / page).with_name('report.html'))
        check_numbers(browser, checks, page, folder / (page + '.csv'), keys)
        if page != 'none.out/trainer':
            browser.run('document.querySelector("#rows button").click()')
        for basis in browser.run('[...document.getElementById("basis").options].map(o => o.value)'):
            for plot in ['roi', 'ae']:
                browser.run(f'for (const [id, v] of [["basis", "{basis}"], ["measure", "{plot}"]]) '
                            '{ const b = document.getElementById(id); b.value = v;'
                            ' b.dispatchEvent(new Event("change")); }')
        bad = browser.run('/NaN|undefined|Infinity/.test(document.body.innerText)')
        checks.hold(not bad, f'{page}: no NaN, undefined or Infinity in any view')
        check_widths(browser, checks, page)
        check_silence(browser, checks, page)
        check_axe(browser, checks, page, options.axe)
    browser.open(folder / 'window.out/report.html')
    told = browser.run('(p => { p.open(p.entity(p.window.list.at(-1))); return ["title", "note"].map('
                       'name => document.getElementById("detail-" + name).textContent); })(window.railbirdPage)')
    checks.hold(told == ['all', 'window 90d, price basis sp · all runners: their bets are not listed'],
                f'totals: the row of all runners says what it is {told}')
    browser.visit(browser.run('location.href'))
    again = browser.run('document.getElementById("detail-note").textContent')
    checks.hold(again == told[1], f'totals: their address leads back to them {again}')
    last = browser.run('''[...document.querySelectorAll('#head button')].flatMap((_, i) => [0, 1].map(() => {
      document.querySelectorAll('#head button')[i].click();
      return window.railbirdPage.name(window.railbirdPage.rows.at(-1));
    }))''')
    checks.hold(len(last) > 20 and set(last) == {'all'}, f'totals: they stay the last in {len(last)} orders {set(last)}')
    browser.open(folder / 'empty.out/report.html')
    told = browser.run('''(() => {
      document.querySelector('#rows button').click();
      const box = document.getElementById('window');
      box.value = [...box.options].findIndex(o => o.textContent === '7d');
      box.dispatchEvent(new Event('change'));
      return ['detail-title', 'detail-note', 'table-note'].map(id => document.getElementById(id).textContent);
    })()''')
    checks.hold(told[0] in ('Ann', 'Bob') and 'window 7d' in told[1] and 'no row in this window' in told[1]
                and 'all runners' not in told[1] and told[2] == 'No rows.', f'a window without rows says so {told}')
    told = browser.run('(p => { p.open(p.layout.totals); return document.getElementById("detail-note").textContent; })'
                       '(window.railbirdPage)')
    checks.hold(told.endswith('no row in this window · all runners: their bets are not listed'),
                f'so do its totals: {told}')
    check_names(browser, checks, 'report', folder / 'odd.out/report.html', '#rows button', NAMES)
    browser.run('document.querySelector("#head button").click()')
    found = browser.run('window.railbirdPage.rows.map(row => window.railbirdPage.name(row))')
    checks.hold(found == sorted(NAMES, key=str.encode), 'names are ordered by their bytes in UTF-8, as by --order-by')
    for name in NAMES:
        place = browser.run(f'[...document.querySelectorAll("#rows button")].findIndex('
                            f'b => b.textContent === {json.dumps(name)})')
        browser.run(f'document.querySelectorAll("#rows button")[{place}].click()')
        told = browser.run('[document.getElementById("detail-title").textContent, document.querySelectorAll('
                           '"main img, main script").length, document.documentElement.scrollWidth]')
        checks.hold(told == [name, 0, 390], f'report: {name[:12]}… is the title of its bets, and no wider {told[2]}')
    check_names(browser, checks, 'card', folder / 'odd-card.out/card-2026-01-01.html',
                'tbody th, tbody td.name', [name for name in NAMES[::4] for _ in range(3)])
    check_names(browser, checks, 'season', folder / 'odd-club.out/season.html',
                '[aria-label=Runners] tbody th', NAMES)
    check_names(browser, checks, 'season', folder / 'odd-club.out/season.html',
                '[aria-label=Rewards] tbody th', NAMES)
    browser.view(1280, 900)
    browser.open(folder / 'sample.out/report.html')
    browser.run('document.querySelector("#rows button").click()')
    check_records(browser, checks, folder / 'sample.out/jockey-course.csv')
    browser.open(folder / 'sample.out/report.html')
    check_keyboard(browser, checks)
    browser.open(folder / 'sample.out/report.html')
    check_resize(browser, checks)
    browser.open(folder / 'sample.out/report.html')
    title = browser.run('''(async () => {
      const box = document.getElementById('report');
      for (const value of [1, 0]) { box.value = value; box.dispatchEvent(new Event('change')); }
      await new Promise(r => setTimeout(r, 1000));
      return [document.getElementById('title').textContent, box.value];
    })()''')
    checks.hold(title == ['Report by jockey', '0'], f'the last of two quick choices is shown: {title}')
    check_command(browser, checks, os.path.abspath(options.railbird), folder)
    browser.view(390, 800)
    browser.open(folder / 'sample.out/report.html')
    browser.run('document.querySelector("#rows button").click()')
    wide = browser.run('document.documentElement.scrollWidth')
    checks.hold(wide <= 390, f'phone: the page is {wide} of 390 wide')
    check_axe(browser, checks, 'phone', options.axe, 390)
    browser.view(1280, 900)
    for name, page in [('card', 'card.out/card-2024-12-31.html'), ('season', 'club.out/season.html')]:
        browser.open(folder / page)
        check_silence(browser, checks, name)
        check_axe(browser, checks, name, options.axe)
        check_axe(browser, checks, name + ' on a phone', options.axe, 390)
        browser.view(390, 800)
        high = browser.run('Math.max(...[...document.querySelectorAll("tbody th")].map(c => c.offsetHeight))')
        checks.hold(high < 80, f'{name} on a phone: a name has three lines at the most, {high} high')
        browser.view(1280, 900)
    # A4 in landscape less its margins is 1,047 wide; browsers shrink what needs up to a third more.
    for name, page, width in [('report', 'sample.out/report.html', 1047), ('season', 'club.out/season.html', 1047),
                              ('card', 'card.out/card-2024-12-31.html', 1396)]:
        check_paper(browser, checks, name, folder / page, width)
    browser.view(1280, 900)
    if options.large:
        measure(browser, checks, folder / 'large.out/report.html', folder / 'large.out/horse.csv')
        check_axe(browser, checks, 'many rows', options.axe)
    if options.shots:
        shots(browser, folder, pathlib.Path(options.shots))


def measure(browser, checks, page, file):
    size = page.stat().st_size
    rows = sum(1 for _ in open(file)) - 1
    browser.open(page)
    # A frame that is not shown is not painted.
    time.sleep(0.5)
    paint = browser.run('performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? -1')
    scroll, layout = browser.run(SCROLL), browser.run(LAYOUT)
    browser.ask('HeapProfiler.collectGarbage')
    heap = browser.run('performance.memory.usedJSHeapSize')
    print(f'      {rows} rows: {size} bytes, first paint {paint:.0f} ms, heap {heap / 1e6:.1f} MB')
    print('      while scrolling              median     95 %')
    for name, (median, p95) in [('from frame to frame', scroll['frame']),
                                ('script in a frame', scroll['script']),
                                ('script and layout, alone', layout)]:
        print(f'      {name:25} {median:7.1f} ms {p95:6.1f} ms')
    print(f'      tasks of more than 50 ms: {scroll["long"]}, the longest {scroll["longest"]:.0f} ms')
    checks.hold(size <= 1_000_000 * max(1, rows / 10_000), 'a page of many rows is a megabyte per 10,000')
    checks.hold(paint < 1000, 'its first paint comes within a second')
    checks.hold(scroll['count'] >= 500 and scroll['script'][0] < 8,
                'its script takes less than half of a sixtieth of a second in most frames of scrolling')
    check_silence(browser, checks, 'many rows')


def shots(browser, folder, target):
    """Pictures of each page on the desk, the phone and paper, in both colours."""
    target.mkdir(parents=True, exist_ok=True)
    for place, width, height, media in [('desk', 1100, 1040, 'screen'), ('phone', 390, 780, 'screen'),
                                        ('print', 1123, 794, 'print')]:
        for dark in [False, True]:
            ending = f'{place}-{"dark" if dark else "light"}.png'
            browser.view(width, height, dark, media)
            browser.open(folder / 'sample.out/report.html')
            if media == 'print':
                browser.run('window.dispatchEvent(new Event("beforeprint"))')
            browser.run('(p => p.choose(p.shown.findIndex(d => p.name(d.row) === "Daniel Soumur")))'
                        '(window.railbirdPage)')
            browser.shoot(target / f'report-{ending}')
            browser.run('document.querySelectorAll("#rows button")[3].click()')
            browser.shoot(target / f'detail-{ending}')
            browser.open(folder / 'card.out/card-2024-12-31.html')
            browser.shoot(target / f'card-{ending}')
            browser.open(folder / 'club.out/season.html')
            browser.shoot(target / f'season-{ending}')


if __name__ == '__main__':
    sys.exit(main())
