import { describe, expect, test } from 'vitest'
import { cpuTime } from '../../../../../test/cpu-time.ts'
import type { Instruction } from './instruction.ts'
import { readInstructions } from './read-instructions.ts'

const write = (path: string, content: string): Instruction => ({ kind: 'write', path, content })
const append = (path: string, content: string): Instruction => ({ kind: 'append', path, content })
const remove = (path: string): Instruction => ({ kind: 'delete', path })
const move = (from: string, to: string): Instruction => ({ kind: 'move', from, to })
const replace = (path: string, old: string, fresh: string, isWord = false): Instruction => ({
  ...{ kind: 'replace', path, old, new: fresh, isWord },
})
const everywhere = (old: string, fresh: string, isWord = false): Instruction => ({
  ...{ kind: 'replace_everywhere', old, new: fresh, isWord },
})
const F = '```'

describe('is understood:', () => {
  test.each<[string, Instruction[]]>([
    // files
    ['add a file hello.txt with Hello', [write('hello.txt', 'Hello\n')]],
    ['Add a file hello.txt with "Hello, world!"', [write('hello.txt', 'Hello, world!\n')]],
    ['Please create a file docs/a.md containing “Some words”.', [write('docs/a.md', 'Some words\n')]],
    ["create the file 'my notes.txt' with the content 'a b'", [write('my notes.txt', 'a b\n')]],
    [
      'Create a new file called src/x.ts with content: export const x = 1',
      [write('src/x.ts', 'export const x = 1\n')],
    ],
    ['make an empty file .gitkeep', [write('.gitkeep', '')]],
    ['create src/empty.ts', [write('src/empty.ts', '')]],
    [
      'Could you add README.md saying Hi there. How are you?',
      [write('README.md', 'Hi there. How are you?\n')],
    ],
    ['write "a\\nb" to out.txt', [write('out.txt', 'a\nb\n')]],
    [`add a file a.js:\n${F}js\nlet a = "x"\n\nlet b\n${F}`, [write('a.js', 'let a = "x"\n\nlet b\n')]],
    [
      `Create a.js with the following content:\n\n${F}\nx\n${F}\nThen delete b.js.`,
      [write('a.js', 'x\n'), remove('b.js')],
    ],
    [
      `1. add a file a.py with\n   ~~~py\n   if x:\n     y\n   ~~~\n2. delete b.py`,
      [write('a.py', 'if x:\n  y\n'), remove('b.py')],
    ],
    [`add a file a.md with\n${F}${F}\n${F}js\nx\n${F}\n${F}${F}`, [write('a.md', `${F}js\nx\n${F}\n`)]],
    ['set the content of a.txt to "b"', [write('a.txt', 'b\n')]],
    // appending and inserting
    ['append "two" to list.txt', [append('list.txt', 'two\n')]],
    ['Append the line done to the end of log.txt', [append('log.txt', 'done\n')]],
    ['add "three" to list.txt', [append('list.txt', 'three\n')]],
    [`append to notes.md:\n${F}\na\nb\n${F}`, [append('notes.md', 'a\nb\n')]],
    [
      'add "b" after "a" in list.txt',
      [{ kind: 'insert', path: 'list.txt', at: 'after', anchor: 'a', content: 'b' }],
    ],
    [
      'insert `x` before the line `y` in f.ts',
      [{ kind: 'insert', path: 'f.ts', at: 'before', anchor: 'y', content: 'x' }],
    ],
    // replacing
    ['replace foo with bar in src/a.ts', [replace('src/a.ts', 'foo', 'bar')]],
    ['Replace "Hello in there" with "Bye" in src/a.ts.', [replace('src/a.ts', 'Hello in there', 'Bye')]],
    ['Change X to Y in F.txt', [replace('F.txt', 'X', 'Y')]],
    ['change `a` into `b` in the file c.txt', [replace('c.txt', 'a', 'b')]],
    ['In src/a.ts, replace ‘one two’ by ‘three’', [replace('src/a.ts', 'one two', 'three')]],
    ['in a.ts change 1 to 2', [replace('a.ts', '1', '2')]],
    ['replace all occurrences of «x» with «y» in a.txt', [replace('a.txt', 'x', 'y')]],
    ['replace colour with color everywhere', [everywhere('colour', 'color')]],
    ['change "http:" to "https:" in all files', [everywhere('http:', 'https:')]],
    [`replace\n${F}\na\nb\n${F}\nwith\n${F}\nc\n${F}\nin d.txt`, [replace('d.txt', 'a\nb', 'c')]],
    ['remove "debug()" from main.js', [replace('main.js', 'debug()', '')]],
    ["replace don't with do not in a.txt", [replace('a.txt', "don't", 'do not')]],
    // renaming and moving
    ['rename old.txt to new.txt', [move('old.txt', 'new.txt')]],
    ['rename the file Makefile to makefile', [move('Makefile', 'makefile')]],
    ['move src/a.ts to lib/a.ts', [move('src/a.ts', 'lib/a.ts')]],
    ['move a.ts into lib/', [move('a.ts', 'lib/a.ts')]],
    ['Move a.ts into the folder lib', [move('a.ts', 'lib/a.ts')]],
    ['rename function add to sum in math.ts', [replace('math.ts', 'add', 'sum', true)]],
    ['rename the variable `a` to `b` in `x y.ts`', [replace('x y.ts', 'a', 'b', true)]],
    ['rename total to sum', [everywhere('total', 'sum', true)]],
    ['rename the class Cat to Dog in all files', [everywhere('Cat', 'Dog', true)]],
    // deleting
    ['delete a.txt', [remove('a.txt')]],
    ['Please remove the file src/old/a.ts!', [remove('src/old/a.ts')]],
    ['delete a.txt, b.txt and c/d.txt', [remove('a.txt'), remove('b.txt'), remove('c/d.txt')]],
    ['delete the folder legacy', [remove('legacy')]],
    // several
    ['add a file a.txt with one and then delete b.txt', [write('a.txt', 'one\n'), remove('b.txt')]],
    ['delete a.txt; delete b.txt', [remove('a.txt'), remove('b.txt')]],
    [
      'Delete a.txt. Rename b.txt to c.txt. Then replace x with y in c.txt.',
      [remove('a.txt'), move('b.txt', 'c.txt'), replace('c.txt', 'x', 'y')],
    ],
    ['- delete a.txt\n* delete b.txt\n• delete c.txt', [remove('a.txt'), remove('b.txt'), remove('c.txt')]],
    ['1) delete a.txt\n2) delete b.txt', [remove('a.txt'), remove('b.txt')]],
    ['1. delete a.txt 2. delete b.txt', [remove('a.txt'), remove('b.txt')]],
    [
      'replace x with y in a.txt and rename b.txt to c.txt',
      [replace('a.txt', 'x', 'y'), move('b.txt', 'c.txt')],
    ],
    ['Hello!\nPlease do the following:\n1. delete a.txt', [remove('a.txt')]],
    [
      'add a file a.txt with "x", and add a file b.txt with "y"',
      [write('a.txt', 'x\n'), write('b.txt', 'y\n')],
    ],
    ['add a file a.txt with "x" Then delete "y z"', [write('a.txt', 'x\n'), remove('y z')]],
    ['[slow] delete a.txt', [remove('a.txt')]],
  ])('%s', (text, instructions) => {
    expect(readInstructions(text)).toMatchObject({ instructions, unclear: [] })
  })
})

