import { createHash } from 'node:crypto'
import { SCAN_STAGES } from '@atrium/contract/scans'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { collectedLog } from '../../../../test/collected-log.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { noAdvisories } from '../../../ports/advisories/off.ts'
import { createScanner, type Scanner, type ScanProgress } from './scan-app.ts'
import type { Snapshot, SourceFile } from './snapshot.ts'

const app = useApp()
const { owner } = useTeam(app)
const log = collectedLog()
const HOSTILE = new URL('../test/scan-process.ts', import.meta.url)
const LIMITS = {
  seconds: {
    rls_recommendations: 30,
    hardcoded_secrets: 60,
    backend_functions: 30,
    dependency_vulnerabilities: 30,
    static_code_findings: 60,
    header_recommendations: 0.2,
    integrations: 30,
  },
  // Nothing here takes long, but the processes come last for the processor.
  task_seconds: 30,
}

const advisories = noAdvisories()
const readOwnSite = async () => null

let scanner: Scanner
/** For tasks that never end. */
let impatient: Scanner
let appId: string
let read: string[] = []
beforeAll(async () => {
  appId = (await app.make.app(owner)).id
  scanner = scannerWith()
  impatient = scannerWith({ ...LIMITS, task_seconds: 3 })
})
afterAll(() => Promise.all([scanner.stop(), impatient.stop()]))

function scannerWith(limits = LIMITS, request: () => Promise<never> = () => new Promise(() => {})): Scanner {
  const outboundHttp = { request, call: request, fetch: request } as never
  const parts = { db: app.atrium.db, log, outboundHttp, advisories, readOwnSite, key: 'k', process: HOSTILE }
  return createScanner(parts, limits)
}

function snapshotOf(texts: Record<string, string>, more: Partial<Snapshot> = {}): Snapshot {
  async function* files(): AsyncGenerator<SourceFile> {
    for (const [path, text] of Object.entries(texts)) {
      const id = createHash('sha1').update(text).digest('hex')
      yield {
        path,
        id,
        async read() {
          read.push(path)
          return text
        },
      }
    }
  }
  return {
    app: {
      ...{ id: appId, name: 'A', public_settings: 'private_with_login', published_url: null },
      ...{ static_code_enabled: true, dependency_scan_enabled: true },
    },
    ...{ revision: 1, schemas: [], functions: [], files, file_count: Object.keys(texts).length },
    ...more,
  }
}

function scan(
  snapshot: Snapshot,
  by = scanner,
  { signal = new AbortController().signal, onProgress = (_: ScanProgress) => {} } = {},
) {
  const progress: ScanProgress[] = []
  const report = (one: ScanProgress) => {
    progress.push(one)
    onProgress(one)
  }
  const scanned = by.scan(snapshot, { now: new Date(0), signal, report })
  return scanned.then((whole) => ({ ...whole, progress }))
}

/** Lets the next timers of so many milliseconds go off when the test says so. */
function holdTimer(heldMs: number): () => void {
  const { setTimeout: usual } = globalThis
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = (work: () => void, ms?: number) => {
    if (ms === heldMs) void promise.then(work)
    return usual(work, ms)
  }
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(held as typeof setTimeout)
  onTestFinished(() => spy.mockRestore())
  return resolve
}

describe('a scan settles', () => {
  test.each([
    ['a file that never ends', 'never ends', /it takes too long/],
    ['a file that eats memory', 'eats memory', /it takes too (?:much memory|long)/],
    ['a process that dies', 'dies', /the scanner failed at it/],
    ['a task that throws', 'throws', /the scanner failed at it/],
  ])('%s is missed alone', async (_, text, why) => {
    const files = { 'bad.js': text, 'good.js': `3 findings ${text}` }
    const { result, unchecked } = await scan(snapshotOf(files), impatient)
    expect(result.static_code_findings.map(({ file_path }) => file_path)).toEqual(Array(3).fill('good.js'))
    expect(result.analysis_summary).toMatch(why)
    expect(result.analysis_summary).toContain('bad.js')
    expect(unchecked).toContain('static_code_findings')
  })

  test('a group that fails or is late leaves the others alone, and is named', async () => {
    const fn = { name: 'f', entry: 'f.ts', access: 'app' as const, is_automated: false, files: [] }
    const snapshot = snapshotOf({ 'a.js': '1 findings' }, { functions: [fn] })
    snapshot.app.published_url = 'https://app.example.com'
    const { result, unchecked } = await scan(snapshot)
    expect(result.static_code_findings).toHaveLength(1)
    expect(unchecked).toContain('backend_functions')
    expect(result.analysis_summary).toContain('1 low finding.')
    expect(result.analysis_summary).toContain('backend functions (f: the scanner failed at it)')
  })

  test('a source that fails fails the groups that read it, and not the scan', async () => {
    // biome-ignore lint/correctness/useYield: it fails before there is anything
    const files = async function* () {
      throw new Error('gone')
    }
    const snapshot = snapshotOf({}, { files, file_count: 5 })
    const { unchecked, result } = await scan(snapshot)
    expect(unchecked).toEqual(
      expect.arrayContaining(['hardcoded_secrets', 'dependency_vulnerabilities', 'static_code_findings']),
    )
    expect(unchecked).not.toContain('rls_recommendations')
    expect(result.analysis_summary).toContain('secrets in the code (the scanner failed at it)')
  })

  test('nothing at all to look at with is an error', async () => {
    const broken = createScanner(
      {
        ...{ db: app.atrium.db, log, outboundHttp: null as never, advisories, readOwnSite, key: 'k' },
        process: new URL('file:///nonexistent/process.ts'),
      },
      LIMITS,
    )
    const fn = { name: 'f', entry: 'f.ts', access: 'app' as const, is_automated: false, files: [] }
    const files = { 'a.js': 'x', 'package-lock.json': '{}' }
    const snapshot = snapshotOf(files, { functions: [fn], schemas: [{ name: 'Never seen' }] })
    await expect(scan(snapshot, broken)).rejects.toThrow('Not checked: rules of entities')
    await broken.stop()
  })

  test('a canceled one ends at once with the reason', async () => {
    const control = new AbortController()
    const scanning = scan(snapshotOf({ 'a.js': 'never ends, canceled' }), scanner, { signal: control.signal })
    await expect.poll(() => read).toContain('a.js')
    control.abort(new Error('not wanted any more'))
    await expect(scanning).rejects.toThrow('not wanted any more')
  })

  test('100,000 findings: the worst are kept, the others counted', async () => {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`f${n}.js`, `5000 findings ${n}`]))
    const { result } = await scan(snapshotOf(files))
    expect(result.static_code_findings).toHaveLength(500)
    expect(result.static_code_findings.slice(0, 20).every(({ severity }) => severity === 'critical')).toBe(
      true,
    )
    expect(result.analysis_summary).toContain('20 critical and 99,980 low findings.')
    expect(result.analysis_summary).toContain('99,500 more of faults in the code')
  })

  test('a single line of 50 MB', async () => {
    const { result } = await scan(snapshotOf({ 'line.js': 'x'.repeat(50 * 1024 * 1024) }))
    expect(result.static_code_findings).toEqual([])
  })
})

