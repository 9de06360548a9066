import type { App } from '@atrium/sdk'
import { describe, expect, test } from 'vitest'
import { appNav, pageAt } from './app-nav.ts'
import { workspaceNav } from './workspace-nav.ts'

const app = (kind: App['kind'], user_role: 'editor' | 'viewer') => ({ id: 'app_1', kind, user_role }) as App
const labels = (of: App) => appNav(of).flatMap(({ pages }) => pages.map(({ label }) => label))

describe('the navigation of an app', () => {
  test('is in groups', () => {
    expect(appNav(app('app', 'editor')).map(({ title }) => title)).toEqual([
      undefined,
      'Build',
      'Automate',
      'Grow',
      'Check',
      'Operate',
    ])
  })

  test('holds nothing that somebody who cannot edit it would be refused', () => {
    const all = labels(app('app', 'editor'))
    const open = labels(app('app', 'viewer'))
    expect(all).toEqual(expect.arrayContaining(open))
    expect(all.filter((label) => !open.includes(label))).toEqual(
      expect.arrayContaining(['Data', 'Schemas', 'Files', 'Secrets', 'Advertising', 'Security', 'Webhooks']),
    )
  })

  test('has each page once, and one key for one page', () => {
    for (const kind of ['app', 'agent'] as const) {
      const pages = appNav(app(kind, 'editor')).flatMap((group) => group.pages)
      const keys = [...pages, ...workspaceNav('owner')].flatMap(({ key }) => key ?? [])
      expect(new Set(keys).size).toBe(keys.length)
      expect(new Set(pages.map(({ label }) => label)).size).toBe(pages.length)
      expect(new Set(pages.map(({ to }) => to('ws_1', 'app_1'))).size).toBe(pages.length)
    }
  })

  test('knows the part that an address lies in', () => {
    const at = (path: string) => pageAt(app('app', 'editor'), 'ws_1', `/w/ws_1/apps/app_1${path}`)?.label
    expect(at('')).toBe('Overview')
    expect(at('/entities/Order')).toBe('Data')
    expect(at('/entity-schemas/Order')).toBe('Schemas')
    expect(at('/nowhere')).toBeUndefined()
  })
})

test('service accounts are for those who administer the workspace', () => {
  const has = (role: Parameters<typeof workspaceNav>[0]) =>
    workspaceNav(role).some(({ label }) => label === 'Service accounts')
  expect([has('owner'), has('admin'), has('editor'), has('guest')]).toEqual([true, true, false, false])
})
