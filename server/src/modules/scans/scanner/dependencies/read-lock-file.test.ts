import { describe, expect, test } from 'vitest'
import { berry, npm1, npm3, pnpm9, yarn1 } from '../../test/scan-corpus/lock-files.ts'
import type { LockedPackage } from './locked-package.ts'
import { readLockFile } from './read-lock-file.ts'

async function read(path: string, text: string, manifest?: object) {
  return readLockFile({
    file: { path, text },
    manifest: manifest ? { path: 'package.json', text: JSON.stringify(manifest) } : null,
  })
}

async function packagesOf(
  path: string,
  text: string,
  manifest?: object,
): Promise<Map<string, LockedPackage>> {
  const lock = await read(path, text, manifest)
  if ('fault' in lock) throw new Error(lock.fault)
  return new Map(lock.packages.map((one) => [one.name, one]))
}

describe('a lock file that cannot be read says why', () => {
  test.each([
    ['package-lock.json', '{', 'it is not JSON'],
    ['package-lock.json', '[]', 'it is not an object'],
    ['package-lock.json', '{}', 'it names no packages'],
    ['package-lock.json', '{"packages":{"node_modules/a":1}}', 'an entry of it is not an object'],
    ['package-lock.json', '['.repeat(1_000_000), 'it is not JSON'],
    [
      'package-lock.json',
      `{"dependencies":${'{"a":{"version":"1.0.0","dependencies":'.repeat(50_000)}{}${'}}'.repeat(50_000)}}`,
      'its packages lie too deep in each other',
    ],
    ['pnpm-lock.yaml', "lockfileVersion: '99.0'\n", 'its version is not known'],
    [
      'pnpm-lock.yaml',
      "lockfileVersion: '9.0'\na: &a [x, x]\nb: *a\n",
      'it refers to other places of itself',
    ],
    ['pnpm-lock.yaml', "lockfileVersion: '9.0'\n<<<<<<< ours\n", 'it has conflicts that were not resolved'],
    [
      'pnpm-lock.yaml',
      Array.from({ length: 50 }, (_, n) => `${' '.repeat(n)}a:\n`).join(''),
      'it is nested too deep',
    ],
    ['yarn.lock', 'nothing that yarn wrote', 'it is of no version that is known'],
    ['yarn.lock', 'x'.repeat(5_000_000), 'a line of it is too long'],
    ['yarn.lock', '# yarn lockfile v1\nalone\n', 'a line of it has no name and value'],
  ])('%s', async (path, text, why) => {
    expect(await read(path, text)).toEqual({ fault: `${path} could not be read: ${why}.` })
  })

  test('and one of another kind is not known', async () => {
    expect(await read('bun.lock', '{}')).toEqual({ fault: 'bun.lock is no lock file that is known.' })
  })
})

const CHAIN = [
  ['a', '1.0.0', ['b', 'c']],
  ['b', '1.0.0', ['c']],
  ['c', '1.0.0', ['a']],
] as const
const manifest = { dependencies: { a: '*' } }

test.each([
  ['package-lock.json', npm3(CHAIN)],
  ['package-lock.json', npm1(CHAIN)],
  ['pnpm-lock.yaml', pnpm9(CHAIN)],
  ['yarn.lock', yarn1(CHAIN)],
  ['yarn.lock', berry(CHAIN)],
])('%s: the ways to a package are listed, the shortest first, also in circles', async (path, text) => {
  const packages = await packagesOf(path, text, manifest)
  expect(packages.get('a')).toMatchObject({ is_direct: true, is_dev: false, paths: ['a'] })
  expect(packages.get('b')).toMatchObject({ is_direct: false, paths: ['a > b'] })
  expect(packages.get('c')).toMatchObject({ is_direct: false, paths: ['a > c', 'a > b > c'] })
})

test.each([
  [
    'package-lock.json',
    JSON.stringify({
      lockfileVersion: 3,
      packages: {
        '': { dependencies: { a: '*' }, devDependencies: { t: '*' } },
        'node_modules/a': { version: '1.0.0' },
        'node_modules/t': { version: '1.0.0', dev: true },
      },
    }),
  ],
  [
    'pnpm-lock.yaml',
    "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      a:\n        specifier: '*'\n        version: 1.0.0\n    devDependencies:\n      t:\n        specifier: '*'\n        version: 1.0.0\n\npackages: {}\n\nsnapshots:\n\n  a@1.0.0: {}\n\n  t@1.0.0: {}\n",
  ],
  [
    'yarn.lock',
    yarn1([
      ['a', '1.0.0'],
      ['t', '1.0.0'],
    ]),
  ],
])('%s: what only development needs is known', async (path, text) => {
  const packages = await packagesOf(path, text, { ...manifest, devDependencies: { t: '*' } })
  expect(packages.get('a')).toMatchObject({ is_dev: false, is_direct: true })
  expect(packages.get('t')).toMatchObject({ is_dev: true, is_direct: true })
})

test('workspaces that need each other are parts of the app, and ask for packages themselves', async () => {
  const text = npm3([['a', '1.0.0']], {
    'packages/x': { name: 'x', version: '1.0.0', dependencies: { y: '*', b: '*' } },
    'packages/y': { name: 'y', version: '1.0.0', dependencies: { x: '*' } },
    'node_modules/x': { resolved: 'packages/x', link: true },
    'node_modules/y': { resolved: 'packages/y', link: true },
    'node_modules/b': { version: '2.0.0' },
  })
  const packages = await packagesOf('package-lock.json', text)
  expect([...packages.keys()].sort()).toEqual(['a', 'b'])
  expect(packages.get('b')).toMatchObject({ is_direct: true, paths: ['b'] })
})

test('names such as __proto__ are names', async () => {
  const text = npm3([['a', '1.0.0']]).replace('"node_modules/a"', '"node_modules/__proto__"')
  expect((await packagesOf('package-lock.json', text)).get('__proto__')).toMatchObject({ version: '1.0.0' })
})

test('a hundred thousand packages, each needing the next, settle', async () => {
  const many = Array.from({ length: 100_000 }, (_, n) => [`p${n}`, '1.0.0', [`p${n + 1}`, 'p0']] as const)
  const started = process.cpuUsage().user
  const packages = await packagesOf('package-lock.json', npm3(many))
  expect(packages.size).toBe(100_000)
  expect(packages.get('p99999')?.paths).toEqual(['… > p99997 > p99998 > p99999'])
  expect((process.cpuUsage().user - started) / 1e6).toBeLessThan(20)
})
