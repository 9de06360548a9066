/** What all doors of an app's sign-in have in common: limits, input, and nothing that time or logs tell. */
import { Worker } from 'node:worker_threads'
import { operations } from '@atrium/contract'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { collectedLog } from '../../../../test/collected-log.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useMade } from '../../../../test/use-started.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { hashPassword } from '../../../platform/passwords/passwords.ts'

const PASSWORD = 'correct horse battery staple'
const log = collectedLog()
const app = useApp(() => ({ trust_proxy: true, rate_limits: new Map(fewer) }), { log })
const { owner } = useTeam(app)
const path = useMade(async () => ({
  app_id: (await app.make.app(owner, { public_settings: 'public_with_login' })).id,
}))

afterEach(() => {
  vi.restoreAllMocks()
})

const { login, register, verify_otp, resend_otp, reset_password_request, reset_password } =
  operations.app_auth
const { request_magic_link, verify_magic_link } = operations.app_auth
/** Fewer than usual, as each try costs a hash; count-tries.test.ts has the usual ones. */
const LOGINS = 12
const PER_EMAIL = 6
const fewer = [login, register, verify_otp, resend_otp, reset_password_request, request_magic_link].flatMap(
  ({ name }): [string, number][] => [
    [`${name} by address and email`, 2],
    [`${name} by email`, PER_EMAIL],
  ],
)
fewer.push([login.name, LOGINS])
const BODIES = {
  [login.name]: { email: 'a@example.com', password: 'wrong' },
  [register.name]: { email: 'a@example.com', password: PASSWORD },
  [verify_otp.name]: { email: 'a@example.com', otp_code: 'no' },
  [resend_otp.name]: { email: 'a@example.com' },
  [reset_password_request.name]: { email: 'a@example.com' },
  [request_magic_link.name]: { email: 'a@example.com' },
  [verify_magic_link.name]: { link_token: 'mgl_x' },
  [reset_password.name]: { reset_token: 'rst_x', new_password: PASSWORD },
}
const OPEN = [
  ...[login, register, verify_otp, resend_otp, reset_password_request, reset_password],
  ...[request_magic_link, verify_magic_link],
]
let addresses = 0
const newAddress = () => `198.51.100.${++addresses}`

async function call(operation: (typeof OPEN)[number], body: object, address: string) {
  const answer = await fetch(`${app.baseUrl}${operation.path.replace('{app_id}', path.app_id)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, 'x-request-id': 'same' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

describe.each(OPEN.map((operation) => [operation.name, operation] as const))('%s', (name, operation) => {
  const body = BODIES[name] as object

  test('is counted by address', { tags: 'slow' }, async () => {
    const address = newAddress()
    const other = (n: number) => ({ ...body, ...('email' in body && { email: `${name}${n}@example.com` }) })
    const most = operation === login ? LOGINS : 10
    for (let n = 0; n < most; n++) expect((await call(operation, other(n), address)).status).not.toBe(429)
    const { status, body: refused, headers } = await call(operation, body, address)
    expect([status, refused.code]).toEqual([429, 'rate_limited'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })

  if ('email' in body)
    test('is counted by email, less from one address than from wherever it comes', {
      tags: 'slow',
    }, async () => {
      const email = `by-email-${name}@example.com`
      const sent = { ...body, email }
      const address = newAddress()
      for (let n = 0; n < 2; n++) expect((await call(operation, sent, address)).status).not.toBe(429)
      expect((await call(operation, sent, address)).status).toBe(429)
      // Of these only five codes are mailed in an hour, which is a limit of its own.
      const most = operation === register ? 3 : PER_EMAIL - 2
      for (let n = 0; n < most; n++) expect((await call(operation, sent, newAddress())).status).not.toBe(429)
      const { status, body: refused } = await call(operation, sent, newAddress())
      expect([status, refused.code]).toEqual([429, 'rate_limited'])
      expect((await call(operation, { ...body, email: `not-${email}` }, newAddress())).status).not.toBe(429)
    })

  test('takes no input that does not fit', async () => {
    for (const field of Object.keys(body)) {
      const { status, body: refused } = await call(operation, { ...body, [field]: '' }, newAddress())
      expect([status, refused.code]).toEqual([422, 'validation_error'])
      expect(refused.detail[0].loc).toEqual(['body', field])
    }
  })
})

test('the public settings are asked with an id', async () => {
  const settings = operations.apps.public_settings.path.replace('{app_id}', 'x'.repeat(200))
  const answer = await fetch(`${app.baseUrl}${settings}`)
  expect([answer.status, (await answer.json()).code]).toEqual([422, 'validation_error'])
})

describe('nothing tells which emails there are', () => {
  test('a wrong password, an unknown email and one that was only invited cost one hash', async () => {
    const password_hash = await hashPassword(PASSWORD)
    const known = await app.make.appUser({ id: path.app_id }, { password_hash })
    const invited = await app.make.appUser({ id: path.app_id }, { verified_date: null })
    const hashing = vi.spyOn(Worker.prototype, 'postMessage')
    const answers = []
    for (const email of [known.email, invited.email, 'nobody@example.com', owner.email]) {
      const { status, body } = await call(login, { email, password: 'wrong' }, newAddress())
      answers.push({ status, body })
      expect(hashing).toHaveBeenCalledTimes(answers.length)
    }
    expect(answers).toEqual(Array(4).fill(answers[0]))
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'invalid_login' } })
  })

  test.each([resend_otp, reset_password_request, request_magic_link])(
    '$name does the same for all',
    async (operation) => {
      const unverified = await app.make.appUser(
        { id: path.app_id },
        { verified_date: null, password_hash: await hashPassword(PASSWORD) },
      )
      const statements = vi.spyOn(app.atrium.jobs, 'send')
      const answers = []
      for (const email of [unverified.email, 'nobody@example.com']) {
        const { status, body } = await call(operation, { email }, newAddress())
        answers.push({ status, body })
      }
      expect(answers).toEqual(Array(2).fill({ status: 200, body: { success: true } }))
      expect(statements).toHaveBeenCalledTimes(2)
    },
  )
})

test('no password, code or token was logged', async () => {
  await call(register, { email: 'logged@example.com', password: PASSWORD }, newAddress())
  const { items } = await app.as(owner).mail.list({ limit: 100 })
  const mail = items.find(({ to }) => to === 'logged@example.com')
  const otp_code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
  const { body } = await call(verify_otp, { email: 'logged@example.com', otp_code }, newAddress())
  expect(body.access_token).toMatch(/^aps_/)
  const logged = JSON.stringify(log.lines)
  expect(logged).not.toContain(PASSWORD)
  expect(logged).not.toContain(body.access_token)
  expect(logged).not.toContain(otp_code)
})
