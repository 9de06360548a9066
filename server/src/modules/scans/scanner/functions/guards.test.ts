/** Guards count by what they test, not by how they are called. */
import { describe, expect, test } from 'vitest'
import { handler, inApp, OPEN, whole } from '../../test/scan-corpus/make-function.ts'
import type { ScannedFunction } from '../snapshot.ts'
import { scanFunction } from './scan-function.ts'

const rulesOf = async (fn: ScannedFunction, settings?: string) =>
  (await scanFunction(inApp(fn, settings))).map(({ rule_id }) => rule_id)
const CHANGE = "await app.asService.entities.Order.update('1', { paid: true })\n  return new Response('ok')"
const DENY = 'new Response(null, { status: 403 })'

describe('an app without sign-in', () => {
  test('makes a function with `access: app` answer everybody', async () => {
    const { fn } = handler(null, CHANGE)
    expect(await rulesOf(fn, 'public_without_login')).toEqual(['unauthenticated_function'])
    expect(await rulesOf(fn, 'public_with_login')).toEqual([])
    expect(await rulesOf(fn, 'private_with_login')).toEqual([])
  })

  test('raises the severity of a request that the caller chooses', async () => {
    const { fn } = handler(null, 'return fetch((await request.json()).url)')
    expect(await scanFunction(inApp(fn, 'public_without_login'))).toMatchObject([{ severity: 'high' }])
    expect(await scanFunction(inApp(fn))).toMatchObject([{ severity: 'medium' }])
  })
})

test.each([
  ['a field of the body', `const body = await request.json()\n  if (!body.author_name) return ${DENY}`],
  [
    'a role that the body names',
    `const { role } = await request.json()\n  if (role !== 'admin') return ${DENY}`,
  ],
  [
    'a user that the body names',
    `const { user } = await request.json()\n  if (user.role !== 'admin') return ${DENY}`,
  ],
  ['a role in a header', `if (request.headers.get('x-role') !== 'admin') return ${DENY}`],
  ['that there is a token', `if (!request.headers.get('authorization')) return ${DENY}`],
  ['that a secret is set', `if (!Deno.env.get('API_KEY')) return ${DENY}`],
  [
    'claims that nobody verified',
    `const claims = JSON.parse(atob(request.headers.get('authorization').split('.')[1]))\n  if (claims.role !== 'admin') return ${DENY}`,
  ],
  [
    'a function that only asks whether there is a token',
    `if (!isTokenSet(request)) return ${DENY}\n  function isTokenSet(req) { return Boolean(req.headers.get('x-token')) }`,
  ],
  [
    'a function called requireAdmin that checks a field of the body',
    `await requireAdmin(await request.json())\n  function requireAdmin(body) { if (!body.admin) throw new Error('no') }`,
  ],
  [
    'two tests of which one is enough',
    `const body = await request.json()\n  if (!request.headers.get('x-atrium-user') && !body.guest) return ${DENY}`,
  ],
  ['a test that only writes to the log', "if (!request.headers.get('x-atrium-user')) console.warn('nobody')"],
  [
    'a test in a branch that the caller can avoid',
    `const body = await request.json()\n  if (body.strict) {\n    if (!request.headers.get('x-atrium-user')) return ${DENY}\n  }`,
  ],
  [
    'a signature that is compared with itself',
    `const sig = request.headers.get('x-key')\n  if (!timingSafeEqual(sig, sig)) return ${DENY}`,
  ],
])('no guard is %s', async (_, check) => {
  expect(await rulesOf(handler(null, `${check}\n  ${CHANGE}`, OPEN).fn)).toContain('unauthenticated_function')
})

test.each([
  [
    'an own function that compares a header with a secret',
    `if (!isAllowed(request)) return ${DENY}\n  function isAllowed(req) {\n    const key = req.headers.get('x-key')\n    if (!key) return false\n    if (key !== Deno.env.get('PARTNER_KEY')) return false\n    return true\n  }`,
  ],
  [
    'an own function that throws',
    `await mustComeFromUs(request)\n  async function mustComeFromUs(req) { if (req.headers.get('x-key') !== Deno.env.get('PARTNER_KEY')) throw new Error('no') }`,
  ],
  [
    'an own comparison of each letter',
    `const given = request.headers.get('x-key') ?? ''\n  if (!same(given, Deno.env.get('PARTNER_KEY'))) return ${DENY}\n  function same(a, b) {\n    let diff = a.length ^ b.length\n    for (let i = 0; i < a.length; i++) diff |= a.charCodeAt(i) ^ b.charCodeAt(i)\n    return diff === 0\n  }`,
  ],
  [
    'one of several keys',
    `const keys = Deno.env.get('PARTNER_KEYS').split(',')\n  if (!keys.includes(request.headers.get('x-key'))) return ${DENY}`,
  ],
  [
    'a refusal that the caller of the check returns',
    `const refusal = refuse(request)\n  if (refusal) return refusal\n  function refuse(req) {\n    if (!req.headers.get('x-atrium-user')) return ${DENY}\n    return null\n  }`,
  ],
  [
    'a test with a reason kept in a variable',
    `const user = await app.auth.me().catch(() => null)\n  const isStranger = !user || user.blocked\n  if (isStranger) return ${DENY}`,
  ],
  [
    'a token that was stored',
    `const { token } = await request.json()\n  const [invite] = await app.asService.entities.Invite.filter({ token })\n  if (!invite) return ${DENY}`,
  ],
])('a guard is %s', async (_, check) => {
  expect(await rulesOf(handler(null, `${check}\n  ${CHANGE}`, OPEN).fn)).not.toContain(
    'unauthenticated_function',
  )
})

