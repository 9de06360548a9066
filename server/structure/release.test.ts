/** What a release and the image hold, by the files that make them. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { belongsToRelease, RELEASE_FILES } from '../../scripts/release-files.ts'
import { isLater, releaseChangelog, withVersion } from '../../scripts/release-rules.ts'
import { settings } from '../src/settings/config.ts'
import { readSources, root } from './sources.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('a version', () => {
  test.each([
    ['0.2.0', '0.1.9', true],
    ['1.0.0', '0.99.99', true],
    ['0.1.10', '0.1.9', true],
    ['0.1.0', '0.1.0', false],
    ['0.1.0', '0.2.0', false],
    ['v0.2.0', '0.1.0', false],
    ['0.2', '0.1.0', false],
    ['01.2.0', '0.1.0', false],
  ])('%s after %s: %s', (version, than, isGood) => {
    expect(isLater(version, than)).toBe(isGood)
  })

  test('reaches our packages wherever they are named, and no other', () => {
    const lock = JSON.parse(withVersion(read('package-lock.json'), '7.8.9'))
    const named = Object.entries<{ version?: string; dependencies?: Record<string, string> }>(lock.packages)
    expect(lock.version).toBe('7.8.9')
    const ours = named.filter(([path]) => !path.includes('node_modules'))
    expect(ours.length).toBe(5)
    for (const [, { version, dependencies = {} }] of ours) {
      expect(version).toBe('7.8.9')
      for (const [name, wanted] of Object.entries(dependencies))
        expect(wanted === '7.8.9').toBe(name.startsWith('@atrium/'))
    }
    expect(
      named.filter(([path, { version }]) => path.includes('node_modules') && version === '7.8.9'),
    ).toEqual([])
  })
})

describe('the changelog', () => {
  test('gets a section of the version, and an empty one for what comes', () => {
    const text = '# Changes\n\n## Unreleased\n\n- New.\n\n## 0.1.0 · 2026-01-01\n\n- Old.\n'
    expect(releaseChangelog(text, '0.2.0', '2026-02-03')).toBe(
      '# Changes\n\n## Unreleased\n\n## 0.2.0 · 2026-02-03\n\n- New.\n\n## 0.1.0 · 2026-01-01\n\n- Old.\n',
    )
    expect(releaseChangelog('# Changes\n\n## Unreleased\n\n## 0.1.0\n', '0.2.0', '2026-02-03')).toBeNull()
  })

  test('of this product can be released', () => {
    expect(releaseChangelog(read('CHANGELOG.md'), '9.9.9', '2026-02-03')).toContain(
      '\n## 9.9.9 · 2026-02-03\n',
    )
  })
})

describe('a release', () => {
  test('holds everything that the server imports of ours', () => {
    const held = (path: string) =>
      belongsToRelease(path) && RELEASE_FILES.some((file) => path === file || path.startsWith(`${file}/`))
    const server = readSources().filter(
      ({ path }) => /^(server|contract)\/src\//.test(path) && belongsToRelease(path),
    )
    for (const { path, text } of server) {
      for (const [, target = ''] of text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
        const file = join(path, '..', target)
        expect(held(file), `${path} imports ${file}`).toBe(true)
      }
    }
  })

  test.each(RELEASE_FILES.filter((path) => path !== 'console/dist'))('%s is there', (path) => {
    expect(existsSync(join(root, path))).toBe(true)
  })
})

describe('the image', () => {
  const [, ...stages] = read('Dockerfile').split(/^FROM /m)
  const last = stages.at(-1) ?? ''
  const copied = [...last.matchAll(/^COPY (?:--\S+ )*(.+) \S+$/gm)].flatMap(([, from = '']) =>
    from.split(' '),
  )

  test('holds what a release holds', () => {
    const wanted = RELEASE_FILES.filter((path) => !path.startsWith('scripts/'))
    expect(
      copied
        .map((path) => path.replace(/^\/app\//, ''))
        .filter((path) => !path.includes('node_modules'))
        .sort(),
    ).toEqual([...wanted].sort())
  })

  test('installs packages before it copies sources, so that a change of code leaves them be', () => {
    for (const stage of stages.filter((text) => text.includes('npm ci'))) {
      const before = stage.slice(0, stage.indexOf('npm ci'))
      expect(before).not.toMatch(/COPY (?:--\S+ )*\. |COPY .*\/src/)
    }
  })

  test('runs as no root, says how it is, and keeps its data in a volume', () => {
    expect(last).toMatch(/^USER node$/m)
    expect(last).toMatch(/^HEALTHCHECK /m)
    expect(last).toMatch(/^VOLUME \/data$/m)
    expect(last.indexOf('USER node')).toBeGreaterThan(last.lastIndexOf('RUN '))
  })

  test('has all its packages in one folder', () => {
    const places = Object.keys(JSON.parse(read('package-lock.json')).packages)
    expect(places.filter((path) => /^(contract|sdk|server)\/node_modules\//.test(path))).toEqual([])
  })

  test('names no platform: the same file makes it for ARM and x64', () => {
    expect(read('Dockerfile')).not.toMatch(/--platform|amd64|arm64|x64/)
  })

  test('compose passes every setting on', () => {
    const compose = read('compose.yaml')
    expect(compose).toMatch(/env_file:\n\s+- path: \.env\n\s+required: false/)
    expect(Object.keys(settings).length).toBeGreaterThan(20)
  })
})
