/** The whole scan of one app: all groups, each within its own time. */
import type { FindingGroup, FindingOf, ScanResult } from '@atrium/contract/scan-findings'
import { SCAN_STAGES } from '@atrium/contract/scans'
import { createFindingList } from './finding-list.ts'
import { type GroupOutcome, type GroupRun, groups } from './groups.ts'
import { findIntegrationUse } from './integrations/find-integration-use.ts'
import { recommendIntegrations } from './integrations/recommend-integrations.ts'
import { createMemory } from './memory.ts'
import { createScanProcesses, TaskFault } from './processes.ts'
import type { ProofInput } from './rules/prove-rules.ts'
import type { ScannerParts } from './scanner-parts.ts'
import type { Snapshot } from './snapshot.ts'
import { type GroupReport, numbered, summaryOf } from './summary.ts'

export type { ScannerParts } from './scanner-parts.ts'

export interface ScanProgress {
  stage: (typeof SCAN_STAGES)[number]
  done: number
  total: number
}

export interface Scan {
  result: ScanResult
  /** What was not looked at, or not wholly: that something is missing there does not say that it is gone. */
  unchecked: FindingGroup[]
}

export interface Scanner {
  /** Throws only when nothing at all could be looked at, or when the signal is aborted. */
  scan(
    snapshot: Snapshot,
    options: { now: Date; signal: AbortSignal; report(progress: ScanProgress): void },
  ): Promise<Scan>
  /** Whether rules can be set; not when it takes too long to find out. Rules can be large, so not in the server itself. */
  proves(appId: string, input: ProofInput): Promise<boolean>
  /** Ends the processes. */
  stop(): Promise<void>
}

export interface ScanLimits {
  /** Five minutes together. */
  seconds: Record<FindingGroup | 'integrations', number>
  /** For one file, one function or all schemas. */
  task_seconds: number
}

const LIMITS: ScanLimits = {
  seconds: {
    rls_recommendations: 30,
    hardcoded_secrets: 80,
    backend_functions: 40,
    dependency_vulnerabilities: 40,
    static_code_findings: 80,
    header_recommendations: 20,
    integrations: 10,
  },
  task_seconds: 20,
}

interface ScannedGroup<G extends FindingGroup> extends GroupReport {
  group: G
  findings: FindingOf<G>[]
  /** Whether it came to its end, or the time was over before, or the scanner failed. */
  state: 'ended' | 'late' | 'failed'
}

export function createScanner(parts: ScannerParts, limits: ScanLimits = LIMITS): Scanner {
  const processes = createScanProcesses(parts.process)
  return {
    async scan(snapshot, { now, signal, report }) {
      const memory = createMemory(parts, snapshot.app.id)
      const shared = { snapshot, parts, processes, memory, task_milliseconds: limits.task_seconds * 1_000 }
      const one = <G extends FindingGroup>(group: G) =>
        scanGroup(group, { ...shared, seconds: limits.seconds[group], signal, report })
      const results = {
        rls_recommendations: await one('rls_recommendations'),
        hardcoded_secrets: await one('hardcoded_secrets'),
        backend_functions: await one('backend_functions'),
        dependency_vulnerabilities: await one('dependency_vulnerabilities'),
        static_code_findings: await one('static_code_findings'),
        header_recommendations: await one('header_recommendations'),
      }
      const reports = SCAN_STAGES.map((group) => results[group])
      requireSomething(reports)
      const use = await within(limits.seconds.integrations, signal, (until) =>
        findIntegrationUse({ ...shared, signal: until }),
      ).catch((cause) => {
        signal.throwIfAborted()
        parts.log.warn({ err: cause }, 'what an app uses of the integrations was not found out')
        return null
      })
      if (reports.every(({ state }) => state === 'ended')) await memory.tidy()
      const result: ScanResult = {
        analysis_summary: summaryOf(reports),
        rls_recommendations: results.rls_recommendations.findings,
        hardcoded_secrets: results.hardcoded_secrets.findings,
        backend_functions: results.backend_functions.findings,
        dependency_vulnerabilities: results.dependency_vulnerabilities.findings,
        static_code_findings: results.static_code_findings.findings,
        header_recommendations: results.header_recommendations.findings,
        core_integration_recommendation: recommendIntegrations(snapshot.app.public_settings, use),
        scanned_at: now.toISOString(),
      }
      const unchecked = reports.filter((one) => one.unchecked !== null).map(({ group }) => group)
      return { result, unchecked }
    },
    async proves(app_id, input) {
      const { signal } = new AbortController()
      const turn = { app_id, milliseconds: limits.task_seconds * 1_000, signal }
      return processes.run('proof', input, turn).catch((error) => {
        if (error instanceof TaskFault) return false
        throw error
      })
    },
    stop: () => processes.stop(),
  }
}

type Shared<G extends FindingGroup> = Omit<GroupRun<G>, 'add' | 'report'> & {
  seconds: number
  report(progress: ScanProgress): void
}

/** Whatever happens to a group, the others go on; only the end of the whole scan ends it. */
async function scanGroup<G extends FindingGroup>(
  group: G,
  { seconds, signal, report, ...shared }: Shared<G>,
): Promise<ScannedGroup<G>> {
  const list = createFindingList<G>()
  let progress = { done: 0, total: 0 }
  const close = (state: ScannedGroup<G>['state'], { notes = [], unchecked }: GroupOutcome) => ({
    ...{ group, state, notes, unchecked },
    counts: list.counts(),
    findings: list.worst(),
  })
  try {
    const outcome = await within(seconds, signal, (until) =>
      groups[group]({
        ...shared,
        signal: until,
        add: list.add,
        report(done, total) {
          progress = { done, total }
          report({ stage: group, ...progress })
        },
      }),
    )
    return close('ended', outcome)
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof TimeOver) {
      const { done, total } = progress
      const many = total > 1 ? ` after ${numbered(done)} of ${numbered(total)}` : ''
      return close(done > 0 ? 'late' : 'failed', { unchecked: `the time was over${many}` })
    }
    shared.parts.log.error({ err: cause, app_id: shared.snapshot.app.id, group }, 'a part of a scan failed')
    return close('failed', { unchecked: 'the scanner failed at it' })
  }
}

class TimeOver extends Error {
  override readonly name = 'TimeOver'
}

/** Settles in time even if the work ignores its signal. */
async function within<T>(
  seconds: number,
  signal: AbortSignal,
  work: (until: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const own = new AbortController()
  const end = () => own.abort(signal.reason)
  const timer = setTimeout(() => own.abort(new TimeOver()), seconds * 1_000)
  signal.addEventListener('abort', end)
  try {
    const aborted = new Promise<never>((_, reject) => {
      own.signal.addEventListener('abort', () => reject(own.signal.reason))
    })
    return await Promise.race([work(own.signal), aborted])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

function requireSomething(reports: readonly ScannedGroup<FindingGroup>[]): void {
  const hasLooked = ({ state, unchecked }: GroupReport & { state: string }) =>
    state === 'late' || (state === 'ended' && unchecked === null)
  if (reports.some(hasLooked) || reports.every(({ state }) => state !== 'failed')) return
  throw new Error(summaryOf(reports))
}
