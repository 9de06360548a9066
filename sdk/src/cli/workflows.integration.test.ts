/** Commands around workflows, against a server that carries out runs. */
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { useWorkflows } from '../../../server/src/modules/workflows/test/workflow-scene.ts'
import { eventually } from '../../test/eventually.ts'
import { cli, emptyHome } from '../../test/run-cli.ts'
import { runCli } from './run.ts'

const scene = useWorkflows()
const env = () => ({ ATRIUM_URL: scene.app.baseUrl, ATRIUM_TOKEN: scene.owner.token })
const run = (id: string, flags = '--follow', more: object = {}) =>
  cli(`workflows run ${scene.shop.id} ${id} ${flags}`, { env: env(), ...more })
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const LISTEN = { listen: { to: { one: { with: { type: 'approval' } } } } }
const WAITING = [{ first: { set: { a: 1 } } }, { ask: LISTEN }]
const BROKEN = [
  { fine: { set: 1 } },
  { bad: { raise: { error: { type: 'about:blank', status: 402, title: 'No money \x1b[2J' } } } },
]

test('shows each step when it has ended, then the run and what it gave', async () => {
  const id = await scene.define([
    { one: { set: { total: 2 } } },
    { never: { if: '${ false }', set: 1 } },
    { two: { set: { doubled: '${ $input.total * 2 }' } } },
  ])
  const { code, stdout, stderr } = await run(id, '--follow --output table')
  expect(code).toBe(0)
  expect(stderr).toMatch(/^Started run_\w+\.\n$/)
  const [one, never, two, end, ...output] = stdout.split('\n')
  expect(one).toMatch(/^completed {2}attempt 1 +[\d.]+ m?s {2}one$/)
  expect(never).toMatch(/^skipped {4}attempt 1 +[\d.]+ m?s {2}never$/)
  expect(two).toMatch(/^completed {2}attempt 1 +[\d.]+ m?s {2}two$/)
  expect(end).toMatch(/^Completed in [\d.]+ m?s\.$/)
  expect(JSON.parse(output.join('\n'))).toEqual({ doubled: 4 })
})

test('writes JSON lines into a pipe, with every attempt', async () => {
  scene.reply((_, count) => ({ status: count === 1 ? 503 : 200, body: { ok: true } }))
  const get = { call: 'http' as const, with: { method: 'get', endpoint: scene.sink() } }
  const { code, stdout } = await run(await scene.define([{ get }]))
  expect(code).toBe(0)
  expect(linesOf(stdout)).toMatchObject([
    { step: { id: 'get', attempt: 1, status: 'failed', error: { status: 503 } } },
    { step: { id: 'get', attempt: 2, status: 'completed', error: null } },
    { run: { status: 'completed', output: { ok: true } } },
  ])
  expect(linesOf(stdout)[2].run).not.toHaveProperty('steps')
})

