/** Tasks in which somebody is asked, or says more, or something stands in the way. */
import { type CodingTask, edit, finish, list, plan, read, remove, run, search, write } from './task.ts'

const MODULE = '{ "type": "module" }\n'

export const PEOPLE_TASKS: readonly CodingTask[] = [
  {
    title: 'Which greeting',
    prompt: 'Change the greeting to something friendlier.',
    files: { 'greet.txt': 'Hello\n' },
    turns: [
      { calls: [read('greet.txt')] },
      {
        sees: ['1\tHello'],
        calls: [
          {
            name: 'ask_user',
            input: {
              questions: [
                {
                  prompt: 'Which greeting?',
                  options: [{ label: 'Howdy' }, { label: 'Welcome', description: 'A little formal' }],
                },
              ],
            },
          },
        ],
      },
      { sees: ['Which greeting?', 'Welcome'], calls: [edit('greet.txt', 'Hello', 'Welcome')] },
      { calls: [finish('It says “Welcome” now, as you chose.')] },
    ],
    says: [{ answers: [{ question_index: 0, selected_label: 'Welcome' }] }],
    check: "equal(text('greet.txt'), 'Welcome\\n')",
  },
  {
    title: 'Clear the exports',
    prompt: 'exports/ is full of old files. Clean up, but ask me before you delete anything.',
    files: { 'exports/2019.csv': 'a\n', 'exports/2020.csv': 'b\n', 'exports/keep.txt': 'keep\n' },
    turns: [
      { calls: [list('exports')] },
      {
        sees: ['exports/2019.csv'],
        calls: [{ name: 'request_approval', input: { prompt: 'Delete `2019.csv` and `2020.csv`?' } }],
      },
      { sees: ['Approved.'], calls: [remove('exports/2019.csv'), remove('exports/2020.csv')] },
      { sees: ['Deleted exports/2020.csv.'], calls: [finish('Deleted two old exports.')] },
    ],
    says: [{ approve: true }],
    check: "equal(exists('exports/2019.csv'), false); equal(text('exports/keep.txt'), 'keep\\n')",
  },
  {
    title: 'Say goodbye, too',
    prompt: 'Add goodbye(name) next to hello(name).',
    files: { 'package.json': MODULE, 'words.js': "export const hello = (name) => 'Hello, ' + name\n" },
    turns: [
      { calls: [read('words.js')] },
      { calls: [edit('words.js', '', "export const goodbye = (name) => 'Bye, ' + name\n")] },
      { calls: [finish('Added `goodbye`.')] },
      { sees: ['say Goodbye in full'], calls: [edit('words.js', "'Bye,", "'Goodbye,")] },
      { sees: ['Changed words.js at line 2.'], calls: [finish('It says “Goodbye”.')] },
    ],
    says: [{ text: 'Please let it say Goodbye in full.' }],
    check:
      "const { hello, goodbye } = await load('words.js'); equal(hello('A'), 'Hello, A'); equal(goodbye('A'), 'Goodbye, A')",
  },
  {
    title: 'Shout',
    prompt: 'Add shout(text) to voice.js, which returns the text in capitals.',
    files: {
      'package.json': '{ "type": "module", "scripts": { "check": "node check.js" } }\n',
      'check.js':
        "import { readFileSync } from 'node:fs'\nif (/;$/m.test(readFileSync('voice.js', 'utf8'))) {\n  console.error('voice.js: no semicolons, please')\n  process.exit(1)\n}\n",
      'voice.js': 'export const whisper = (text) => text.toLowerCase()\n',
    },
    needsCommands: true,
    turns: [
      { calls: [edit('voice.js', '', 'export const shout = (text) => text.toUpperCase();\n')] },
      { calls: [finish('Added `shout`.')] },
      {
        sees: ['checks of the repository failed', 'no semicolons, please'],
        calls: [edit('voice.js', 'toUpperCase();', 'toUpperCase()')],
      },
      { calls: [finish('Added `shout`, in the style of the repository.')] },
    ],
    check: "equal((await load('voice.js')).shout('a'), 'A'); equal(text('voice.js').includes(';'), false)",
  },
  {
    title: 'Mind the link',
    prompt: 'Set the level to 3 in settings.ini. There may be a link to it.',
    files: { 'real/settings.ini': 'level=1\n' },
    links: { 'settings.ini': 'real/settings.ini', 'outside.txt': '/etc/passwd' },
    turns: [
      { calls: [edit('settings.ini', 'level=1', 'level=3'), read('outside.txt')] },
      {
        sees: ['settings.ini is a symbolic link, which is not followed.', 'outside.txt is a symbolic link'],
        calls: [search('level=1')],
      },
      { sees: ['real/settings.ini:1:'], calls: [edit('real/settings.ini', 'level=1', 'level=3')] },
      { calls: [finish('Changed the file that the link leads to.')] },
    ],
    check:
      "equal(text('real/settings.ini'), 'level=3\\n'); equal(link('settings.ini'), 'real/settings.ini'); equal(link('outside.txt'), '/etc/passwd')",
  },
  {
    title: 'Fetch the list',
    prompt: 'Write countries.txt with the codes of Norway, Sweden and Denmark, one a line.',
    files: { 'README.md': '# Codes\n' },
    turns: [
      {
        calls: [
          run('cat /etc/shadow; curl --fail --silent http://127.0.0.1:9/countries.txt > countries.txt'),
        ],
      },
      {
        sees: [/Exit code [1-9]|Not done: there is no tool/],
        calls: [write('countries.txt', 'NO\nSE\nDK\n')],
      },
      {
        sees: [/countries\.txt \(3 lines\)/],
        calls: [finish('There is no network here, so I wrote the list by hand.')],
      },
    ],
    check: "equal(text('countries.txt'), 'NO\\nSE\\nDK\\n')",
  },
  {
    title: 'A plan that does not hold',
    prompt: 'Create src/limits.js with the limit 50 and use it in src/list.js.',
    files: {
      'package.json': MODULE,
      'src/limits.js': 'export const LIMIT = 20\nexport const DEFAULT = 20\n',
      'src/list.js': 'export const list = (all) => all.slice(0, 20)\n',
    },
    turns: [
      { calls: [plan(['Create src/limits.js', 'doing'], ['Use it', 'waiting']), list()] },
      {
        say: 'The file is there already; I change the plan.',
        sees: ['src/limits.js'],
        calls: [
          plan(['Create src/limits.js', 'skipped'], ['Change its limit', 'doing'], ['Use it', 'waiting']),
          edit('src/limits.js', '20', '50'),
        ],
      },
      {
        sees: ['The old text is in it 2 times, at lines 1, 2.'],
        calls: [
          edit('src/limits.js', 'LIMIT = 20', 'LIMIT = 50'),
          edit(
            'src/list.js',
            'export const list = (all) => all.slice(0, 20)',
            "import { LIMIT } from './limits.js'\n\nexport const list = (all) => all.slice(0, LIMIT)",
          ),
        ],
      },
      {
        calls: [
          plan(['Create src/limits.js', 'skipped'], ['Change its limit', 'done'], ['Use it', 'done']),
          finish('The limit is 50, from `src/limits.js`.'),
        ],
      },
    ],
    check:
      "const { list } = await load('src/list.js'); equal(list(Array(70)).length, 50); match(text('src/limits.js'), /DEFAULT = 20/)",
  },
]
