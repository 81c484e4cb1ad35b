#!/usr/bin/env python3
"""man-pages.py FOLDER VERSION < HELP - a manual page per command, from the program's own description.

    railbird --experimental-dump-help | python3 scripts/man-pages.py man1 "$(railbird --version)"

HELP is the JSON that swift-argument-parser writes; FOLDER gets railbird.1, railbird-report.1, railbird-fetch-racing.1 and so on, in
the language of man(7). The pages say what `--help` says, in the same words.
"""
import json
import os
import re
import sys


def roff(text):
    """Text as roff prints it: no character of it is a command."""
    text = text.replace('\\', '\\e').replace('-', '\\-').replace("'", '\\(aq').replace('`', '\\(ga').replace('^', '\\(ha').replace('~', '\\(ti')
    text = ''.join(sign if sign < '\x7f' else f'\\[u{ord(sign):04X}]' for sign in text)
    return re.sub(r'(?m)^\.', r'\\&.', text)


def flag(name):
    return ('--' if name['kind'] == 'long' else '-') + name['name']


def value(argument):
    return f"\\fI{roff(argument.get('valueName', 'value'))}\\fR"


def term(argument):
    """An argument as its list of options begins it."""
    if argument['kind'] == 'positional':
        return value(argument)
    names = ', '.join(f'\\fB{roff(flag(name))}\\fR' for name in argument['names'])
    return names if argument['kind'] == 'flag' else f'{names} {value(argument)}'


def usage(argument):
    """An argument in the synopsis."""
    if argument['kind'] == 'positional':
        text = value(argument)
    else:
        text = f"\\fB{roff(flag(argument['preferredName']))}\\fR" + ('' if argument['kind'] == 'flag' else f' {value(argument)}')
    if argument.get('isRepeating'):
        text += ' ...'
    return f'[{text}]' if argument['isOptional'] else text


def parts(discussion):
    """A discussion's paragraphs, its examples and its exit codes; None where it has no codes."""
    texts, examples, codes = [], [], None
    for part in (discussion or '').split('\n\n'):
        lines = part.strip('\n').split('\n')
        if lines[0] in ('Example:', 'Examples:'):
            examples += [line[2:] if line.startswith('  ') else line for line in lines[1:]]
        elif lines[0].startswith('Exit codes: '):
            codes = part.strip().removeprefix('Exit codes: ')
        elif part.strip():
            texts.append('\n'.join(lines))
    return texts, examples, codes


def described(argument):
    text = argument.get('abstract', '') or 'Shows this help.'
    default = argument.get('defaultValue')
    text += f' (default: {default})' if default and 'default' not in text else ''
    # A list of many names is one word, which may be longer than a line: it may break after a comma.
    return re.sub(r'\S{50,}', lambda word: word[0].replace(',', ',\\:'), roff(text))


def page(command, path, version):
    name = '-'.join(path)
    shown = [argument for argument in command.get('arguments', []) if argument['shouldDisplay']]
    commands = [sub for sub in command.get('subcommands', []) if sub['shouldDisplay'] and sub['commandName'] != 'help']
    texts, examples, codes = parts(command.get('discussion'))
    lines = [
        f'.TH {roff(name.upper())} 1 "" "railbird {version}" "Railbird"', '.nh', '.ad l', '.SH NAME', f"{roff(name)} \\- {roff(command['abstract'])}",
        '.SH SYNOPSIS', f'.B {roff(" ".join(path))}']
    if commands:
        lines.append('\\fIcommand\\fR ...')
    lines += [usage(argument) for argument in shown]
    if texts:
        lines.append('.SH DESCRIPTION')
        for number, text in enumerate(texts):
            lines += (['.PP'] if number else []) + [roff(text)]
    if commands:
        lines.append('.SH COMMANDS')
        for sub in commands:
            lines += ['.TP', f".BR {roff('-'.join(path + [sub['commandName']]))} (1)", roff(sub['abstract'])]
    if shown:
        lines.append('.SH OPTIONS')
        for argument in shown:
            lines += ['.TP', term(argument), described(argument)]
    if codes:
        lines += ['.SH EXIT STATUS', roff(codes)]
    if examples:
        lines += ['.SH EXAMPLES', '.nf'] + [roff(line) for line in examples] + ['.fi']
    if len(path) > 1:
        lines += ['.SH SEE ALSO', f".BR {roff('-'.join(path[:-1]))} (1)"]
    return '\n'.join(lines) + '\n'


def write(command, path, folder, version):
    with open(os.path.join(folder, '-'.join(path) + '.1'), 'w', encoding='utf-8') as file:
        file.write(page(command, path, version))
    written = 1
    for sub in command.get('subcommands', []):
        if sub['shouldDisplay'] and sub['commandName'] != 'help':
            written += write(sub, path + [sub['commandName']], folder, version)
    return written


def main():
    if len(sys.argv) != 3 or sys.argv[1].startswith('-'):
        sys.exit('usage: man-pages.py FOLDER VERSION < HELP')
    folder, version = sys.argv[1:]
    command = json.load(sys.stdin)['command']
    os.makedirs(folder, exist_ok=True)
    print(f"{write(command, [command['commandName']], folder, version)} manual pages in {folder}")


if __name__ == '__main__':
    main()