describe('entities', () => {
  const schemaOf = (text: string) => readInstructions(text).instructions
  test('have fields with their types', () => {
    expect(schemaOf('create an entity Task with fields title, done (boolean), due (date)')).toEqual([
      {
        kind: 'create_entity',
        name: 'Task',
        schema: {
          name: 'Task',
          type: 'object',
          properties: {
            title: { type: 'string' },
            done: { type: 'boolean' },
            due: { type: 'string', format: 'date' },
          },
        },
      },
    ])
  })

  test.each<[string, object, string[]]>([
    [
      'Add a new entity called Order with the fields: total (number) and paid_at (date and time)',
      { total: { type: 'number' }, paid_at: { type: 'string', format: 'date-time' } },
      [],
    ],
    [
      'define a table Guest with columns name (text, required), email: email',
      { name: { type: 'string' }, email: { type: 'string', format: 'email' } },
      ['name'],
    ],
    [
      'create an entity T with fields status (open, in progress, done), tags (list), sizes (list of numbers)',
      {
        status: { type: 'string', enum: ['open', 'in progress', 'done'] },
        tags: { type: 'array', items: { type: 'string' } },
        sizes: { type: 'array', items: { type: 'number' } },
      },
      [],
    ],
    ['create an entity T', {}, []],
    [
      'create entity T with first name and last name',
      { first_name: { type: 'string' }, last_name: { type: 'string' } },
      [],
    ],
  ])('%s', (text, properties, required) => {
    expect(schemaOf(text)).toMatchObject([
      { kind: 'create_entity', schema: { properties, ...(required.length > 0 && { required }) } },
    ])
  })

  test('get more fields', () => {
    expect(schemaOf('add a field priority (integer) to the entity Task')).toEqual([
      { kind: 'add_fields', name: 'Task', properties: { priority: { type: 'integer' } }, required: [] },
    ])
    expect(schemaOf('add fields a, b (date, required) to Task')).toMatchObject([
      { name: 'Task', properties: { a: {}, b: {} }, required: ['b'] },
    ])
  })

  test.each([
    'create an entity ../x with fields a',
    'create an entity Task with fields a (nonsense)',
    'create an entity Task with fields a, a',
    'create an entity Task with fields $where',
    'create an entity Task with fields a (toString)',
  ])('%s is not understood', (text) => {
    expect(readInstructions(text)).toMatchObject({ instructions: [], unclear: [text] })
  })
})

