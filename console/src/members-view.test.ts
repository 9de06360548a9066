import { describe, expect, test } from 'vitest'
import { listedBy, membersViewOf } from './members-view.ts'
import { paths } from './paths.ts'

const viewIn = (query: string) => membersViewOf(new URLSearchParams(query))
const asked = (query: string) => listedBy(viewIn(query))

describe('the members list in the address', () => {
  test('an empty address asks for everyone', () => {
    expect(asked('')).toEqual({})
  })

  test('every filter, the search and the sort reach the API', () => {
    const query =
      'search=ada&any=grace%0A%20alan%20%0Agrace&role=viewer,admin&status=pending&limit=own' +
      '&apps_min=2&apps_max=5&agents_min=0&active_from=2026-10-01&active_to=2026-10-31&sort=-last_active&cursor=abc'
    expect(asked(query)).toEqual({
      search: 'ada',
      search_terms: ['grace', 'alan'],
      roles: ['admin', 'viewer'],
      invite_statuses: ['pending'],
      credit_limit_set: true,
      apps_owned: { gte: 2, lte: 5 },
      agents_owned: { gte: 0 },
      last_active: { gte: '2026-10-01T00:00:00.000Z', lte: '2026-10-31T23:59:59.999Z' },
      sort_by: 'last_active',
      sort_dir: 'desc',
      cursor: 'abc',
    })
  })

  test.each(['member', 'role', 'apps', 'agents', 'credits', 'last_active'])(
    'sorts by %s in both directions',
    (column) => {
      expect(asked(`sort=${column}`)).toEqual({ sort_by: column, sort_dir: 'asc' })
      expect(asked(`sort=-${column}`)).toEqual({ sort_by: column, sort_dir: 'desc' })
    },
  )

  test('without a limit of their own is not the same as any limit', () => {
    expect(asked('limit=default')).toEqual({ credit_limit_set: false })
    expect(asked('limit=any')).toEqual({})
  })

  test.each([
    'role=boss',
    'status=,',
    'apps_min=-1',
    'apps_max=many',
    'agents_min=1.5',
    'active_from=2026-02-30',
    'active_to=yesterday',
    'sort=--role',
    'sort=shoe_size',
    'search=%20',
    'any=%0A%0A',
    `cursor=${'x'.repeat(257)}`,
  ])('%s means nothing and is left out', (query) => {
    expect(asked(query)).toEqual({})
  })

  test('keeps to the bounds of the API', () => {
    const many = Array.from({ length: 250 }, (_, n) => `term${n}`).join('\n')
    expect(asked(new URLSearchParams({ any: many }).toString()).search_terms).toHaveLength(200)
    expect(asked(`search=${'x'.repeat(300)}`).search).toHaveLength(256)
  })

  test('comes back from the address it makes', () => {
    const view = viewIn('search=a%26b&role=owner,guest&apps_max=3&active_to=2026-01-31&sort=-role')
    expect(viewIn(new URL(paths.members('ws_1', view), 'http://localhost').search)).toEqual(view)
  })
})
