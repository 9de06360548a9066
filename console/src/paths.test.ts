import { describe, expect, test } from 'vitest'
import { paths, safeReturn } from './paths.ts'

describe('paths', () => {
  test('every address of the console', () => {
    expect({
      home: paths.home(),
      signIn: paths.signIn('/w/ws_1/members?search=ada'),
      signInFromHome: paths.signIn('/'),
      apps: paths.apps('ws_1'),
      folder: paths.apps('ws_1', { folder: 'fld_1', sort: '-name', cursor: 'abc' }),
      app: paths.app('ws_1', 'app_1'),
      tokens: paths.tokens('ws_1'),
      members: paths.members('ws_1', { search: 'ada & grace' }),
      audit: paths.audit('ws_1', { action: 'tokens.create', actor_email: 'ada@example.com' }),
    }).toEqual({
      home: '/',
      signIn: '/sign-in?to=%2Fw%2Fws_1%2Fmembers%3Fsearch%3Dada',
      signInFromHome: '/sign-in',
      apps: '/w/ws_1/apps',
      folder: '/w/ws_1/apps?folder=fld_1&sort=-name&cursor=abc',
      app: '/w/ws_1/apps/app_1',
      tokens: '/w/ws_1/tokens',
      members: '/w/ws_1/members?search=ada+%26+grace',
      audit: '/w/ws_1/audit-log?action=tokens.create&actor_email=ada%40example.com',
    })
  })

  test('ids are escaped', () => {
    expect(paths.app('a/b', 'c?d')).toBe('/w/a%2Fb/apps/c%3Fd')
  })

  test.each([null, '', 'https://elsewhere.test', '//elsewhere.test', '/\\elsewhere.test', '/sign-in?to=/'])(
    'signing in does not lead to %s',
    (to) => {
      expect(safeReturn(to)).toBe('/')
    },
  )

  test('signing in leads back to a page of the console', () => {
    expect(safeReturn('/w/ws_1/tokens?cursor=x')).toBe('/w/ws_1/tokens?cursor=x')
  })
})
