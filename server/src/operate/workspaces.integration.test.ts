import { expect, test } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { useApp } from '../../test/use-app.ts'
import { runOperator } from './test/run-operator.ts'

const app = useApp()
const on = () => ({ data_dir: '/nonexistent', database_url: app.databaseUrl })
const run = (...argv: string[]) => runOperator(on(), argv)
const asJson = async (...argv: string[]) => JSON.parse((await runOperator(on(), argv, '', 'json')).output)

test('a workspace is listed, shown and changed while the server runs, with an entry in its log', async () => {
  const ada = await app.make.person('owner')
  const id = ada.workspace_id
  expect((await run('workspace', 'list', '--search', ada.email)).output).toBe(
    `${id}  business  ${ada.email}  Test\n`,
  )
  expect((await asJson('workspace', 'list')).workspaces).toContainEqual(expect.objectContaining({ id }))
  const { version } = await asJson('workspace', 'show', id)
  const amounts = [
    '--rate-limit',
    'tokens.list=1',
    '--rate-limit',
    'members.list=9',
    '--quota',
    'app.records=7',
  ]
  const rest = [
    '--plan',
    'free',
    '--monthly-limit',
    '12.5',
    '--billing-country',
    'AT',
    '--billing-hold',
    'on',
  ]
  const set = await run('workspace', 'set', id, ...rest, ...amounts, '--if-version', version)
  expect(set.code).toBe(0)
  expect(Object.fromEntries(set.output.split('\n').map((line) => line.split(/ {2,}/)))).toMatchObject({
    ...{ plan: 'free', monthly_limit: '12.5', billing_country: 'AT', billing_hold: 'on' },
    ...{ rate_limits: 'tokens.list=1 members.list=9', quotas: 'app.records=7', payment_method: 'ok' },
  })
  await expect
    .poll(async () => (await app.as(ada).workspaces.list()).workspaces[0]?.subscription_tier)
    .toBe('free')
  await app.as(ada).tokens.list()
  await expect(app.as(ada).tokens.list()).rejects.toEqual(refusal(429, 'rate_limited'))
  expect((await app.as(ada).audit.list({ action: 'installation.update_workspace' })).items).toMatchObject([
    { actor_email: null, detail: { plan: 'free', plan_before: 'business', by: 'operator' } },
  ])
  expect(await run('workspace', 'set', id, '--plan', 'pro', '--if-version', version)).toMatchObject({
    code: 1,
    messages: [expect.stringContaining('was changed in between')],
  })
  const back = await asJson(
    'workspace',
    'set',
    id,
    '--rate-limit',
    'tokens.list=default',
    '--monthly-limit',
    'off',
  )
  expect(back).toMatchObject({ rate_limits: { 'members.list': 9 }, monthly_limit: null, plan: 'free' })
})

test.each([
  [['set', 'ws_x'], 'nothing to change'],
  [['set', 'ws_x', '--plan', 'gold'], 'one of free, starter'],
  [['set', 'ws_x', '--monthly-limit', '-1'], 'argument'],
  [['set', 'ws_x', '--monthly-limit', 'many'], 'a number, or off'],
  [['set', 'ws_x', '--billing-country', 'Germany'], 'a country such as DE, or none'],
  [['set', 'ws_x', '--billing-hold', 'maybe'], 'one of on, off'],
  [['set', 'ws_x', '--rate-limit', 'member.list=60'], '"member.list" is no operation with a rate limit'],
  [['set', 'ws_x', '--rate-limit', 'members.list'], 'members.list=60, or members.list=default'],
  [['set', 'ws_x', '--quota', 'app.record=60'], '"app.record" is no quota'],
  [['set', '--plan', 'pro'], 'ID of a workspace'],
  [['show'], 'ID of a workspace'],
])('workspace %j is refused with "%s"', async (argv, sentence) => {
  const { code, messages } = await run('workspace', ...argv)
  expect([code, messages.join(' ')]).toEqual([2, expect.stringContaining(sentence)])
})

test('a workspace that is not there is neither shown nor changed', async () => {
  for (const argv of [
    ['show', 'ws_x'],
    ['set', 'ws_x', '--plan', 'pro'],
  ])
    expect(await run('workspace', ...argv)).toMatchObject({
      code: 1,
      messages: ['There is no workspace "ws_x".'],
    })
})

test('a user becomes an admin of the installation, and is one no longer', async () => {
  const ada = await app.make.person('owner')
  const session = app.as(await app.make.session(ada))
  expect((await run('user', 'installation-admin', '--email', ada.email.toUpperCase())).output).toBe(
    `${ada.email}\n`,
  )
  await session.installation.list_workspaces()
  expect(await asJson('user', 'installation-admin')).toEqual({ installation_admins: [ada.email] })
  expect((await run('user', 'installation-admin', '--email', ada.email, '--remove')).output).toBe('')
  await expect(session.installation.list_workspaces()).rejects.toEqual(
    refusal(403, 'installation_admin_required'),
  )
  expect((await run('user', 'installation-admin', '--remove')).code).toBe(2)
  expect((await run('user', 'installation-admin', '--email', 'nobody@example.com')).code).toBe(1)
})