test('ends with 1 when the run failed, and says where and why', async () => {
  const id = await scene.define(BROKEN)
  const { code, stdout, stderr } = await run(id, '-f', { columns: 100 })
  expect(code).toBe(1)
  const [fine, bad, ...more] = stdout.replaceAll('\x1b', 'ESC').split('\n')
  expect(fine).toMatch(/^ESC\[32mcompletedESC\[0m {2}attempt 1 +[\d.]+ m?s {2}fine$/)
  expect(bad).toMatch(/^ESC\[31mfailed {3}ESC\[0m {2}attempt 1 +[\d.]+ m?s {2}bad {2}No money \\u001b\[2J$/)
  expect(more).toEqual([''])
  expect(stderr).toMatch(/\natrium: run_\w+ failed at bad: raised: No money \\u001b\[2J\n$/)
  const json = await run(id)
  expect([json.code, linesOf(json.stdout).at(-1)]).toMatchObject([1, { run: { status: 'failed' } }])
})

/** A run that is being followed and waits for a decision. */
async function followed(id: string) {
  const written: string[] = []
  let interrupt = () => {}
  const ended = runCli(['workflows', 'run', scene.shop.id, id, '--follow'], {
    stdout: { write: (text) => written.push(String(text)) },
    stderr: { write: (text) => written.push(String(text)) },
    stdin: new PassThrough(),
    env: { ...(await emptyHome()), ...env() },
    onInterrupt: (stop) => {
      interrupt = () => stop(130)
    },
  })
  const text = () => written.join('')
  await eventually(() => expect(text()).toContain('"id":"first"'))
  const [run_id = ''] = /run_\w+/.exec(text()) ?? []
  return { run_id, ended, text, interrupt: () => interrupt() }
}

test('shows a step once however long the run waits, and ends with 1 when it is cancelled', async () => {
  const workflow_id = await scene.define(WAITING)
  const { run_id, ended, text } = await followed(workflow_id)
  const path = { app_id: scene.shop.id, workflow_id, run_id }
  await scene.until(workflow_id, run_id, ({ steps }) => steps.at(-1)?.status === 'waiting')
  expect(text()).not.toContain('"id":"ask"')
  await scene.app.as(scene.owner).runs.cancel(path)
  expect(await ended).toBe(1)
  expect(text().match(/"id":"first"/g)).toHaveLength(1)
  expect(text()).toContain('"status":"cancelled"')
  expect(text()).toContain(`atrium: ${run_id} was cancelled.`)
})

test('leaves the run alone when it is interrupted, and says so', async () => {
  const workflow_id = await scene.define(WAITING)
  const { run_id, ended, text, interrupt } = await followed(workflow_id)
  interrupt()
  expect(await ended).toBe(130)
  expect(text()).toContain(`The run goes on; see atrium runs read ${scene.shop.id} ${workflow_id} ${run_id}`)
  expect(await scene.read(workflow_id, run_id)).toMatchObject({ status: 'running' })
})

test('waits as long as the server wants when it is asked too often', { tags: 'slow' }, async () => {
  const id = await scene.define([{ one: { set: 1 } }])
  let reads = 0
  const fetching: typeof fetch = async (input, init) => {
    const { url } = new Request(input, init)
    if (!/\/runs\/run_\w+$/.test(url)) return fetch(input, init)
    reads += 1
    if (reads > 4) return fetch(input, init)
    const body = { code: 'rate_limited', message: 'Too often' }
    return Response.json(body, { status: 429, headers: { 'retry-after': '0' } })
  }
  expect(await run(id, '--follow', { fetch: fetching })).toMatchObject({ code: 0 })
  expect(reads).toBeGreaterThan(4)
})

test('starts a run and shows its id without it, as the operation does', async () => {
  const id = await scene.define([{ one: { set: '${ .name }' } }])
  const json = await run(id, '--input {"name":"Ada"}')
  const { run_id, status } = JSON.parse(json.stdout)
  expect([json.code, json.stderr, status]).toEqual([0, '', 'started'])
  const ended = await scene.until(id, run_id, ({ completed_at }) => completed_at !== null)
  expect(ended).toMatchObject({ input: { name: 'Ada' }, output: 'Ada' })
  expect((await run(id, '', { columns: 100 })).stdout).toMatch(/^run_id +run_\w+\nstatus +started\n$/)
})

test('a version behind another command is a field of it', async () => {
  const id = await scene.define([{ one: { set: 1 } }])
  const update = (version: number) =>
    cli(`workflows update ${scene.shop.id} ${id} --version ${version} --name Renamed`, { env: env() })
  expect(await update(7)).toMatchObject({ code: 1, stderr: expect.stringContaining('workflow_changed') })
  expect(JSON.parse((await update(1)).stdout)).toMatchObject({ name: 'Renamed', version: 1 })
})

test('refuses what the operation refuses, and stands in its place in the help', async () => {
  expect(await run('wfl_nothing')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('workflow_not_found'),
  })
  expect(await run('')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('<workflow_id> is missing'),
  })
  const help = await cli('help workflows')
  expect(help.stdout.match(/workflows run/g)).toHaveLength(1)
  const { stdout } = await cli('workflows run --help')
  expect(stdout).toContain('-f, --follow')
  expect(stdout).toContain('--replay-from-run-id')
  expect(stdout).toContain('1 when it')
})
