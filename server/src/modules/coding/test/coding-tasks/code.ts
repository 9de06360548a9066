/** Tasks on code. */
import { type CodingTask, edit, finish, list, move, plan, read, remove, run, search, write } from './task.ts'

const MODULE = '{ "type": "module" }\n'

export const CODE_TASKS: readonly CodingTask[] = [
  {
    title: 'Repair the price of several items',
    prompt: 'The test of priceOf fails: the price of several items is wrong. Please repair it.',
    files: {
      'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
      'price.js':
        'export function priceOf(items) {\n  return items.reduce((sum, { price }) => sum + price, 0)\n}\n',
      'price.test.js':
        "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { priceOf } from './price.js'\n\ntest('counts every piece', () => {\n  assert.equal(priceOf([{ price: 2, count: 3 }]), 6)\n})\n",
    },
    needsCommands: true,
    turns: [
      {
        say: 'I run the tests first.',
        calls: [plan(['Find why it fails', 'doing'], ['Repair it', 'waiting']), run('node --test')],
      },
      { sees: ['Exit code 1', 'counts every piece'], calls: [read('price.js'), read('price.test.js')] },
      {
        sees: ['sum + price'],
        calls: [
          edit(
            'price.js',
            'items.reduce((sum, { price }) => sum + price, 0)',
            'items.reduce((sum, { price, count }) => sum + price * count, 0)',
          ),
        ],
      },
      { sees: ['Changed price.js at line 2.'], calls: [run('node --test')] },
      {
        sees: ['Exit code 0'],
        calls: [
          plan(['Find why it fails', 'done'], ['Repair it', 'done']),
          finish('`priceOf` now counts every piece of an item.'),
        ],
      },
    ],
    description: {
      title: 'Count every piece',
      summary: 'The price counts every piece.',
      description: 'Multiplies by `count`.',
    },
    check:
      "const { priceOf } = await load('price.js'); equal(priceOf([{ price: 2, count: 3 }, { price: 1, count: 1 }]), 7)",
  },
  {
    title: 'Call it sumOf',
    prompt: 'Rename the function total to sumOf in all files. Leave subtotal alone.',
    files: {
      'package.json': MODULE,
      'src/total.js': 'export const total = (list) => list.reduce((a, b) => a + b, 0)\n',
      'src/subtotal.js':
        "import { total } from './total.js'\nexport const subtotal = (list) => total(list.slice(0, -1))\n",
      'src/index.js': "export { total } from './total.js'\nexport { subtotal } from './subtotal.js'\n",
    },
    turns: [
      { calls: [search('total')] },
      {
        sees: ['src/total.js:1:', 'src/subtotal.js:2:', 'src/index.js:1:'],
        calls: [
          edit('src/total.js', 'total', 'sumOf', { whole_words: true }),
          edit('src/subtotal.js', '{ total }', '{ sumOf }'),
          edit('src/subtotal.js', '=> total(', '=> sumOf('),
          edit('src/index.js', '{ total }', '{ sumOf }'),
        ],
      },
      { sees: ['Changed src/total.js'], calls: [finish('`total` is `sumOf` now. The file keeps its name.')] },
    ],
    check:
      "const all = await load('src/index.js'); equal(all.sumOf([1, 2]), 3); equal(all.subtotal([1, 2]), 1); equal(all.total, undefined)",
  },
  {
    title: 'Make slugs',
    prompt:
      'Add a function slugify(text) in slug.js for addresses: small letters, words joined by -. With tests.',
    files: { 'package.json': MODULE, 'README.md': '# Texts\n' },
    turns: [
      { calls: [plan(['Write slugify', 'doing'], ['Write its tests', 'waiting']), list()] },
      {
        sees: ['README.md'],
        calls: [
          write(
            'slug.js',
            "/** `Hello, World!` becomes `hello-world`. */\nexport function slugify(text) {\n  const plain = text.normalize('NFKD').replaceAll(/\\p{M}/gu, '').toLowerCase()\n  return plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')\n}\n",
          ),
          write(
            'slug.test.js',
            "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { slugify } from './slug.js'\n\ntest('joins words', () => assert.equal(slugify('Hello, World!'), 'hello-world'))\n",
          ),
        ],
      },
      { sees: ['Created slug.js (5 lines).'], calls: [finish('Added `slugify` with a test.')] },
    ],
    check:
      "const { slugify } = await load('slug.js'); equal(slugify('  Crème brûlée & more '), 'creme-brulee-more'); equal(slugify(''), ''); match(text('slug.test.js'), /slugify/)",
  },
  {
    title: 'Count the last day',
    prompt: 'days_between in calendar.py forgets the last day. Both ends count.',
    files: {
      'calendar_days.py':
        'def days_between(first, last):\n    """How many days there are, both ends included."""\n    return (last - first).days\n',
      'tests/test_days.py':
        'from datetime import date\nfrom calendar_days import days_between\n\n\ndef test_one_day():\n    assert days_between(date(2026, 1, 1), date(2026, 1, 1)) == 1\n',
    },
    turns: [
      { calls: [read('calendar.py')] },
      { sees: ['calendar.py does not exist.'], calls: [search('def days_between')] },
      {
        sees: ['calendar_days.py:1:'],
        calls: [edit('calendar_days.py', '(last - first).days\n', '(last - first).days + 1\n')],
      },
      { sees: ['Changed calendar_days.py at line 3.'], calls: [finish('`days_between` counts both ends.')] },
    ],
    check: "match(text('calendar_days.py'), /return \\(last - first\\)\\.days \\+ 1\\n$/)",
  },
  {
    title: 'Drop what nobody calls',
    prompt: 'legacy/ is not used any more. Remove it with all that leads to it.',
    files: {
      'package.json': MODULE,
      'legacy/old.js': 'export const old = () => 1\n',
      'legacy/notes.txt': 'From 2019.\n',
      'main.js': "import { old } from './legacy/old.js'\n\nexport const value = 2\n// old() was here\n",
    },
    turns: [
      { calls: [search('legacy'), search('old(')] },
      {
        sees: ['main.js:1:', 'main.js:4:'],
        calls: [
          remove('legacy'),
          edit('main.js', "import { old } from './legacy/old.js'\n\n", ''),
          edit('main.js', '// old() was here\n', ''),
        ],
      },
      {
        sees: ['Deleted legacy and all that was in it.'],
        calls: [finish('Removed `legacy` and its import.')],
      },
    ],
    check: "equal(exists('legacy'), false); equal(text('main.js'), 'export const value = 2\\n')",
  },
  {
    title: 'Put helpers into lib',
    prompt: 'Move the helpers format.js and parse.js into lib/ and adapt every import.',
    files: {
      'package.json': MODULE,
      'format.js':
        "import { parse } from './parse.js'\nexport const format = (text) => '<' + parse(text) + '>'\n",
      'parse.js': 'export const parse = (text) => text.trim()\n',
      'bin/run.js': "import { format } from '../format.js'\nexport const shown = format(' a ')\n",
      'index.js': "export * from './format.js'\nexport * from './parse.js'\n",
    },
    turns: [
      { calls: [plan(['Move both', 'doing'], ['Adapt imports', 'waiting']), search('.js')] },
      {
        sees: ['bin/run.js:1:'],
        calls: [move('format.js', 'lib/format.js'), move('parse.js', 'lib/parse.js')],
      },
      {
        sees: ['Moved parse.js to lib/parse.js.'],
        calls: [
          edit('bin/run.js', '../format.js', '../lib/format.js'),
          edit('index.js', "'./", "'./lib/", { all: true }),
        ],
      },
      { sees: ['Changed index.js at 2 places.'], calls: [finish('The helpers are in `lib/`.')] },
    ],
    check:
      "equal((await load('bin/run.js')).shown, '<a>'); equal((await load('index.js')).parse(' b '), 'b'); equal(exists('parse.js'), false)",
  },
]
