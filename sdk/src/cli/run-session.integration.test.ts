/** `atrium code` against a stand-in: what a session does is the business of the server's own tests. */
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { cli } from '../../test/run-cli.ts'
import { type Answering, startStandIn } from '../../test/stand-in.ts'
import { approvalOf, chosenIn } from './answer-session.ts'
import { linesOf } from './session-lines.ts'

const session = (state: string, more: object = {}) => ({
  body: {
    ...{ id: 'cod_1', state, input_request_id: null, summary: null, pull_request: null },
    ...{ error_code: null, error_message: null, ...more },
  },
})
const events = (after: number, ...all: [string, object][]) => ({
  body: {
    items: all.map(([type, data], n) => ({ seq: after + n + 1, type, data, created_date: '' })),
    has_more: false,
  },
})
const NONE = events(0)
const ASKS = session('needs_input', { input_request_id: 'inq_1' })
const request = (more: object) => ({
  body: { input_request: { id: 'inq_1', kind: 'question', prompt: '', questions: [], ...more } },
})
const DONE = session('completed', { summary: 'Done.', pull_request: { url: 'https://git.example.com/7' } })

const code = async (
  words: string,
  stdin: PassThrough | undefined,
  ...replies: [Answering, ...Answering[]]
) => {
  const { url, received } = await startStandIn(...replies)
  const line = `code ${words} --app app_1 --url ${url} --token pat_1`
  return { ...(await cli(line, stdin ? { stdin } : {})), received }
}
const typing = (...lines: string[]) => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  stdin.write(lines.map((line) => `${line}\n`).join(''))
  return stdin
}

test('launches with a key and a title of its own', async () => {
  const {
    code: exit,
    stdout,
    received,
  } = await code('Greet --branch fix --reference t:1', undefined, session('queued'))
  expect([exit, JSON.parse(stdout)]).toMatchObject([0, { id: 'cod_1', state: 'queued' }])
  expect(received[0]).toMatchObject({
    path: '/api/apps/app_1/imported/sessions',
    headers: { 'idempotency-key': expect.stringMatching(/^[\w.:-]{16,200}$/) },
    body: { prompt: 'Greet', title: 'Greet', existing_branch: 'fix', client_reference: 't:1' },
  })
  expect((await cli('code Greet')).stderr).toContain('--app is missing')
})

test('shows the steps, and ends with 0 and the pull request', async () => {
  const { code: exit, stdout } = await code(
    'Greet --follow --output table',
    undefined,
    session('queued'),
    events(
      0,
      ['state', { from: 'queued', to: 'running' }],
      ['message', { text: 'Greet\nall' }],
      ['turn', { text: 'I look.', calls: [{ id: '1', tool: 'read_file', input: { path: 'a.ts' } }] }],
      ['tool_result', { output: 'no such file', is_error: true }],
      ['plan', { items: [{ text: 'Say hello', status: 'done' }] }],
      ['commit', { commit: '0123456789', files: [{}], additions: 1, deletions: 0 }],
      ['check', { name: 'tests', status: 'passed' }],
    ),
    ...[DONE, NONE],
  )
  expect([exit, stdout.split('\n')]).toEqual([
    0,
    [
      ...['running', '> Greet', 'I look.', '  read_file a.ts', '    failed: no such file', '  [x] Say hello'],
      ...['Pushed 01234567: 1 files, +1 -0', 'Check tests: passed', 'Done.', 'https://git.example.com/7', ''],
    ],
  ])
})

test('asks in the terminal, and sends what was typed', async () => {
  const options = ['Red', 'Blue'].map((label) => ({ label, description: null }))
  const questions = [{ prompt: 'Which?', options, multiple: false }]
  const stdin = typing('2')
  const {
    code: exit,
    stderr,
    received,
  } = await code(
    'Greet --follow --output table',
    stdin,
    ...[session('queued'), NONE, ASKS, request({ questions }), { body: {} }],
    ...[NONE, DONE, NONE],
  )
  expect([exit, stderr]).toEqual([0, 'Session cod_1\nWhich?\n  1. Red\n  2. Blue\n? '])
  expect(received.find(({ path }) => path.endsWith('/messages'))?.body).toEqual({
    answers: [{ question_index: 0, selected_labels: ['Blue'] }],
    input_request_id: 'inq_1',
  })
})