test.each([
  'Make the page nicer',
  'Fix the bug in the login',
  'delete all the dead code',
  'replace it',
  'rename',
  'What does this repository do?',
  'add a login',
  'add a file upload',
])('%s is not understood', (text) => {
  const { instructions, unclear } = readInstructions(text)
  expect(instructions).toEqual([])
  expect(unclear).toHaveLength(1)
})

test('what is understood is parted from what is not', () => {
  const { instructions, unclear } = readInstructions('delete a.txt\nMake it nicer\ndelete b.txt')
  expect(instructions).toEqual([remove('a.txt'), remove('b.txt')])
  expect(unclear).toEqual(['Make it nicer'])
})

test('sentinels are found and are no part of what is written', () => {
  expect(readInstructions('[ask] add a file a.txt with x [slow]')).toEqual({
    instructions: [write('a.txt', 'x\n')],
    unclear: [],
    sentinels: new Set(['[ask]', '[slow]']),
  })
  expect(readInstructions('[no-change]')).toMatchObject({ instructions: [], unclear: [] })
})

test.each([
  ['quotation marks', `add a file a.txt with ${'"'.repeat(50_000)}`],
  ['opening ones', '“'.repeat(100_000)],
  ['apostrophes', "'a' b ".repeat(15_000)],
  ['lonely ones', "a 'b ".repeat(20_000)],
  ['with', `replace ${'a with '.repeat(13_000)} in `],
  ['in', `replace a with b ${'in '.repeat(30_000)}`],
  ['and', 'and '.repeat(25_000)],
  ['verbs', 'add '.repeat(25_000)],
  ['verbs and dots', 'Delete a. '.repeat(9_900)],
  ['blanks', `add${' '.repeat(99_000)}x`],
  ['tabs', `delete\t${'\t'.repeat(99_000)}x`],
  ['line breaks', '\n'.repeat(99_000)],
  ['fences', '```\n'.repeat(24_000)],
  ['long fences', `${'`'.repeat(99_000)}`],
  ['brackets', `create an entity T with fields ${'('.repeat(99_000)}`],
  ['commas', `create an entity T with fields ${'a,'.repeat(49_000)}`],
  ['numbers', '1. '.repeat(33_000)],
  ['marks of ours', '\ue0000\ue001'.repeat(30_000)],
  ['politeness', 'please '.repeat(14_000)],
  ['dots', '.'.repeat(99_000)],
  ['dotted words', `delete ${'a.'.repeat(49_000)}`],
  ['halves of characters', '\ud800'.repeat(50_000)],
])('many %s are read in time', (_, text) => {
  const took = cpuTime()
  readInstructions(text)
  expect(took()).toBeLessThan(2_000)
})

test('marks of ours in a message stand for nothing', () => {
  expect(readInstructions('add a file a.txt with \ue0005\ue001 "x"')).toMatchObject({
    instructions: [write('a.txt', '5 x\n')],
  })
})

test('a message of many instructions has a bound', () => {
  expect(readInstructions('delete a.txt\n'.repeat(500)).instructions).toHaveLength(40)
})
