/** Processes that die under calls of functions: callers learn it, nothing hangs, nothing is left over. */
import { expect, test } from 'vitest'
import { isAlive, sendSignal } from '../src/platform/database/living-process.ts'
import { childrenOf, descendantsOf } from '../test/descendants.ts'
import { clientOf, type NodeProcess } from './node-process.ts'
import { startTestNode, testDatabase } from './test-nodes.ts'
import { until } from './until.ts'

const CALLS = 1_000
const AT_ONCE = 50

test('killed processes of functions fail their calls with a clear error, and are replaced', async () => {
  const { node, call } = await startWithFunctions()
  await call('work')
  let hasAnswered = false
  const kills = setInterval(() => {
    // A busy machine starts processes slowly: each may answer once before it is killed.
    if (!hasAnswered) return
    hasAnswered = false
    for (const pid of workersOf(node.pid)) sendSignal(pid, 'SIGKILL')
  }, 400)
  const ends = await callMany(async () => {
    const end = await call('work')
    if (end === '200') hasAnswered = true
    return end
  })
  clearInterval(kills)
  expect([...ends.keys()]).toContain('502 function_failed')
  expect([...ends.keys()].filter((end) => end !== '200' && end !== '502 function_failed')).toEqual([])
  await until('an answer of a new process', async () => (await call('work')) === '200')
})

test('a killed server leaves no process behind, also none that computes for ever', async () => {
  const { node, call } = await startWithFunctions()
  await call('work')
  const spinning = call('spin')
  const many = callMany(() => call('work'))
  await until('both functions at work', () => workersOf(node.pid).length >= 2)
  const left = descendantsOf(node.pid)
  expect(left.length).toBeGreaterThanOrEqual(2)
  await node.kill('SIGKILL')
  const ends = await many
  expect([...ends.keys()].filter((end) => end !== '200' && end !== 'no connection')).toEqual([])
  expect(await spinning).toBe('no connection')
  await until('the end of all its processes', () => !left.some(isAlive))
})

async function startWithFunctions() {
  const { settings } = await testDatabase()
  const node = await startTestNode({ settings: { ...settings, RATE_LIMITS: 'off' } })
  const token = node.token ?? ''
  const client = clientOf(node, token)
  const { id: app_id } = await client.apps.create({ name: 'Shop' })
  const deploy = (name: string, code: string) =>
    client.functions.deploy(
      { app_id, name },
      { entry: 'main.ts', files: [{ path: 'main.ts', content: code }] },
    )
  await deploy(
    'work',
    'Deno.serve(async () => { await new Promise((r) => setTimeout(r, 20)); return new Response() })',
  )
  await deploy('spin', 'Deno.serve(() => { while (true); })')
  return { node, call: (name: string) => callOf(node, token, `/api/apps/${app_id}/functions/${name}`) }
}

/** How the call ended: its status, with the code of a refusal. */
async function callOf({ address }: NodeProcess, token: string, path: string): Promise<string> {
  try {
    const response = await fetch(address + path, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(30_000),
    })
    const text = await response.text()
    return response.ok ? String(response.status) : `${response.status} ${JSON.parse(text).code}`
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'hung' : 'no connection'
  }
}

/** How often each end came. */
async function callMany(call: () => Promise<string>): Promise<Map<string, number>> {
  const ends = new Map<string, number>()
  let left = CALLS
  const caller = async () => {
    while (left-- > 0) {
      const end = await call()
      ends.set(end, (ends.get(end) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, caller))
  return ends
}

/** The processes that run code, without the walls around them. */
function workersOf(pid: number): number[] {
  return descendantsOf(pid).filter((one) => childrenOf(one).length === 0)
}
