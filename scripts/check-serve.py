#!/usr/bin/env python3
"""Asks `railbird serve` twenty questions in a browser, and prints how long each took.

scripts/check-serve.py                 serves the sample by .build/debug/railbird
scripts/check-serve.py --store S       serves a store of yours
scripts/check-serve.py --railbird F    takes another binary
scripts/check-serve.py --axe [FILE]    also runs axe-core, as check-pages.py does
scripts/check-serve.py --shots DIR     also leaves screenshots there

Each answer must come without a console message, and no request may leave for anywhere else. Words are
completed, mistakes told under their word, addresses lead back to their view, and pages of other sites
get nothing. Needs Chromium; without one the script says so and exits with 0. It uses nothing but
Python's own library.
"""
import argparse
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
spec = importlib.util.spec_from_file_location('pages', ROOT / 'scripts/check-pages.py')
pages = importlib.util.module_from_spec(spec)
spec.loader.exec_module(pages)

# What is changed of the question, one question after another.
QUESTIONS = [
    {'by': 'jockey'}, {'by': 'trainer'}, {'windows': '90d,all'}, {'where': 'sp < 10'},
    {'where': "sp < 10 and going in ('Good', Firm)"}, {'by': 'jockey+course'}, {'min-runs': '20'},
    {'order-by': 'sp_roi', 'top': '50'}, {'having': 'ae > 1'}, {'having': '', 'totals': True},
    {'by': 'distance_band', 'where': ''}, {'by': 'is_favourite+going'}, {'by': 'jockey,trainer'},
    {'bets': 'sp,ew,lay_bsp'}, {'by': 'course', 'bets': '', 'top': '', 'min-runs': ''},
    {'by': 'jockey+trainer', 'windows': '365d', 'top': '500'}, {'by': 'odds_band', 'top': ''},
    {'by': 'none', 'totals': False, 'windows': ''}, {'where': 'handicap and field_size > 8'},
    {'by': 'jockey', 'where': '', 'order-by': ''},
]

ASK = '''(fields => {
  const form = document.getElementById('question');
  for (const [name, value] of Object.entries(fields)) {
    const field = form.elements[name];
    if (typeof value === 'boolean') field.checked = value; else field.value = value;
  }
  form.requestSubmit();
})(%s)'''


def ask(browser, fields):
    """Asks a question in the form; returns the time until the page has drawn its answer."""
    begun = time.monotonic()
    browser.run(ASK % json.dumps(fields))
    while browser.run('document.getElementById("question").getAttribute("aria-busy")'):
        time.sleep(0.005)
    browser.run('new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))')
    return time.monotonic() - begun


def type_into(browser, name, text):
    browser.run(f'(f => {{ f.value = ""; f.closest("details")?.setAttribute("open", ""); f.focus(); }})'
                f'(document.getElementById("ask-{name}"))')
    browser.ask('Input.insertText', text=text)
    time.sleep(0.6)


def until(browser, code):
    """Waits until an expression is true, ten seconds at most."""
    for _ in range(200):
        if browser.run(code):
            return True
        time.sleep(0.05)
    return False


def status(url, **fields):
    try:
        return urllib.request.urlopen(urllib.request.Request(url, headers=fields)).status
    except urllib.error.HTTPError as error:
        return error.code


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument('--railbird', default=str(ROOT / '.build/debug/railbird'))
    parser.add_argument('--store')
    pages.add_axe(parser)
    parser.add_argument('--shots')
    options = parser.parse_args()
    program = next((p for p in map(shutil.which, ['chromium', 'chromium-browser', 'google-chrome']) if p),
                   None)
    if not program:
        print('no Chromium on this machine; railbird serve was not looked at')
        return 0
    railbird = os.path.abspath(options.railbird)
    checks = pages.Checks()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        store = os.path.abspath(options.store) if options.store else 'sample'
        if not options.store:
            subprocess.run([railbird, 'import', '--quiet', '--store', store, '--format', 'railbird',
                            str(ROOT / 'Datasets/sample/runners.csv')], check=True, cwd=folder)
        server = subprocess.Popen([railbird, 'serve', '--quiet', '--store', store],
                                  stdout=subprocess.PIPE, text=True, cwd=folder)
        address = server.stdout.readline().strip()
        browser = pages.Browser(program, folder / 'browser',
                                '--host-resolver-rules=MAP evil.example 127.0.0.1')
        try:
            look(browser, checks, address, folder, options)
        finally:
            browser.close()
            server.send_signal(2)
            checks.hold(server.wait(10) == 0, 'SIGINT ends the server in order')
    print('all right' if not checks.failed else f'{checks.failed} checks failed')
    return 1 if checks.failed else 0