test('a branch in which the user is known is guarded', async () => {
  const body =
    "const me = request.headers.get('x-atrium-user')\n  if (me) await app.asService.entities.Visit.create({ me })\n  return new Response('ok')"
  expect(await rulesOf(handler(null, body, OPEN).fn)).toEqual([])
})

test('a handler that is wrapped by an own guard is held by it', async () => {
  const text = (check: string) => `import { createClientFromRequest } from '@atrium/sdk'
const withUser = (next) => async (req) => {
  ${check}
  return next(req)
}
Deno.serve(withUser(async (request) => {
  const app = createClientFromRequest(request)
  ${CHANGE}
}))`
  const guarded = whole(null, text(`if (!req.headers.get('x-atrium-user')) return ${DENY}`), OPEN)
  const open = whole(null, text("console.log('called')"), OPEN)
  expect(await rulesOf(guarded.fn)).toEqual([])
  expect(await rulesOf(open.fn)).toEqual(['unauthenticated_function'])
})

describe('signed-in callers', () => {
  const UPDATE =
    "await app.asService.entities.Order.update(body.id, { paid: true })\n  return new Response('ok')"
  const ME = 'const me = await app.auth.me()\n  const body = await request.json()'

  test.each([
    ['a role of the body', "if (body.role !== 'admin')"],
    ['an author that the body names', 'if (!body.author_name)'],
    ['that they are signed in', 'if (!me)'],
  ])('may not choose records by %s', async (_, check) => {
    const { fn } = handler(null, `${ME}\n  ${check} return ${DENY}\n  ${UPDATE}`)
    expect(await rulesOf(fn)).toEqual(['missing_role_check'])
  })

  test.each([
    ['their role', "if (me.role !== 'admin')"],
    ['a permission of theirs', 'if (!me.data.is_manager_admin)'],
    ['a list of people', "if (!['a@acme.io'].includes(me.email))"],
    ['an own function', 'if (!mayPay(me))'],
  ])('may choose records by %s', async (_, check) => {
    const own = "function mayPay(user) { return user.role === 'manager' }"
    const { fn } = handler(null, `${ME}\n  ${check} return ${DENY}\n  ${UPDATE}\n  ${own}`)
    expect(await rulesOf(fn)).toEqual([])
  })

  test.each([
    [
      'a membership that is stored',
      'const [found] = await app.asService.entities.Member.filter({ user_id: me.id })\n  if (!found)',
    ],
    ['a record that they may read', 'const found = await app.entities.Order.get(body.id)\n  if (!found)'],
  ])('may choose records by %s', async (_, check) => {
    const { fn } = handler(null, `${ME}\n  ${check} return ${DENY}\n  ${UPDATE}`)
    expect(await rulesOf(fn)).toEqual([])
  })

  test.each([
    [
      'all records',
      'const all = await app.asService.entities.Order.list()\n  return Response.json(all)',
      true,
    ],
    [
      'the record that they name',
      'const body = await request.json()\n  return Response.json({ order: await app.asService.entities.Order.get(body.id) })',
      true,
    ],
    [
      'their own records',
      'const me = await app.auth.me()\n  return Response.json(await app.asService.entities.Order.filter({ owner: me.id }))',
      false,
    ],
    [
      'how many there are',
      'const all = await app.asService.entities.Order.list()\n  return Response.json({ count: all.length })',
      false,
    ],
    [
      'named fields',
      'const all = await app.asService.entities.Order.list()\n  return Response.json(all.map(({ id, title }) => ({ id, title })))',
      false,
    ],
    [
      'records behind a role',
      `const me = await app.auth.me()\n  if (me.role !== 'admin') return ${DENY}\n  return Response.json(await app.asService.entities.Order.list())`,
      false,
    ],
  ])('read past the rules: %s', async (_, body, isFound) => {
    expect(await rulesOf(handler(null, body).fn)).toEqual(isFound ? ['service_read_without_role_check'] : [])
  })
})
