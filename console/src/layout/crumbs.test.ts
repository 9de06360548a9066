import { matchPath, type RouteObject } from 'react-router'
import { describe, expect, test } from 'vitest'
import { workspaceRoutes } from '../workspace-routes.ts'
import { crumbsOf, PAGE_NAMES, titleOf } from './crumbs.ts'

const NO_NAMES = new Map<string, string>()

/** The addresses of all pages below a workspace. */
function patternsOf(routes: readonly RouteObject[], above = ''): string[] {
  return routes.flatMap(({ path, children }) => {
    const here = [above, path].filter(Boolean).join('/')
    return [...(path === undefined ? [] : [here]), ...patternsOf(children ?? [], here)]
  })
}

const patterns = patternsOf(workspaceRoutes)
const addressOf = (pattern: string) => `/w/ws_1/${pattern.replaceAll(/:(\w+)/g, 'the-$1')}`

describe('every page of a workspace', () => {
  test('has a name, and every name has a page', () => {
    expect(patterns.length).toBeGreaterThan(60)
    expect(new Set(patterns)).toEqual(new Set(Object.keys(PAGE_NAMES)))
  })

  test('has a title of its own', () => {
    const titles = patterns.map((pattern) => titleOf(crumbsOf(addressOf(pattern), NO_NAMES), 'Harbour'))
    expect(titles.filter((title, place) => titles.indexOf(title) !== place)).toEqual([])
    for (const title of titles) expect(title).toMatch(/^\S.* · Atrium$/)
  })

  test('is reached from the workspace by pages that exist, one below the other', () => {
    for (const pattern of patterns) {
      const address = addressOf(pattern)
      const crumbs = crumbsOf(address, NO_NAMES)
      expect(crumbs.at(-1)?.to).toBe(address)
      for (const [place, { to }] of crumbs.entries()) {
        expect(address.startsWith(to)).toBe(true)
        expect(to.length).toBeGreaterThan(crumbs[place - 1]?.to.length ?? 0)
        expect(patterns.some((known) => matchPath(`/w/:workspace_id/${known}`, to))).toBe(true)
      }
    }
  })
})

describe('a breadcrumb', () => {
  const RUN = '/w/ws_1/apps/app_1/workflows/wf_1/runs/run_1'

  test('shows what its pages said their things are called', () => {
    const names = new Map([
      ['/w/ws_1/apps/app_1', 'Shop'],
      ['/w/ws_1/apps/app_1/workflows/wf_1', 'Nightly'],
    ])
    const labels = crumbsOf(RUN, names).map(({ label }) => label)
    expect(labels).toEqual(['Apps', 'Shop', 'Workflows', 'Nightly', 'Runs', 'run_1'])
    expect(titleOf(crumbsOf(RUN, names), 'Harbour')).toBe(
      'run_1 · Runs · Nightly · Workflows · Shop · Atrium',
    )
  })

  test('knows a page from a thing of the same depth', () => {
    const label = (path: string) => crumbsOf(path, NO_NAMES).at(-1)?.label
    expect(label('/w/ws_1/apps/app_1/workflows/runs')).toBe('Runs of all workflows')
    expect(label('/w/ws_1/apps/app_1/workflows/runs_of_mine')).toBe('runs_of_mine')
  })

  test.each([
    ['/w/ws_1/apps/app_1/functions/orders%2Fgreet', 'orders/greet'],
    ['/w/ws_1/apps/app_1/functions/100%', '100%'],
    ['/w/ws_1/members/', 'Members'],
  ])('reads %s', (path, label) => {
    expect(crumbsOf(path, NO_NAMES).at(-1)?.label).toBe(label)
  })

  test('says the workspace in the title of its own pages', () => {
    expect(titleOf(crumbsOf('/w/ws_1/members/credits', NO_NAMES), 'Harbour')).toBe(
      'Credits · Members · Harbour · Atrium',
    )
    expect(titleOf(crumbsOf('/w/ws_1/apps', NO_NAMES), 'Harbour')).toBe('Apps · Harbour · Atrium')
    expect(titleOf([], 'Harbour')).toBe('Harbour · Atrium')
  })
})