def look(browser, checks, address, folder, options):
    browser.view(1280, 900)
    browser.visit(address)
    times = []
    for fields in QUESTIONS:
        browser.events = []
        times.append(ask(browser, fields))
        note = browser.run('document.getElementById("question-note").textContent')
        rows = browser.run('document.getElementById("table-note")?.textContent.split(" row")[0] ?? "no table"')
        print(f'      {times[-1]:6.2f} s  {rows:>14} rows  {note:34}  '
              + ' '.join(f'{k}={v}' for k, v in fields.items()))
        said = [e for e in browser.events if e['method'] in
                ('Runtime.consoleAPICalled', 'Runtime.exceptionThrown', 'Log.entryAdded')]
        asked = [e['params']['request']['url'] for e in browser.events
                 if e['method'] == 'Network.requestWillBeSent']
        away = [u for u in asked if not u.startswith(address) and not u.startswith('data:')]
        checks.hold(not said and not away and browser.run('!!window.railbirdPage'),
                    f'{list(fields)} is answered, without a message and without a request elsewhere '
                    f'{json.dumps(said)[:300] if said else ""} {away if away else ""}')
        pages.check_axe(browser, checks, f'{list(fields)}', options.axe)
    times.sort()
    print(f'      {len(times)} questions: median {times[len(times) // 2]:.2f} s, slowest {times[-1]:.2f} s')
    check_form(browser, checks, options)
    check_view(browser, checks, address)
    check_history(browser, checks, address)
    check_others(browser, checks, address, folder)
    if options.shots:
        target = pathlib.Path(options.shots)
        target.mkdir(parents=True, exist_ok=True)
        browser.view(1100, 900)
        browser.visit(address + '?by=jockey&windows=365d,all&min-runs=20')
        type_into(browser, 'where', 'sp < 10 and go')
        browser.key('ArrowDown', 40)
        browser.shoot(target / 'serve.png')
        type_into(browser, 'where', "sp < 10 and curse = 'Ascot'")
        browser.run('document.activeElement.blur()')
        browser.shoot(target / 'serve-mistake.png')


def check_form(browser, checks, options):
    def offered():
        return browser.run('[...document.querySelectorAll(".offer li")].map(l => l.textContent)')
    type_into(browser, 'by', 'jockey,tra')
    checks.hold('trainer' in offered(), f'keys are completed: {offered()[:4]}')
    browser.key('ArrowDown', 40)
    pages.check_axe(browser, checks, 'list of keys', options.axe)
    browser.key('Enter', 13)
    checks.hold(browser.run('document.getElementById("ask-by").value') == 'jockey,' + 'trainer',
                'Enter takes the word that is chosen')
    type_into(browser, 'where', 'sp < 10 and goi')
    checks.hold('going' in offered(), f'fields are completed: {offered()[:4]}')
    type_into(browser, 'where', "going = 'Go")
    found = offered()
    checks.hold(any(v.startswith("Good") for v in found) and "'Good to Firm'" in found,
                f'values are completed: {found}')
    browser.key('Escape', 27)
    checks.hold(not offered(), 'Escape closes the list')
    for text, words in [('handicap = t', ['true']), ("weekday = 's", ['Saturday', 'Sunday']),
                        # Without quotes it would be the field of that name.
                        ('sex = h', ["'horse'"])]:
        type_into(browser, 'where', text)
        found = offered()
        browser.key('ArrowDown', 40)
        browser.key('Enter', 13)
        time.sleep(0.6)
        told = browser.run('document.getElementById("wrong-where")?.textContent')
        checks.hold(found == words and told is None, f'a value of {text} is taken as the filter reads it: {found} {told}')
    type_into(browser, 'by', 'jockey,tra')
    shown = offered()
    browser.key('ArrowLeft', 37)
    checks.hold(shown and not offered(), 'a list closes when the caret leaves its word')
    type_into(browser, 'by', 'jockey')
    type_into(browser, 'order-by', 'joc')
    checks.hold('jockey' in offered(), f'keys are completed where rows are ordered: {offered()[:4]}')
    browser.key('Escape', 27)
    type_into(browser, 'order-by', 'sp_roi:')
    checks.hold(offered() == ['asc', 'desc'], f'the ways of an order are completed: {offered()[:4]}')
    browser.key('Escape', 27)
    type_into(browser, 'order-by', '')
    type_into(browser, 'where', "horse in ('a")
    found = offered()
    checks.hold(0 < len(found) <= 20 and all(v.lower().startswith(('a', "'a")) for v in found),
                f'so are those of a field of many names, twenty at the most: {found[:3]} …')
    browser.key('ArrowDown', 40)
    told = browser.run('(f => document.getElementById(f.getAttribute("aria-activedescendant"))'
                       '?.textContent)(document.activeElement)')
    browser.key('Enter', 13)
    taken = browser.run('document.getElementById("ask-where").value')
    checks.hold(told == found[0] and taken == f'horse in ({told}',
                f'the arrows name a value to screen readers, and Enter takes it: {taken}')
    type_into(browser, 'where', 'sp < 10 and curse = 1')
    until(browser, 'document.getElementById("wrong-where")?.textContent.includes("curse")')
    told = browser.run('document.getElementById("wrong-where")?.textContent ?? ""')
    place = browser.run('document.querySelector("#wrong-where pre")?.textContent ?? ""')
    checks.hold(place == 'sp < 10 and curse = 1\n            ^' and 'course' in told,
                f'a mistake is told under its word while typing: {told!r}')
    pages.check_axe(browser, checks, 'form with a mistake', options.axe)
    type_into(browser, 'where', 'sp < 10')
    checks.hold(until(browser, '!document.getElementById("wrong-where")'), 'it goes when it is mended')
    browser.view(390, 800)
    wide = browser.run('document.documentElement.scrollWidth')
    checks.hold(wide <= 390, f'phone: the page is {wide} of 390 wide')
    pages.check_axe(browser, checks, 'phone', options.axe, 390)
    browser.view(1280, 900)


