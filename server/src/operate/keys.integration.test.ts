import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/app.ts'
import { cloneTemplate } from '../../test/template.ts'
import { operate } from '../operate.ts'
import type { Log } from '../platform/log.ts'

const [LOST, PRESENT] = ['a key that gets lost', 'the key from now on']

let clone: Awaited<ReturnType<typeof cloneTemplate>>
let at: { agent_id: string; webhook_id: string }
let token: string
beforeAll(async () => {
  clone = await cloneTemplate()
  const app = await startWith(LOST)
  const owner = await app.make.person('owner')
  const agent_id = (await app.make.app(owner, { kind: 'agent' })).id
  const hook = {
    target_url: 'https://hooks.example.com/a',
    events: ['message.created' as const],
    generate_secret: true,
  }
  at = { agent_id, webhook_id: (await app.as(owner).webhooks.create({ agent_id }, hook)).id }
  token = owner.token
  await app.stop()
})
afterAll(() => clone.drop())

function startWith(secret_key: string): Promise<TestApp> {
  return createTestApp({ secret_key, database_url: clone.url })
}

async function run(secret_key: string, ...argv: string[]) {
  const stdout = new PassThrough()
  const output = text(stdout)
  const messages: string[] = []
  const note = (_fields: object, message: string) => messages.push(message)
  const log: Log = { debug: () => {}, info: note, warn: note, error: note, child: () => log }
  const config = { data_dir: '/nowhere', database_url: clone.url, secret_key }
  const stdin = Readable.from([Buffer.from('{"format":"atrium-archive","version":1}')])
  const code = await operate(argv, { config, log, stdout, stderr: stdout, stdin, format: 'table' })
  stdout.end()
  return { code, output: await output, messages }
}

test('an archive is not brought in with another key than the database’s', async () => {
  expect(await run(PRESENT, 'import', '-')).toMatchObject({
    code: 1,
    output: '',
    messages: [expect.stringContaining('is not the key of this database')],
  })
  expect(await run(LOST, 'import', '-')).toMatchObject({ code: 0 })
})

test('a right key needs no accepting', async () => {
  const { code, messages } = await run(LOST, 'key', 'accept')
  expect([code, messages]).toEqual([0, ['The key is right already; nothing was changed.']])
  await expect(startWith(PRESENT)).rejects.toThrow('is not the key of this database')
})

test('after the loss of a key the present one is accepted, and what is lost is reported', async () => {
  const { code, output } = await run(PRESENT, 'key', 'accept')
  // The answer that a repeated call would be given holds the secret too.
  expect([code, output]).toEqual([0, 'idempotency_keys.answer  1\nwebhooks.secret          1\n'])
  const app = await startWith(PRESENT)
  const client = app.as(token)
  expect(await client.webhooks.read(at)).toMatchObject({ id: at.webhook_id })
  expect(await client.webhooks.update(at, { signing: 'rotate' })).toMatchObject({
    secret: expect.stringMatching(/^whsec_/),
  })
  // The lost one, kept on for a day as usual, would keep the new one from signing.
  const rows = await app.sql`select previous_secret, previous_secret_until from webhooks`
  expect(rows).toEqual([{ previous_secret: null, previous_secret_until: null }])
  await app.stop()
  await expect(startWith(LOST)).rejects.toThrow('is not the key of this database')
})