test('approves with --yes, and else ends with 1 where nobody can be asked', async () => {
  const approval = request({ kind: 'approval', prompt: 'May I?' })
  const yes = await code(
    'Greet --follow --yes',
    undefined,
    ...([session('queued'), NONE, ASKS, approval, { body: {} }, NONE, DONE, NONE] as const),
  )
  expect(yes.code).toBe(0)
  expect(yes.received.find(({ path }) => path.endsWith('/messages'))?.body).toMatchObject({ approve: true })
  const left = await code('Greet --follow', undefined, session('queued'), NONE, ASKS, approval, NONE)
  expect(left.code).toBe(1)
  expect(left.stderr).toContain('It waits for an answer. See atrium coding read app_1 cod_1')
})

test('ends with 1 when it failed, in JSON lines for a pipe', async () => {
  const failed = session('failed', { error_code: 'timeout', error_message: 'It took too long.' })
  const {
    code: exit,
    stdout,
    stderr,
  } = await code('Greet --follow', undefined, session('queued'), NONE, failed, NONE)
  expect([exit, JSON.parse(stdout.trim())]).toMatchObject([1, { session: { state: 'failed' } }])
  expect(stderr).toContain('It failed: It took too long.')
})

test('says something to a session that is there, and shows only what is new', async () => {
  const {
    code: exit,
    stdout,
    received,
  } = await code(
    'More --session cod_1 --follow',
    undefined,
    ...([events(0, ['turn', { text: 'Old' }]), { body: {} }, session('queued')] as const),
    ...([events(1, ['turn', { text: 'New' }]), DONE, NONE] as const),
  )
  expect([exit, stdout.includes('Old'), stdout.includes('New')]).toEqual([0, false, true])
  expect(received[1]).toMatchObject({ method: 'POST', body: { text: 'More' } })
  expect(received[3]?.path).toContain('after=1')
})

test('passes over all pages of what is old, and heads what it launches with one short line', async () => {
  const first = events(0, ['turn', { text: 'Old' }], ['turn', { text: 'Older' }]).body
  const { received } = await code(
    'More --session cod_1 --follow',
    undefined,
    ...([{ body: { ...first, has_more: true } }, events(2, ['turn', { text: 'Last' }])] as const),
    ...([{ body: {} }, session('queued'), NONE, DONE, NONE] as const),
  )
  expect(received.slice(0, 3).map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)).toEqual([
    'GET events?after=0&limit=200',
    'GET events?after=2&limit=200',
    'POST messages',
  ])
  expect(received[4]?.path).toContain('after=3')

  for (const [length, title] of [
    [72, 'x'.repeat(72)],
    [73, `${'x'.repeat(71)}…`],
  ] as const) {
    const launched = await code(`${'x'.repeat(length)}\nmore`, undefined, session('queued'))
    expect(launched.received[0]?.body).toMatchObject({ title })
  }
})

test('reads what was typed', () => {
  expect(['y', 'YES', 'n', '', 'Use blue'].map(approvalOf)).toEqual([
    ...[{ approve: true }, { approve: true }, { approve: false }, { approve: false }],
    { approve: false, text: 'Use blue' },
  ])
  const labels = ['Red', 'Blue', '3']
  expect(chosenIn('2', labels, false)).toEqual(['Blue'])
  expect(chosenIn('red', labels, false)).toEqual(['Red'])
  expect(chosenIn('1, blue, 1', labels, true)).toEqual(['Red', 'Blue'])
  expect(chosenIn('1, green', labels, true)).toEqual([])
  expect(chosenIn('9', labels, false)).toEqual([])
  expect(chosenIn('1, 2', labels, false)).toEqual([])
})

test('writes nothing of a session to the terminal that could steer it', () => {
  const data = { text: '\x1b[2Jgone', calls: [{ tool: 'run_command', input: { command: 'x\x07' } }] }
  const lines = linesOf({ seq: 1, type: 'turn', data, created_date: '' }).join('')
  expect([...lines].every((letter) => letter >= ' ')).toBe(true)
})