def check_view(browser, checks, address):
    browser.visit(address + '?by=jockey,trainer&windows=90d,all')
    browser.run('document.querySelector("#head th:nth-child(4) button").click();'
                'document.querySelectorAll("#rows button")[2].click()')
    state = '''JSON.stringify([document.getElementById("detail-title").textContent,
      document.querySelector("#rows button").textContent, window.railbirdPage.state.sort,
      document.getElementById("ask-by").value])'''
    shown, url = browser.run(state), browser.run('location.href')
    browser.visit(url)
    checks.hold(browser.run(state) == shown and '#' in url and 'null' not in shown,
                f'the address leads back to the view {shown}')


def check_history(browser, checks, address):
    """Back and forward lead from question to question; a mistake that is asked leaves the report."""
    state = '''JSON.stringify([document.getElementById("ask-by").value, document.getElementById("title").textContent,
      document.querySelector("#rows button")?.textContent, location.search])'''
    browser.visit(address + '?by=jockey')
    browser.run('document.querySelectorAll("#rows button")[1].click()')
    browser.run('document.getElementById("search").value = "zzz"')
    views, urls = [browser.run(state)], [browser.run('location.href')]
    for by in ['trainer', 'course']:
        ask(browser, {'by': by})
        views.append(browser.run(state))
        urls.append(browser.run('location.href'))
    checks.hold('Report by course' in views[2] and 'null' not in views[2] and browser.run('document.title').startswith('course ·'),
                f'an answer takes the place of the report: {views[2]}')
    checks.hold(browser.run('document.getElementById("detail").hidden'), 'another report has no row open')
    for steps, index in [(-1, 1), (-1, 0), (2, 2), (-2, 0)]:
        browser.run(f'history.go({steps})')
        found = until(browser, f'location.href === {json.dumps(urls[index])} && {state} === {json.dumps(views[index])}')
        checks.hold(found, f'{steps:+} in the history leads to {views[index]}: {browser.run(state)}')
    checks.hold(browser.run('!document.getElementById("detail").hidden'), 'and to the row that was open there')
    # Forward before the answer of Back is there; the entries ahead stay.
    browser.run('history.forward()')
    until(browser, f'{state} === {json.dumps(views[1])}')
    browser.run('history.back(); new Promise(r => addEventListener("popstate", r, { once: true }))'
                '.then(() => history.forward())')
    found = until(browser, f'location.href === {json.dumps(urls[1])} && {state} === {json.dumps(views[1])}')
    time.sleep(0.5)
    checks.hold(found and browser.run(state) == views[1], f'Forward soon after Back leads to {views[1]}')
    browser.run('history.forward()')
    checks.hold(until(browser, f'{state} === {json.dumps(views[2])}'), 'and the question ahead is still there')
    browser.run('history.go(-2)')
    until(browser, f'{state} === {json.dumps(views[0])}')
    browser.run('document.getElementById("ask-min-runs").focus()')
    ask(browser, {'min-runs': '2'})
    checks.hold(browser.run('document.activeElement.id === "ask-min-runs" && !document.getElementById("detail").hidden'
                            ' && scrollY === 0'), 'a row that is opened again takes neither focus nor view')
    browser.visit(urls[0])
    type_into(browser, 'by', 'jockey')
    checks.hold(browser.run('!!document.querySelector(".offer")'), 'words are offered')
    ask(browser, {})
    checks.hold(browser.run('!document.querySelector(".offer")'), 'a question closes the list of completions')
    browser.events = []
    for fields, place in [({'by': 'jocky'}, 'wrong-by'), ({'by': 'jockey', 'where': 'x' * 40000}, 'question-wrong')]:
        browser.run(ASK % json.dumps(fields))
        found = until(browser, f'document.getElementById("{place}")?.offsetHeight > 0'
                               ' && !document.getElementById("question").getAttribute("aria-busy")')
        note = browser.run('document.getElementById("question-note").textContent')
        checks.hold(found and browser.run('location.href') == urls[0] and browser.run('!!document.querySelector("#rows button")'),
                    f'a mistake that is asked all the same is told, and the report stays: {note}')
    said = [e for e in browser.events if e['method'] == 'Log.entryAdded']
    checks.hold(not said, f'without a message {said[:1]}')
    ask(browser, {'by': 'jockey', 'where': ''})
    checks.hold(browser.run('!document.querySelector(".field .wrong") && document.getElementById("question-wrong").hidden'),
                'it goes with the next question')
    ask(browser, {'by': 'trainer'})
    browser.run('history.back(); new Promise(r => addEventListener("popstate", r, { once: true }))'
                f'.then(() => {ASK % json.dumps({"where": "curse = 1"})})')
    found = until(browser, 'document.getElementById("wrong-where")?.offsetHeight > 0'
                           ' && !document.getElementById("question").getAttribute("aria-busy")')
    shown = browser.run('[document.getElementById("title").textContent, location.search]')
    checks.hold(found and shown == ['Report by trainer', '?by=trainer'],
                f'a mistake beside a question of the past leaves report and address together: {shown}')
    # A mistake that is shown late, after its field was mended.
    browser.visit(address + '?by=jockey')
    browser.run('''window.known = fetch;
      window.fetch = (to, ...rest) => new Promise(r => setTimeout(r, String(to).startsWith('answer') ? 800 : 0))
        .then(() => window.known(to, ...rest))''')
    browser.run(ASK % json.dumps({'by': 'jocky'}))
    type_into(browser, 'by', 'jockey')
    browser.run('document.getElementById("ask-min-runs").focus()')
    until(browser, '!document.getElementById("question").getAttribute("aria-busy")')
    time.sleep(0.5)
    shown = browser.run('[document.activeElement.id, !!document.querySelector(".field .wrong")]')
    checks.hold(shown == ['ask-min-runs', False], f'a mistake that is mended meanwhile is not told: {shown}')
    browser.run('window.fetch = window.known')
    ask(browser, {'by': 'trainer'})
    browser.run('window.fetch = () => Promise.reject(new Error())')
    browser.run('history.back(); new Promise(r => addEventListener("popstate", r, { once: true }))')
    until(browser, 'document.getElementById("question-note").textContent.includes("not answer")')
    shown = browser.run('[document.getElementById("title").textContent, location.search, document.getElementById("ask-by").value]')
    checks.hold(shown == ['Report by trainer', '?by=trainer', 'trainer'],
                f'Back without an answer leaves report, address and form together: {shown}')


