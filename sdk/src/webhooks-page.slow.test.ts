/** docs/webhooks.md: its example is right, and its code says so of the example and no of a changed one. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test, vi } from 'vitest'
import { deliveryHeaders, signingKey } from '../../server/src/modules/webhooks/signing.ts'
import { useFolder } from '../../server/test/use-folder.ts'
import { verifyWebhook } from './verify-webhook.ts'

const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')

/** The first block of code below a heading. */
function codeBelow(heading: string): string {
  const [, below = ''] = page.split(`\n${heading}\n`)
  return /```\w*\n([\s\S]*?)```/.exec(below)?.[1] ?? ''
}

const lines = codeBelow('## An example to try against').trim().split('\n')
const { secret = '', ...headers } = Object.fromEntries(
  lines.map((line) => line.split(': ')).map(([name = '', value = '']) => [name.toLowerCase(), value]),
)
const body = /```json\n(.*)\n```/.exec(page)?.[1] ?? ''
const now = new Date('2026-11-15T09:30:01Z')
const [, previous = ''] = /previous secret was `(whsec_\S+)`/.exec(page) ?? []
const [, rotated = ''] = /^webhook-signature: (v1,\S+ v1,\S+)$/m.exec(page) ?? []

const folder = useFolder()

describe('the example', () => {
  test('has the size it says', () => {
    expect(page).toContain(`${Buffer.byteLength(body)} bytes`)
  })

  test('is what the server sends', () => {
    const event = { id: JSON.parse(body).id, deliveryId: 'dlv_1', body: Buffer.from(body) }
    expect(deliveryHeaders(event, [signingKey(secret)], now)).toMatchObject(headers)
    const keys = [secret, previous].map(signingKey)
    expect(deliveryHeaders(event, keys, now)).toMatchObject({ 'webhook-signature': rotated })
  })

  test.each(['standard', 'plain'] as const)('is found right by the SDK, %s', async (scheme) => {
    expect(await verifyWebhook({ secret, headers, body, now, scheme })).toEqual(JSON.parse(body))
  })

  test('is found right by the package of Standard Webhooks', () => {
    vi.useFakeTimers({ now, toFake: ['Date'] })
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    vi.useRealTimers()
  })

  test('is signed by both secrets after a rotation', async () => {
    const both = { ...headers, 'webhook-signature': rotated }
    for (const each of [secret, previous]) {
      expect(await verifyWebhook({ secret: each, headers: both, body, now })).toEqual(JSON.parse(body))
    }
  })
})

describe('the code', () => {
  const later = now.getTime() / 1000 + 301
  const cases = [
    { body, now: now.getTime() / 1000, genuine: true },
    { body: body.replace('order', 'parcel'), now: now.getTime() / 1000, genuine: false },
    { body, now: later, genuine: false },
  ]

  test('for Node tells the genuine request from the others', async () => {
    const file = join(folder, 'verify.mjs')
    writeFileSync(file, codeBelow('### Node'))
    const { isGenuine } = await import(file)
    for (const one of cases) expect(isGenuine(secret, headers, one.body, one.now)).toBe(one.genuine)
    expect(isGenuine(secret, {}, body)).toBe(false)
  })

  test.skipIf(!runs('python3', '--version'))('for Python does too', () => {
    const input = JSON.stringify({ secret, headers, cases })
    const program = `${codeBelow('### Python')}
import json, sys
given = json.load(sys.stdin)
said = [is_genuine(given["secret"], given["headers"], c["body"].encode(), c["now"]) for c in given["cases"]]
print(json.dumps([*said, is_genuine(given["secret"], {}, b"")]))`
    const { stdout, stderr } = spawnSync('python3', ['-c', program], { input, encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual([...cases.map(({ genuine }) => genuine), false])
  })

  test.skipIf(!runs('openssl', 'version'))('for the shell prints the headers of the example', () => {
    writeFileSync(join(folder, 'body.json'), body)
    const env = {
      PATH: process.env.PATH,
      SECRET: secret,
      WEBHOOK_ID: headers['webhook-id'],
      WEBHOOK_TIMESTAMP: headers['webhook-timestamp'],
    }
    const { stdout } = spawnSync('sh', ['-c', codeBelow('### Shell')], { cwd: folder, env, encoding: 'utf8' })
    expect(stdout.trim().split('\n')).toEqual([
      `webhook-signature: ${headers['webhook-signature']}`,
      `X-Service-Signature: ${headers['x-service-signature']}`,
    ])
  })
})

function runs(program: string, ...args: string[]): boolean {
  return spawnSync(program, args).status === 0
}
