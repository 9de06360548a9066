/** The second factor of an account, after its provider vouched for the person. */
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { refusal } from '../../../test/refusal.ts'
import { codeAt, signedInPerson, withPasskey, withTotp } from '../account/test/account-scene.ts'
import { createSoftwarePasskey } from '../account/test/software-passkey.ts'
import { openBrowser, useSignInScene } from './test/sign-in-scene.ts'

const scene = useSignInScene()
const { app } = scene
let owner: Person
let domain: string
let email: string
let count = 0

beforeEach(async () => {
  owner = await app.make.person('owner')
  domain = `factors${count++}.example`
  email = `ada@${domain}`
  scene.provider.quirks.email = email
  scene.provider.quirks.subject = `subject ${count}`
})

async function signIn(browser = openBrowser(), query = '') {
  return browser.get(await scene.approve(browser, scene.startOf(owner.workspace_id, query)))
}

async function ticketOf() {
  const person = await signedInPerson(app)
  const { secret, recovery_codes } = await withTotp(app, person)
  await app.sql`update users set email = ${email} where id = ${person.id}`
  await app.sql`update members set email = ${email} where user_id = ${person.id}`
  await scene.provedBy(owner, { domains: [domain] })
  const browser = openBrowser()
  const { location } = await signIn(browser, '?next=/apps')
  expect(browser.cookies.get('atrium')).toBeUndefined()
  const start = `${app.baseUrl}/sign-in?to=%2Fapps#ticket=`
  expect(location.startsWith(start)).toBe(true)
  return { person, secret, recovery_codes, ticket: location.slice(start.length) }
}
type Shown = Parameters<typeof app.anonymous.session.openid_confirm>[0]
const confirm = (body: Shown) => app.anonymous.session.openid_confirm(body)

test('an account with one is asked for it, by whatever provider it comes, at the first time and at every other', async () => {
  const { person, secret, ticket } = await ticketOf()
  await expect(confirm({ ticket })).rejects.toEqual(refusal(401, 'second_factor_required'))
  await expect(confirm({ ticket, code: 'aaaa-aaaa-aaaa-aaaa' })).rejects.toEqual(
    refusal(401, 'invalid_second_factor'),
  )
  const code = codeAt(app, secret)
  expect((await confirm({ ticket, code })).user.id).toBe(person.id)
  await expect(confirm({ ticket, code })).rejects.toEqual(refusal(401, 'invalid_second_factor'))
  expect((await signIn()).location).toContain('#ticket=')
})

test('what is shown takes only a ticket of ours, of the last five minutes', async () => {
  const { ticket, recovery_codes, person } = await ticketOf()
  const [code = ''] = recovery_codes
  const other = await app.make.user()
  for (const bad of [
    `${ticket}x`,
    ticket.replace(person.id, other.id),
    ticket.replace(/\.\d/, '.9'),
    'x',
    '..',
  ]) {
    await expect(confirm({ ticket: bad, code })).rejects.toEqual(refusal(400, 'invalid_ticket'))
  }
  app.clock.move(301)
  await expect(confirm({ ticket, code })).rejects.toEqual(refusal(400, 'invalid_ticket'))
})

test('an account that has none any more is asked for a new sign-in; one that guesses is locked', async () => {
  const { ticket, person } = await ticketOf()
  for (let tries = 0; tries < 10; tries++) {
    await expect(confirm({ ticket, code: '000000' })).rejects.toEqual(refusal(401, 'invalid_second_factor'))
  }
  await expect(confirm({ ticket, code: '000000' })).rejects.toEqual(refusal(429, 'second_factor_locked'))
  await app.sql`delete from totp_factors where user_id = ${person.id}`
  await expect(confirm({ ticket })).rejects.toEqual(refusal(400, 'invalid_ticket'))
})

test('is shown by a passkey of the account, and of no other', async () => {
  const { person, ticket } = await ticketOf()
  const passkeyOf = async (device: ReturnType<typeof createSoftwarePasskey>) => {
    const asked = await confirm({ ticket }).catch((error) => error)
    expect(asked).toEqual(refusal(401, 'second_factor_required'))
    return device.get(asked.body.passkey_request)
  }
  const { device } = await withPasskey(app, person)
  const stranger = createSoftwarePasskey({ origin: new URL(app.baseUrl).origin })
  await expect(confirm({ ticket, passkey: await passkeyOf(stranger) })).rejects.toEqual(
    refusal(401, 'invalid_passkey'),
  )
  const other = await withPasskey(app, await signedInPerson(app))
  await expect(confirm({ ticket, passkey: await passkeyOf(other.device) })).rejects.toEqual(
    refusal(401, 'invalid_passkey'),
  )
  const passkey = await passkeyOf(device)
  expect((await confirm({ ticket, passkey })).user.id).toBe(person.id)
})
