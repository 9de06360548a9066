import { describe, expect, test } from 'vitest'
import { answeredHeaders, passedHeaders } from './passed-headers.ts'

const SECRET = `pat_${'x'.repeat(43)}`
const passed = (
  headers: [string, string][],
  presented: Parameters<typeof passedHeaders>[1]['presented'] = null,
) => {
  const passing = { cookieName: '__Host-atrium', presented, request_id: 'req_1', address: '10.0.0.1' }
  const all = passedHeaders({ rawHeaders: headers.flat() }, passing)
  return all.filter(([name]) => name !== 'x-forwarded-for' && name !== 'x-request-id')
}

describe('of a request', () => {
  test.each<[string, [string, string][]]>([
    [
      'hop by hop',
      [
        ['Connection', 'close, X-Mine'],
        ['X-Mine', '1'],
        ['Keep-Alive', '1'],
        ['TE', 'x'],
      ],
    ],
    [
      'what proxies say',
      [
        ['Forwarded', 'for=x'],
        ['X-Forwarded-Host', 'x'],
        ['X-Real-IP', 'x'],
      ],
    ],
    [
      'what is ours',
      [
        ['X-Atrium-User', '{}'],
        ['x-ATRIUM-x', '1'],
        ['X-Request-Id', 'x'],
      ],
    ],
    [
      'our secrets',
      [
        ['Authorization', `Bearer ${SECRET}`],
        ['api_key', SECRET],
        ['Authorization', `Basic ${SECRET}`],
      ],
    ],
    ['several in one', [['api_key', `${SECRET}, other`]]],
    [
      'our cookies',
      [
        ['Cookie', `__Host-atrium=${SECRET}`],
        ['cookie', 'atrium=x;  ATRIUM=y'],
        [
          'cookie',
          'atrium_device=x; atrium-sign-in-0123=y; __Host-atrium_device=z; __SECURE-Atrium-sign-in-1=x',
        ],
      ],
    ],
    [
      'a cookie without a name',
      [
        ['Cookie', '=x; = y; value; ='],
        ['Cookie', '=atrium=x'],
      ],
    ],
  ])('%s is left out', (_, headers) => {
    expect(passed(headers)).toEqual([])
  })

  test('a credential that was used is left out whatever its form, and with a bearer the key', () => {
    const both: [string, string][] = [
      ['Authorization', 'Bearer odd'],
      ['api_key', 'odd too'],
    ]
    expect(passed(both, { secret: 'odd', via: 'bearer' })).toEqual([])
    expect(passed(both, { secret: 'odd too', via: 'api_key' })).toEqual([['authorization', 'Bearer odd']])
    expect(passed(both, { secret: 'x', via: 'cookie' })).toHaveLength(2)
  })

  test('all others pass, in their order, several of a name too', () => {
    const headers: [string, string][] = [
      ['Host', 'example.com'],
      ['Cookie', 'a=1; my-atrium=2; b='],
      ['X-Own', '1'],
      ['x-own', '2'],
      ['Content-Length', '3'],
    ]
    expect(passed(headers)).toEqual([
      ['host', 'example.com'],
      ['cookie', 'a=1; my-atrium=2; b='],
      ['x-own', '1'],
      ['x-own', '2'],
      ['content-length', '3'],
    ])
  })
})

describe('of an answer', () => {
  test('cookies whose name begins with ours, or that have none, are left out', () => {
    const cookies = [
      ...[
        '__Host-atrium=1',
        '__Secure-Atrium=1',
        'atrium=1',
        ' atrium =1',
        '\tatrium=1',
        'atrium=',
        'atrium2=1',
      ],
      ...[
        'atrium-sign-in-0123=1; Path=/',
        '__Host-atrium-sign-in-0123=1',
        'atrium_device=1',
        'ATRIUM_DEVICE=1',
      ],
      ...['__host-atrium_device=1', '__SECURE-atrium_device=1', ' __Host-atrium_device =1'],
      ...['=1', '= atrium=1', '=atrium=1; Path=/', 'atrium', 'value', 'value; Path=/', '', '; a=1'],
      'my-atrium=1',
      '__Host-cart=atrium=1; Path=/; Secure',
    ]
    const answered = answeredHeaders(
      cookies.map((cookie) => ['Set-Cookie', cookie]),
      '__Host-atrium',
    )
    expect([...answered]).toEqual([['set-cookie', ['my-atrium=1', '__Host-cart=atrium=1; Path=/; Secure']]])
  })

  test.each([
    ...['Strict-Transport-Security', 'Content-Security-Policy', 'Content-Security-Policy-Report-Only'],
    ...['X-Content-Type-Options', 'Access-Control-Allow-Origin', 'RateLimit', 'RateLimit-Policy'],
    ...['Alt-Svc', 'Clear-Site-Data', 'Service-Worker-Allowed', 'NEL', 'Report-To', 'Reporting-Endpoints'],
    ...['X-Accel-Redirect', 'X-Sendfile', 'X-Lighttpd-Send-File', 'X-Reproxy-URL', 'Date'],
    ...['X-Atrium-User', 'X-Request-Id', 'Connection', 'Proxy-Authenticate', 'Transfer-Encoding'],
  ])('%s is left out, and what only begins or ends like it is not', (name) => {
    const headers = [
      [name, '1'],
      [`My-${name}`, '2'],
    ] as const
    expect([...answeredHeaders(headers, 'atrium').keys()]).toEqual([`my-${name.toLowerCase()}`])
  })

  test('several values of a name stay together', () => {
    const answered = answeredHeaders(
      [
        ['Vary', 'a'],
        ['vary', 'b'],
      ],
      'atrium',
    )
    expect([...answered]).toEqual([['vary', ['a', 'b']]])
  })
})
