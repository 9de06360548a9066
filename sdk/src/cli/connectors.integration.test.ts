/** Commands around connectors, against a stand-in. */
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { cli } from '../../test/run-cli.ts'
import { type Answering, refusal, startStandIn } from '../../test/stand-in.ts'

const AT = '/api/apps/app_1/external-auth'
const STARTED = {
  ...{ redirect_url: 'https://slack.example/oauth?state=1', connection_id: 'con_1' },
  ...{ expires_at: '2026-11-17T09:40:00.000Z', already_authorized: false },
}
const MADE = { ...STARTED, redirect_url: null, already_authorized: true }
const CONNECTION = {
  ...{ integration_type: 'slack', status: 'active', scopes: ['chat:write'] },
  ...{ display_name: 'Slack', account_name: 'Acme \x1b[2J', connection_id: 'con_1' },
}
const LISTED = { body: { integrations: [CONNECTION] } }
const state = (status: string, error_message: string | null = null) => ({ body: { status, error_message } })

async function run(line: string, replies: [Answering, ...Answering[]], around: object = {}) {
  const { url, received } = await startStandIn(...replies)
  const ended = await cli(`connectors ${line} --url ${url} --token pat_1`, around)
  return { ...ended, received, asked: received.map(({ method, path }) => `${method} ${path}`) }
}

describe('connect', () => {
  test('shows the address, waits, and says what is connected, without control characters', async () => {
    const replies = [{ body: STARTED }, state('PENDING'), state('ACTIVE'), LISTED] as never
    const ended = await run('connect app_1 slack --scopes chat:write,users:read --output table', replies)
    expect([ended.code, ended.stdout]).toEqual([0, 'Connected Slack as Acme \\u001b[2J with chat:write.\n'])
    expect(ended.stderr).toContain(`${STARTED.redirect_url}\n`)
    expect(ended.received[0]?.body).toEqual({
      integration_type: 'slack',
      scopes: ['chat:write', 'users:read'],
    })
  })

  test('sends fields as they were typed, and secrets from a pipe, a line for each', async () => {
    const flags = '--set host=a=b,c --set-secret api_id --set-secret api_key --force-reconnect'
    const ended = await run(`connect app_1 slack ${flags}`, [{ body: MADE }, LISTED], {
      stdin: 'me\r\n-----BEGIN\nKEY-----\n',
    })
    expect(ended.code).toBe(0)
    expect(JSON.parse(ended.stdout)).toEqual(CONNECTION)
    expect(ended.received[0]?.body).toEqual({
      integration_type: 'slack',
      connection_config: { host: 'a=b,c', api_id: 'me', api_key: '-----BEGIN\nKEY-----' },
      force_reconnect: true,
    })
    expect(ended.stderr).not.toContain('KEY')
  })

  test('asks for secrets at a terminal without showing them', async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true })
    stdin.write('hush\r')
    const ended = await run('connect app_1 slack --set-secret api_key', [{ body: MADE }, LISTED], { stdin })
    expect(ended.received[0]?.body).toMatchObject({ connection_config: { api_key: 'hush' } })
    expect(ended.stderr).toBe('Value of api_key: \n')
  })

  test.each([
    ['--set host', 'name=value'],
    ['--set-secret api_key=hush', 'others can see'],
    ['--set-secret api_key', 'is empty'],
  ])('%s is typed wrongly, and nothing is sent', async (flags, says) => {
    const ended = await run(`connect app_1 slack ${flags}`, [{ body: MADE }])
    expect([ended.code, ended.asked]).toEqual([2, []])
    expect(ended.stderr).toContain(says)
    expect(ended.stderr).not.toContain('hush')
  })

  test('ends with 1 when it is refused, belongs to somebody else, or a value does not fit', async () => {
    const refused = await run('connect app_1 slack', [{ body: STARTED }, state('FAILED', 'It was refused.')])
    expect([refused.code, refused.stderr.split('\n').at(-2)]).toEqual([1, 'atrium: It was refused.'])
    const other = { ...STARTED, error: 'different_user', error_message: 'bob@example.com has connected it.' }
    const taken = await run('connect app_1 slack', [{ body: other }])
    expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining('--force-reconnect') })
    const loc = ['body', 'connection_config', 'subdomain']
    const detail = [{ loc, msg: 'Only the name of the shop', type: 'value_error' }]
    const unfit = await run('connect app_1 slack', [refusal(422, 'validation_error', { detail })])
    expect(unfit).toMatchObject({ code: 1 })
    expect(unfit.stderr).toContain('body.connection_config.subdomain: Only the name of the shop')
  })
})

