import { Webhook } from 'standardwebhooks'
import { describe, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { cli, emptyHome } from '../../test/run-cli.ts'
import { refusal, startStandIn } from '../../test/stand-in.ts'
import { runCli } from './run.ts'

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const EVENT = { id: 'evt_1', type: 'message.completed', conversation_id: 'cnv_1', data: { message: {} } }

/** The command in this process, with its address once it listens; ends with the test. */
async function startListening(line: string, reader: 'pipe' | 'terminal' = 'pipe') {
  const written = { stdout: '', stderr: '' }
  const output = (name: 'stdout' | 'stderr') => ({
    isTTY: reader === 'terminal',
    write: (text: string) => {
      written[name] += text
    },
  })
  let interrupt = () => {}
  const ended = runCli(`webhooks listen --port 0 ${line}`.split(' ').filter(Boolean), {
    stdin: process.stdin,
    stdout: output('stdout'),
    stderr: output('stderr'),
    env: await emptyHome(),
    onInterrupt: (stop) => {
      interrupt = () => stop(130)
    },
  })
  const end = () => {
    interrupt()
    return ended
  }
  onTestFinished(async () => void (await end()))
  await eventually(() => expect(written.stderr).toContain('Listening at '))
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(written.stderr)?.[0] ?? ''
  return { url, written, end, ended }
}

function signed(body: string, secret = SECRET) {
  const sentAt = new Date()
  return {
    'content-type': 'application/json',
    'x-service-delivery': 'dlv_1',
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', sentAt, body),
  }
}

async function deliver(url: string, body = JSON.stringify(EVENT), headers: HeadersInit = signed(body)) {
  return (await fetch(url, { method: 'POST', body, headers })).status
}

const rows = (stdout: string) =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe('a delivery', () => {
  test('is answered with 200 and written as a JSON line', async () => {
    const { url, written, end } = await startListening(`--secret ${SECRET}`)
    expect(await deliver(url)).toBe(200)
    expect(rows(written.stdout)).toEqual([
      {
        received_at: expect.stringMatching(/Z$/),
        type: 'message.completed',
        event_id: 'evt_1',
        delivery_id: 'dlv_1',
        verified: true,
        problem: null,
        event: EVENT,
        status: 200,
      },
    ])
    expect(await end()).toBe(130)
    await expect(deliver(url)).rejects.toThrow('fetch failed')
  })

  test('is one line for a person, with nothing in it that moves the terminal', async () => {
    const { url, written } = await startListening(`--secret ${SECRET}`, 'terminal')
    await deliver(url)
    expect(written.stdout).toMatch(
      /^\d\d:\d\d:\d\d {2}message\.completed {2}evt_1 {2}dlv_1 {2}verified {2}answered 200\n$/,
    )
    await deliver(url, '{"type":"\\u001b[2J"}', {})
    expect(written.stdout).toContain('  \\u001b[2J  -  -  not verified (missing_signature)  answered 200\n')
  })

  test.each([
    ['no_secret', '', signed('{}')],
    ['missing_signature', `--secret ${SECRET}`, {}],
    ['wrong_signature', '--secret whsec_b3RoZXI=', signed('{}')],
    ['too_old', `--secret ${SECRET}`, old('{}')],
    ['not_json', `--secret ${SECRET}`, signed('{}')],
  ])('that cannot be verified says why: %s', async (problem, flags, headers) => {
    const { url, written } = await startListening(flags)
    expect(await deliver(url, '{}', headers)).toBe(200)
    expect(rows(written.stdout)).toMatchObject([{ verified: false, problem, event: {} }])
  })

  test('is answered with the status that was asked for', async () => {
    const { url } = await startListening('--status 500')
    expect(await deliver(url)).toBe(500)
  })

  test('that is none, too large or cut off is refused, and the next one still comes', async () => {
    const { url, written } = await startListening('')
    expect((await fetch(url)).status).toBe(405)
    expect(await deliver(url, 'x'.repeat(1024 * 1024 + 1), {})).toBe(413)
    const cut = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{'))
        setTimeout(() => controller.error(new Error('cut')), 10)
      },
    })
    const init = { method: 'POST', body: cut, duplex: 'half' } as RequestInit
    await expect(fetch(url, init)).rejects.toThrow()
    expect(await deliver(url)).toBe(200)
    expect(rows(written.stdout)).toHaveLength(1)
  })
})

function old(body: string) {
  const sentAt = new Date(Date.now() - 3_600_000)
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign('evt_1', sentAt, body),
  }
}

describe('forwarding', () => {
  test('passes on body and headers, and answers as the other does', async () => {
    const other = await startStandIn({ status: 409 })
    const { url, written } = await startListening(`--secret ${SECRET} --forward ${other.url}/hooks`)
    expect(await deliver(url)).toBe(409)
    expect(other.received).toMatchObject([
      { method: 'POST', path: '/hooks', body: EVENT, headers: { 'webhook-id': 'evt_1' } },
    ])
    expect(rows(written.stdout)).toMatchObject([{ verified: true, status: 409 }])
  })

  test('to somebody who is not there answers 502 and says so', async () => {
    const { url, written } = await startListening('--forward http://127.0.0.1:1/')
    expect(await deliver(url)).toBe(502)
    expect(written.stderr).toMatch(/http:\/\/127\.0\.0\.1:1\/ did not answer: /)
  })
})

