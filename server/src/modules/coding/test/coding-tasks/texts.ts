/** Tasks on files that are no programs. */
import { type CodingTask, edit, finish, list, move, read, write } from './task.ts'

const LARGE = Array.from({ length: 6_000 }, (_, at) => `${at + 1},item ${at + 1},${(at * 7) % 100}`).join(
  '\n',
)

export const TEXT_TASKS: readonly CodingTask[] = [
  {
    title: 'Another port',
    prompt: 'The service must listen on port 9090 in production only. Configuration is in config/.',
    files: { 'config/default.yaml': 'port: 8080\nlog: info\n', 'config/production.yaml': 'log: warn\n' },
    turns: [
      { calls: [list('config'), read('config/default.yaml'), read('config/production.yaml')] },
      {
        sees: ['1\tport: 8080', '1\tlog: warn'],
        calls: [edit('config/production.yaml', '', 'port: 9090\n')],
      },
      { sees: ['Changed config/production.yaml at line 2.'], calls: [finish('Production listens on 9090.')] },
    ],
    check:
      "equal(text('config/production.yaml'), 'log: warn\\nport: 9090\\n'); equal(text('config/default.yaml'), 'port: 8080\\nlog: info\\n')",
  },
  {
    title: 'Say how to install it',
    prompt: 'The README lacks a section about installing. It is installed with make install.',
    files: {
      'README.md': '# Tool\n\nDoes things.\n\n## Use\n\nRun `tool`.\n',
      Makefile: 'install:\n\tcp tool /usr/local/bin\n',
    },
    turns: [
      { calls: [read('README.md'), read('Makefile')] },
      {
        sees: ['5\t## Use'],
        calls: [edit('README.md', '## Use\n', '## Install\n\n```sh\nmake install\n```\n\n## Use\n')],
      },
      { say: 'Installing is described above “Use”.' },
    ],
    check: "match(text('README.md'), /## Install\\n\\n```sh\\nmake install\\n```\\n\\n## Use/)",
  },
  {
    title: 'Skip to the content',
    prompt: 'Add a link that skips to the main content, visible on focus only.',
    files: {
      'index.html':
        '<!doctype html>\n<html lang="en">\n<head><link rel="stylesheet" href="style.css"></head>\n<body>\n<nav>…</nav>\n<main id="main">Hello</main>\n</body>\n</html>\n',
      'style.css': 'body { margin: 0; }\n',
    },
    turns: [
      { calls: [read('index.html'), read('style.css')] },
      {
        sees: ['<main id="main">'],
        calls: [
          edit('index.html', '<body>\n', '<body>\n<a class="skip" href="#main">Skip to content</a>\n'),
          edit('style.css', '', '\n.skip { position: absolute; left: -100vw; }\n.skip:focus { left: 0; }\n'),
        ],
      },
      { sees: ['Changed style.css'], calls: [finish('Added a skip link.')] },
    ],
    check:
      'match(text(\'index.html\'), /<body>\\n<a class="skip" href="#main">/); match(text(\'style.css\'), /margin: 0;[^]*\\.skip:focus/)',
  },
  {
    title: 'Speak German',
    prompt: 'Add the missing German texts in i18n/de.json; keys as in en.json, in the same order.',
    files: {
      'i18n/en.json': '{\n  "hello": "Hello",\n  "bye": "Goodbye",\n  "save": "Save"\n}\n',
      'i18n/de.json': '{\n  "hello": "Hallo"\n}\n',
    },
    turns: [
      { calls: [read('i18n/en.json'), read('i18n/de.json')] },
      {
        sees: ['"save": "Save"'],
        calls: [
          write(
            'i18n/de.json',
            '{\n  "hello": "Hallo",\n  "bye": "Auf Wiedersehen",\n  "save": "Speichern"\n}\n',
          ),
        ],
      },
      { sees: ['Replaced i18n/de.json (5 lines).'], calls: [finish('All texts are there in German.')] },
    ],
    check:
      "const keys = (name) => Object.keys(JSON.parse(text(name))); deepEqual(keys('i18n/de.json'), keys('i18n/en.json'))",
  },
  {
    title: 'Remember when somebody was seen',
    prompt: 'Add a migration: users get seen_at, nullable, with an index. Never change an old migration.',
    files: {
      'migrations/0001_users.sql': 'create table users (id text primary key, email text not null);\n',
      'migrations/README.md': 'Numbered, one concern each, forward only.\n',
    },
    turns: [
      { calls: [list('migrations'), read('migrations/0001_users.sql'), read('migrations/README.md')] },
      {
        sees: ['forward only'],
        calls: [
          write(
            'migrations/0002_seen_at.sql',
            'alter table users add column seen_at timestamptz;\ncreate index users_seen_at on users (seen_at);\n',
          ),
        ],
      },
      { sees: ['Created migrations/0002_seen_at.sql'], calls: [finish('Added migration 0002.')] },
    ],
    check:
      "match(text('migrations/0002_seen_at.sql'), /add column seen_at timestamptz;\\ncreate index/); equal(text('migrations/0001_users.sql').includes('seen_at'), false)",
  },
  {
    title: 'One wrong number',
    prompt: 'In data/items.csv the item 4321 must have the amount 99. The file is large.',
    files: { 'data/items.csv': `${LARGE}\n` },
    turns: [
      { calls: [read('data/items.csv')] },
      {
        sees: ['Lines 1 to 2000 of 6000'],
        calls: [read('data/items.csv', { from_line: 4_320, line_count: 3 })],
      },
      { sees: ['4321\t4321,item 4321,40'], calls: [edit('data/items.csv', '4321,40', '4321,99')] },
      { sees: ['Changed data/items.csv at line 4321.'], calls: [finish('Item 4321 has 99.')] },
    ],
    check:
      "const lines = text('data/items.csv').split('\\n'); equal(lines.length, 6001); equal(lines[4320], '4321,item 4321,99'); equal(lines[4319], '4320,item 4320,33')",
  },
  {
    title: 'Schöne Namen',
    prompt:
      'Benenne „dokumente/Übersicht alt.md“ in „dokumente/Übersicht.md“ um und ergänze 日本語/メモ.txt um „終わり“.',
    files: {
      'dokumente/Übersicht alt.md': '# Übersicht\n',
      '日本語/メモ.txt': '始め\n',
      'emoji/🎩.txt': 'hat\n',
    },
    turns: [
      { calls: [list()] },
      {
        sees: ['dokumente/Übersicht alt.md', '日本語/メモ.txt'],
        calls: [
          move('dokumente/Übersicht alt.md', 'dokumente/Übersicht.md'),
          edit('日本語/メモ.txt', '', '終わり\n'),
          edit('emoji/🎩.txt', 'hat', 'Hut'),
        ],
      },
      { sees: ['Changed 日本語/メモ.txt at line 2.'], calls: [finish('Umbenannt und ergänzt.')] },
    ],
    check:
      "equal(text('dokumente/Übersicht.md'), '# Übersicht\\n'); equal(text('日本語/メモ.txt'), '始め\\n終わり\\n'); equal(exists('dokumente/Übersicht alt.md'), false)",
  },
]