describe('call', () => {
  const answer = (status: number, body: unknown, encoding = 'json', has_more = false) => ({
    body: { status, ok: status < 300, headers: { 'x-a': 'b' }, body, encoding, has_more },
  })

  test('sends method, path, query, headers and body', async () => {
    const line = 'call app_1 slack post /chat?limit=2&q=a%26b --data {"text":"Hi"} --header X-Team:a,b'
    const ended = await run(line, [answer(200, { ok: true })])
    expect([ended.code, ended.asked]).toEqual([0, [`POST ${AT}/integrations/slack/call`]])
    expect(ended.received[0]?.body).toEqual({
      method: 'POST',
      path: '/chat',
      query: { limit: '2', q: 'a&b' },
      headers: { 'X-Team': 'a,b' },
      body: { text: 'Hi' },
    })
    expect(JSON.parse(ended.stdout)).toEqual(answer(200, { ok: true }).body)
  })

  test('shows what the service said, and says when there is more', async () => {
    const line = 'call app_1 slack GET /users --all-items --max-items 2 --output table'
    const ended = await run(line, [answer(200, [1, 2], 'json', true)])
    expect(JSON.parse(ended.stdout)).toEqual([1, 2])
    expect(ended.stderr).toBe('There are more; raise --max-items.\n')
    expect(ended.received[0]?.body).toMatchObject({ all_items: true, max_items: 2 })
    const text = await run('call app_1 slack GET /a --output table', [answer(200, 'a\x1b[2J\nb', 'text')])
    expect(text.stdout).toBe('a\\u001b[2J\nb\n')
  })

  test('ends with 1 when the service says no, and shows why', async () => {
    const ended = await run('call app_1 slack GET /none', [answer(404, { error: 'gone' })])
    expect([ended.code, JSON.parse(ended.stdout).body]).toEqual([1, { error: 'gone' }])
    expect(ended.stderr).toBe('atrium: The service answered 404.\n')
    const good = answer(200, { ok: false, error: 'not_in_channel' }).body
    const said = await run('call app_1 slack GET /', [{ body: { ...good, ok: false } }])
    expect([said.code, said.stderr]).toEqual([1, 'atrium: The service said in its answer that it failed.\n'])
    const gone = await run('call app_1 slack GET /', [refusal(409, 'connection_not_active')])
    expect([gone.code, gone.stdout]).toEqual([1, ''])
  })

  test.each([
    ['TRACE /', 'The method is one of'],
    ['GET users', 'The path begins with /'],
    ['GET', '<path> is missing'],
    ['GET / --data {', 'not valid JSON'],
    ['GET / --header X-Team', 'name: value'],
  ])('%s is typed wrongly, and nothing is sent', async (words, says) => {
    const ended = await run(`call app_1 slack ${words}`, [answer(200, {})])
    expect([ended.code, ended.asked]).toEqual([2, []])
    expect(ended.stderr).toContain(says)
  })
})

test('both stand in the help, next to the commands of the operations', async () => {
  const { stdout } = await cli('connectors connect --help')
  for (const text of ['--set-secret', '--scopes', '--force-reconnect']) expect(stdout).toContain(text)
  expect((await cli('connectors call --help')).stdout).toContain('<integration_type> <method> <path>')
  const area = (await cli('help connectors')).stdout
  for (const text of ['connect <app_id>', 'call <app_id>', 'list-calls', 'available'])
    expect(area).toContain(text)
})
