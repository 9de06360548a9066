/** However a session ends, it ends at once, says why, and leaves nothing behind. */
import { existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { descendantsOf } from '../../../test/descendants.ts'
import { commandLine, isAlive, sendSignal } from '../../platform/database/living-process.ts'
import type { BrowserFault, BrowserSession } from './port.ts'
import { act, PATIENCE_MS, startTestBrowsers, type TestBrowsers } from './test/browser-session.ts'
import { readZip } from './zip.ts'

const failure = (fault: BrowserFault) => expect.objectContaining({ name: 'BrowserFailure', fault })

/** Says that it begins, and waits for the answer. */
const SPINNING = `<button onclick="spin()">Spin</button><script>function spin() {
  const begin = new XMLHttpRequest(); begin.open('GET', '/spins', false); begin.send(); while (true);
}</script>`

async function started(most = 2): Promise<TestBrowsers> {
  const browsers = await startTestBrowsers(most)
  onTestFinished(() => browsers.close())
  browsers.pages.add({ '/': SPINNING, '/never': () => {} })
  return browsers
}

function processesOf(pid: number): number[] {
  return [pid, ...descendantsOf(pid)]
}

function requirePid({ pid }: BrowserSession): number {
  if (pid === null) throw new Error('Its process is not known.')
  return pid
}

test('an endless script ends its step in time, and the browser closes all the same', async () => {
  const browsers = await started()
  const session = await browsers.session()
  await session.goto(browsers.pages.origin, PATIENCE_MS)
  // A time that was over before the click happened proves nothing.
  while (!browsers.pages.requests.some(({ path }) => path === '/spins'))
    await expect(session.perform(act('click', { text: 'Spin' }), 300)).rejects.toEqual(failure('timed_out'))
  const expectation = { expect: 'visible', target: { text: 'Spin' }, value: null, count: null } as const
  await expect(session.check(expectation, 100)).rejects.toEqual(failure('timed_out'))
  const left = processesOf(requirePid(session))
  expect(left.length).toBeGreaterThan(2)
  const since = performance.now()
  await session.close({ wantTrace: false })
  // A browser that is asked politely would take for ever.
  expect(performance.now() - since).toBeLessThan(5_000)
  await expect.poll(() => left.filter(isAlive)).toEqual([])
  await expect(session.goto(browsers.pages.origin, PATIENCE_MS)).rejects.toEqual(failure('crashed'))
  await session.close({ wantTrace: true })
})

test('a page or a browser that dies is reported as crashed', async () => {
  const browsers = await started()
  const [page, browser] = await Promise.all([browsers.session(), browsers.session()])
  await page.goto(browsers.pages.origin, PATIENCE_MS)
  const waiting = page.read({ text: 'Never there' }, PATIENCE_MS)
  for (const pid of processesOf(requirePid(page)))
    if (commandLine(pid).includes('--type=renderer')) sendSignal(pid, 'SIGKILL')
  await expect(waiting).rejects.toEqual(failure('crashed'))
  await expect(page.snapshot()).rejects.toEqual(failure('crashed'))

  const opening = browser.goto(`${browsers.pages.origin}/never`, PATIENCE_MS)
  process.kill(requirePid(browser), 'SIGKILL')
  await expect(opening).rejects.toEqual(failure('crashed'))
  await expect(browser.title()).rejects.toEqual(failure('crashed'))
  expect(await browser.close({ wantTrace: true })).toBeNull()
})

test('a page that says too much, or has frames without end, is ended', async () => {
  const browsers = await started()
  browsers.pages.add({
    '/loud': `<script>console.log('x'.repeat(2e7))</script>`,
    '/frames': `<script>for (let i = 0; i < 200; i++) document.documentElement.append(document.createElement('iframe'))</script>`,
  })
  const open = async (path: string) => {
    const session = await browsers.session()
    await session.goto(browsers.pages.origin + path, PATIENCE_MS)
    return session.read({ text: 'Never there' }, PATIENCE_MS)
  }
  const ends = await Promise.allSettled([open('/loud'), open('/frames')])
  expect(ends).toEqual([
    { status: 'rejected', reason: failure('crashed') },
    { status: 'rejected', reason: failure('crashed') },
  ])
})

test('an abort ends what is under way with its reason, also while the browser starts', async () => {
  const browsers = await started()
  const reason = new Error('cancelled')
  const working = new AbortController()
  const session = await browsers.session({ signal: working.signal })
  const left = processesOf(requirePid(session))
  const opening = session.goto(`${browsers.pages.origin}/never`, PATIENCE_MS)
  working.abort(reason)
  await expect(opening).rejects.toBe(reason)
  await expect(session.snapshot()).rejects.toBe(reason)
  expect(await session.close({ wantTrace: true })).toBeNull()
  await expect.poll(() => left.filter(isAlive)).toEqual([])

  const starting = new AbortController()
  const asked = browsers.session({ signal: starting.signal })
  starting.abort(reason)
  await expect(asked).rejects.toBe(reason)
  await expect(browsers.session({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})

test('no more browsers than allowed are open; the others wait in order, or leave', async () => {
  const browsers = await started(1)
  const order: string[] = []
  const first = await browsers.session()
  const leaving = new AbortController()
  const second = browsers.session({ signal: leaving.signal })
  const third = browsers.session().then((session) => {
    order.push('third')
    return session
  })
  leaving.abort(new Error('not needed any more'))
  await expect(second).rejects.toThrow('not needed any more')
  expect(order).toEqual([])
  const left = processesOf(requirePid(first))
  await first.close({ wantTrace: false })
  const next = await third
  expect(left.filter(isAlive)).toEqual([])

  const waiting = browsers.session()
  const rejected = expect(waiting).rejects.toEqual(failure('unavailable'))
  await browsers.close()
  await rejected
  await expect(next.title()).rejects.toEqual(failure('unavailable'))
  await expect(browsers.session()).rejects.toEqual(failure('unavailable'))
})

test('a trace says what was done, without secrets and without paths of the server', async () => {
  const browsers = await started()
  const secret = `hunter2's "hunter2"`
  browsers.pages.add({ '/form': `<label>Password <input></label><p>${secret}</p>` })
  const session = await browsers.session({ secrets: [secret] })
  await session.goto(`${browsers.pages.origin}/form?a=${encodeURIComponent(secret)}`, PATIENCE_MS)
  await session.perform(act('fill', { label: 'Password' }, { value: secret }), PATIENCE_MS)
  await session.perform(act('click', { text: secret }), PATIENCE_MS)
  await session.screenshot()
  const trace = await session.close({ wantTrace: true })
  const entries = await readZip(trace ?? Buffer.alloc(0), 2 ** 20)
  const text = entries?.map(({ content }) => content.toString()).join('\n') ?? ''
  expect(entries?.map(({ name }) => name)).toContain('trace.trace')
  expect(text).toContain('••••')
  expect(text).toContain('fill')
  expect(text).not.toContain('hunter2')
  expect(text).not.toContain(import.meta.dirname)
})

function folderOf(session: BrowserSession): string {
  return /--user-data-dir=(\S+)\/profile/.exec(commandLine(requirePid(session)))?.[1] ?? 'unknown'
}

test('the folder of a session goes with it', async () => {
  const browsers = await started()
  const session = await browsers.session()
  const folder = folderOf(session)
  expect(existsSync(folder)).toBe(true)
  await session.close({ wantTrace: false })
  expect(existsSync(folder)).toBe(false)
  expect(existsSync(dirname(folder))).toBe(true)
  await browsers.close()
  expect(existsSync(dirname(folder))).toBe(false)
})

test('a machine that sweeps temporary files stops no later session', async () => {
  const browsers = await started()
  const session = await browsers.session()
  const swept = dirname(folderOf(session))
  await session.close({ wantTrace: false })
  rmSync(swept, { recursive: true })
  const next = dirname(folderOf(await browsers.session()))
  expect(existsSync(next)).toBe(true)
  await browsers.close()
  expect(existsSync(next)).toBe(false)
})
