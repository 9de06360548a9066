import { expect, test } from 'vitest'
import { CHECK_PROGRAMS, findChecks } from './check-rules.ts'

function checksOf(
  files: Record<string, string>,
  { hasModules = false, programs = CHECK_PROGRAMS }: { hasModules?: boolean; programs?: string[] } = {},
) {
  const facts = { files: new Map(Object.entries(files)), hasModules, programs: new Set(programs) }
  return findChecks(facts).map(({ name, command, skipped }) => [name, command, skipped === null])
}
const manifest = (scripts: object, more: object = {}) => ({
  'package.json': JSON.stringify({ scripts, ...more }),
})

test('scripts of a package run where its packages are in the tree or not needed', () => {
  const scripts = { test: 'node --test', typecheck: 'tsc', build: 'x', lint: ' ' }
  expect(checksOf(manifest(scripts))).toEqual([
    ['typecheck', 'npm run --silent typecheck', true],
    ['test', 'npm run --silent test', true],
  ])
  const needing = manifest({ test: 'vitest' }, { devDependencies: { vitest: '1' } })
  expect(checksOf(needing)).toEqual([['test', 'npm run --silent test', false]])
  expect(checksOf(needing, { hasModules: true })).toEqual([['test', 'npm run --silent test', true]])
})

test('without npm a script is run by itself', () => {
  expect(checksOf(manifest({ test: "node 'a b.js'" }), { programs: [] })).toEqual([
    ['test', `PATH="$PWD/node_modules/.bin:$PATH" sh -c 'node '\\''a b.js'\\'''`, true],
  ])
})

test.each([
  ['the line that stands for no tests', manifest({ test: 'echo "Error: no test specified" && exit 1' })],
  ['scripts that are no object', { 'package.json': '{"scripts": ["test"]}' }],
  ['a script that is no text', manifest({ test: 7 })],
  ['a Makefile with other targets', { Makefile: 'build:\n\ttrue\ntest := x\n' }],
  ['Python without pytest', { 'pyproject.toml': '[project]\nname = "x"\n' }],
  ['nothing', {}],
])('no checks: %s', (_, files) => {
  expect(checksOf(files)).toEqual([])
})

test('a manifest that cannot be read is a check that was skipped', () => {
  expect(checksOf({ 'package.json': '{' })).toEqual([['package.json', 'npm test', false]])
})

test('other languages, where the server has their programs', () => {
  const files = {
    Makefile: 'test: build\n\ttrue\nlint:\n\ttrue\n',
    'pyproject.toml': '[tool.pytest.ini_options]\n',
    'go.mod': 'module x\n',
    'Cargo.toml': '[package]\n',
  }
  const commands = ['make lint', 'make test', 'pytest -q -p no:cacheprovider', 'go test ./...']
  const names = ['lint', 'test', 'pytest', 'go', 'cargo']
  const all = [...commands, 'cargo test --offline --quiet']
  expect(checksOf(files)).toEqual(all.map((command, at) => [names[at], command, true]))
  expect(checksOf(files, { programs: [] })).toEqual(all.map((command, at) => [names[at], command, false]))
})