describe('what was found before', () => {
  test('is not looked at again, unless it changed', async () => {
    const files = { 'a.js': '2 findings', 'b.js': 'nothing', 'c.js': 'nothing' }
    const before = await scan(snapshotOf(files))
    read = []
    const again = await scan(snapshotOf(files))
    expect(read).toEqual([])
    expect(again.result).toEqual(before.result)
    const changed = await scan(snapshotOf({ ...files, 'b.js': '1 findings' }))
    expect(new Set(read)).toEqual(new Set(['b.js']))
    expect(changed.result.static_code_findings).toHaveLength(3)
  })

  test('is forgotten once no scan has a use for it', async () => {
    await scan(snapshotOf({ 'a.js': 'old one' }))
    await scan(snapshotOf({ 'a.js': 'new one' }))
    const [row] = await app.sql<{ count: number }>`
      select count(*)::int as count from scan_cache where app_id = ${appId}`
    // The schemas, and the file for secrets, for the code and for integrations.
    expect(row?.count).toBe(4)
  })
})

test('a scan that is late keeps what it found, and says how far it came', async () => {
  const texts = {
    ...Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`f${n}.js`, '1 findings'])),
    'z.js': 'never ends',
  }
  // The file that never ends is in the second batch: the time is over once the first one is done.
  const timeOver = holdTimer(55_000)
  const late = scannerWith({ ...LIMITS, seconds: { ...LIMITS.seconds, static_code_findings: 55 } })
  onTestFinished(() => late.stop())
  const { result, unchecked } = await scan(snapshotOf(texts), late, {
    onProgress: ({ stage, done }) => stage === 'static_code_findings' && done === 100 && timeOver(),
  })
  expect(result.static_code_findings).toHaveLength(100)
  expect(result.analysis_summary).toContain('faults in the code (the time was over after 100 of 101)')
  expect(unchecked).toContain('static_code_findings')
})

test('progress goes through the groups in order and to the end of each', async () => {
  const { progress } = await scan(snapshotOf({ 'a.js': 'p', 'b.js': 'p2' }))
  const stages = [...new Set(progress.map(({ stage }) => stage))]
  expect(stages).toEqual(SCAN_STAGES.filter((stage) => stages.includes(stage)))
  expect(progress.filter(({ stage }) => stage === 'static_code_findings').at(-1)).toMatchObject({
    done: 2,
    total: 2,
  })
})

test('what is switched off is named, and never looked at', async () => {
  const snapshot = snapshotOf({ 'a.js': '5 findings', 'package.json': '{}' })
  snapshot.app.static_code_enabled = false
  snapshot.app.dependency_scan_enabled = false
  const { result, unchecked } = await scan(snapshot)
  expect(result.static_code_findings).toEqual([])
  expect(result.analysis_summary).toBe(
    'No findings. Not checked: packages (switched off for this app); faults in the code (switched off for this app); ' +
      'headers of the published address (the app is not published).',
  )
  expect(unchecked).toEqual(['dependency_vulnerabilities', 'static_code_findings', 'header_recommendations'])
})

test('a package.json without a lock file is named', async () => {
  const { result } = await scan(
    snapshotOf({ 'package.json': '{}', 'sub/package.json': '{}', 'node_modules/x/package.json': '{}' }),
  )
  expect(result.analysis_summary).toContain('packages (package.json has no lock file)')
})