def check_others(browser, checks, address, folder):
    parts = urllib.parse.urlsplit(address)
    token = parts.path.strip('/')
    base = f'http://{parts.netloc}/'
    checks.hold(status(address) == 200, 'the address is answered')
    for text, url, fields in [
            ('no token', base, {}), ('another token', base + 'x' * len(token) + '/', {}),
            ('a name made to lead here', address, {'Host': f'evil.example:{parts.port}'}),
            ('another site', address, {'Origin': 'http://evil.example'}),
            ('a path out of its folder', base + '../../etc/passwd', {}),
            ('a path out of the token', address + '../../../etc/passwd', {})]:
        found = status(url, **fields)
        checks.hold(found == 403, f'{text} is refused: {found}')
    browser.visit(f'http://evil.example:{parts.port}{parts.path}')
    text = browser.run('document.body.innerText')
    checks.hold(text.startswith('403') and 'Report' not in text,
                f'rebinding in the browser gets nothing: {text.strip()}')
    other = folder / 'other.html'
    other.write_text('<!doctype html><title>other</title>')
    browser.open(other)
    found = browser.run(f'''Promise.all([fetch({json.dumps(address)}).then(a => a.text(), e => "no answer"),
      fetch({json.dumps(address)}, {{ mode: "no-cors" }}).then(a => a.text(), e => "no answer"),
      new Promise(r => {{ const f = document.createElement("iframe"); f.src = {json.dumps(address)};
        f.onload = () => {{ try {{ r(f.contentDocument.body.innerText); }} catch (e) {{ r("no answer"); }} }};
        document.body.append(f); }})])''')
    checks.hold(all(t in ('', 'no answer') or t is None for t in found), f'another page reads nothing: {found}')


if __name__ == '__main__':
    sys.exit(main())