describe('with an agent', () => {
  const made = { status: 201, body: { id: 'whk_1', secret: SECRET } }
  const tested = { body: { ok: true, status_code: 200, error_type: null } }

  test('a webhook leads here while it runs, tried once, with its secret', async () => {
    const server = await startStandIn(made, tested, { body: { deleted: true } })
    const { url, written, end } = await startListening(`--agent app_1 --url ${server.url} --token t`)
    await eventually(() => expect(server.received).toHaveLength(2))
    await deliver(url)
    expect(rows(written.stdout)).toMatchObject([{ verified: true }])
    expect(await end()).toBe(130)
    expect(server.received).toMatchObject([
      {
        path: '/api/agents/app_1/webhooks',
        body: { target_url: url, events: ['message.created', 'message.completed'], generate_secret: true },
      },
      { method: 'POST', path: '/api/agents/app_1/webhooks/whk_1/test' },
      { method: 'DELETE', path: '/api/agents/app_1/webhooks/whk_1' },
    ])
    expect(written.stderr).toContain('Deleted webhook whk_1.\n')
  })

  test('a server that must not call here is shown how it may', async () => {
    const row = { loc: ['body', 'target_url'], msg: 'The address must begin with https://.', type: 'url' }
    const server = await startStandIn(refusal(422, 'validation_error', { detail: [row] }))
    const { ended, written } = await startListening(`--agent app_1 --url ${server.url}`)
    expect(await ended).toBe(1)
    expect(written.stderr).toMatch(/atrium: The server must not call http:\/\/127\.0\.0\.1:\d+\. /)
    expect(written.stderr).toContain('OUTBOUND_ALLOW=127.0.0.0/8')
    expect(server.received).toHaveLength(1)
  })

  test('another refusal is shown as it is', async () => {
    const server = await startStandIn(refusal(402, 'plan_upgrade_required'))
    const { ended, written } = await startListening(`--agent app_1 --url ${server.url}`)
    expect(await ended).toBe(1)
    expect(written.stderr).toContain('atrium: plan_upgrade_required: ')
  })

  test('a server that does not reach this machine is named, and listening goes on', async () => {
    const lost = { body: { ok: false, status_code: null, error_type: 'connection_refused' } }
    const server = await startStandIn(made, lost, { body: { deleted: true } })
    const { written, end } = await startListening(`--agent app_1 --url ${server.url}`)
    await eventually(() =>
      expect(written.stderr).toContain('does not reach this machine: connection_refused'),
    )
    expect(await end()).toBe(130)
  })

  test('a webhook that could not be tried is deleted all the same', async () => {
    const server = await startStandIn(made, refusal(409, 'webhook_disabled'), { body: { deleted: true } })
    const { ended, written } = await startListening(`--agent app_1 --url ${server.url}`)
    expect(await ended).toBe(1)
    expect(server.received.at(-1)).toMatchObject({
      method: 'DELETE',
      path: '/api/agents/app_1/webhooks/whk_1',
    })
    expect(written.stderr).toContain('webhook_disabled')
  })

  test('a webhook that could not be deleted is named; one that is gone already is not missed', async () => {
    const server = await startStandIn(made, tested, refusal(403, 'editor_required'))
    const { written, end } = await startListening(`--agent app_1 --url ${server.url}`)
    await eventually(() => expect(server.received).toHaveLength(2))
    expect(await end()).toBe(1)
    expect(written.stderr).toContain('Webhook whk_1 is still there and should be deleted. editor_required: ')

    const other = await startStandIn(made, tested, refusal(404, 'webhook_not_found'))
    const second = await startListening(`--agent app_1 --url ${other.url}`)
    await eventually(() => expect(other.received).toHaveLength(2))
    expect(await second.end()).toBe(130)
  })
})

test('what is wrongly typed is said before anything is sent', async () => {
  const typed = async (flags: string) => cli(`webhooks listen ${flags}`)
  const taken = new URL((await startStandIn({})).url).port
  expect(await typed(`--port ${taken}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is in use'),
  })
  expect(await typed('--port 70000')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('0 to 65535'),
  })
  expect(await typed('--status 99')).toMatchObject({ code: 2, stderr: expect.stringContaining('200 to 599') })
  expect(await typed('--forward nowhere')).toMatchObject({ code: 2 })
  expect(await typed('--forward http://127.0.0.1:1 --status 500')).toMatchObject({ code: 2 })
  expect(await typed('--agent app_1 --secret whsec_x')).toMatchObject({ code: 2 })
})

test('help tells of it', async () => {
  expect((await cli('webhooks listen --help')).stdout).toMatch(/--forward <text>.*--status <integer>/s)
  expect((await cli('help')).stdout).toContain('webhooks listen')
  expect((await cli('webhooks --help')).stdout).toContain('webhooks listen')
})
