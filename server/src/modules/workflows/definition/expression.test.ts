import { expect, test } from 'vitest'
import { readExpression, valueAt } from './expression.ts'

test.each([
  ['', []],
  ['.', []],
  ['.order', ['order']],
  ['.order.total', ['order', 'total']],
  ['.a[0]', ['a', 0]],
  ['.[0].b', [0, 'b']],
  ['.a["c d"].e', ['a', 'c d', 'e']],
  ['.a.["c d"]', ['a', 'c d']],
  ["['x']", null],
  [".['it is']", ['it is']],
  ['.["a\\"b\\u0041"]', ['a"bA']],
  ['.größe', ['größe']],
  ['.a.__proto__', ['a', '__proto__']],
  ['.5', null],
  ['.a + 1', null],
  ['.a-b', null],
  ['.a[-1]', null],
  ['.a[x]', null],
  ['.a.', null],
  ['..a', null],
  ['.a["\\x"]', null],
  ['order.total', null],
  ['$context.x', null],
])('%s between the brackets is a path to %j, or else a script', (inside, path) => {
  const script = { kind: 'script', code: inside }
  const read = readExpression(`\${ ${inside} }`)
  expect(read).toEqual(path && inside !== '' ? { kind: 'path', path } : script)
})

test.each(['', 'plain', `Hello \${.name}!`, `\${.name}!`, '$ {.name}', '{.name}', `\${.name`])(
  'the text "%s" is no expression',
  (text) => expect(readExpression(text)).toEqual({ kind: 'literal' }),
)

test('an expression may have space and lines around it and in it', () => {
  expect(readExpression(`\n\${\n  1 +\n  2\n}\n`)).toEqual({ kind: 'script', code: '1 +\n  2' })
  const code = '({a: `$' + '{1}`}).a'
  expect(readExpression(`\${${code}}`)).toEqual({ kind: 'script', code })
})

test('a long text that is nearly a path takes no time', () => {
  const text = `\${${'.a'.repeat(100_000)}-}`
  expect(readExpression(text).kind).toBe('script')
  expect(readExpression(`\${${' '.repeat(200_000)}`).kind).toBe('literal')
})

test.each([
  [[], { a: 1 }, { a: 1 }],
  [['a', 'b', 0], { a: { b: ['x'] } }, 'x'],
  [['a', 1], { a: ['x'] }, null],
  [['a', 'b'], { a: null }, null],
  [['a', 'b'], { a: 'text' }, null],
  [['length'], ['x'], null],
  [['0'], ['x'], null],
  [[0], { 0: 'x' }, null],
  [['toString'], {}, null],
  [['__proto__'], {}, null],
  [['a'], undefined, null],
  [['a'], { a: false }, false],
])('%j of %j is %j', (path, value, expected) => {
  expect(valueAt(path, value)).toEqual(expected)
})
