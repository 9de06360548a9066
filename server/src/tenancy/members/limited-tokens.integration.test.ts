/** Tokens limited to some apps decide nothing about people, no matter who their owner is. */
import { beforeAll, expect, test } from 'vitest'
import type { SharedApp } from '../../../test/app.ts'
import { useSharedApp } from '../../../test/use-shared-app.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useSharedApp()
const { owner } = useTeam(app)
let limited: string

beforeAll(async () => {
  const { id } = await app.make.app(owner)
  limited = await app.make.token(owner, { app_ids: [id] })
})

type Client = ReturnType<SharedApp['as']>
const email = 'grace@example.com'
const attempts: [string, (client: Client) => Promise<unknown>][] = [
  ['members.set_role', ({ members }) => members.set_role({ email }, { role: 'admin' })],
  ['members.bulk_set_role', ({ members }) => members.bulk_set_role({ items: [{ email, role: 'admin' }] })],
  ['members.set_credit_limit', ({ members }) => members.set_credit_limit({ email }, { credit_limit: 1 })],
  [
    'members.bulk_set_credit_limit',
    ({ members }) => members.bulk_set_credit_limit({ items: [{ email, credit_limit: 1 }] }),
  ],
  [
    'members.set_default_credit_limit',
    ({ members }) => members.set_default_credit_limit({ credit_limit: 1 }),
  ],
  ['members.remove', ({ members }) => members.remove({ email })],
  ['invitations.create', ({ invitations }) => invitations.create({ email, role: 'admin' })],
  ['invitations.bulk', ({ invitations }) => invitations.bulk({ items: [{ email, role: 'admin' }] })],
  ['invitations.resend', ({ invitations }) => invitations.resend({ email })],
  ['invitations.bulk_resend', ({ invitations }) => invitations.bulk_resend({ emails: [email] })],
  ['invitations.revoke', ({ invitations }) => invitations.revoke({ email })],
  ['mail.list', ({ mail }) => mail.list()],
]

test.each(attempts)('%s is refused', async (_name, attempt) => {
  await expect(attempt(app.as(limited))).rejects.toEqual(
    expect.objectContaining({ status: 403, code: 'token_limited_to_apps' }),
  )
  expect((await app.as(owner).members.list()).total).toBe(1)
})
