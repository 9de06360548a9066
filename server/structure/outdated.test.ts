/** What `npm run outdated` reports. */
import { describe, expect, test } from 'vitest'
import { behindOf, namedVersions } from '../../scripts/outdated-rules.ts'

test('exact versions of all kinds are named, once, without our own packages and ranges', () => {
  const named = namedVersions([
    {
      dependencies: { fastify: '5.0.0', '@atrium/contract': '0.1.0' },
      overrides: { vite: '8.0.0', x: { y: '1' } },
    },
    {
      devDependencies: { '@types/react': '^19', fastify: '5.0.0' },
      optionalDependencies: { '@deno/linux-x64': '2.0.0' },
    },
  ])
  expect([...named]).toEqual([
    ['fastify', '5.0.0'],
    ['vite', '8.0.0'],
    ['@deno/linux-x64', '2.0.0'],
  ])
})

describe('a package is behind', () => {
  const named = new Map([
    ['fastify', '5.0.0'],
    ['kysely', '0.29.0'],
    ['rolldown', '1.2.0'],
    ['gone', '1.0.0'],
    ['@deno/linux-x64-glibc', '2.0.0'],
    ['@deno/win32-x64', '2.0.0'],
  ])
  const newest = (deno: readonly [string, string]) =>
    new Map([
      ['fastify', '5.1.0'],
      ['kysely', '0.29.0'],
      ['rolldown', '1.3.0'],
      ['gone', ''],
      ['@deno/linux-x64-glibc', deno[0]],
      ['@deno/win32-x64', deno[1]],
    ])

  test('when its newest version is another, with the reason where one is known', () => {
    expect(behindOf(named, newest(['2.1.0', '2.1.0']), { rolldown: 'Vite' })).toEqual([
      { name: '@deno/*', current: '2.0.0', newest: '2.1.0' },
      { name: 'fastify', current: '5.0.0', newest: '5.1.0' },
      { name: 'rolldown', current: '1.2.0', newest: '1.3.0', held: 'Vite' },
    ])
  })

  test('in parts for each platform only when all of them are published', () => {
    const names = behindOf(named, newest(['2.1.0', '2.0.0']), {}).map(({ name }) => name)
    expect(names).toEqual(['fastify', 'rolldown'])
  })
})
