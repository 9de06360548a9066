/** `atrium scan`: runs a security scan, follows it, and lists what it found. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SEVERITIES, type Severity } from '@atrium/contract/scan-findings'
import { type Client, createClient } from '../client.ts'
import { type ListedFinding, listFindings, placeOf } from '../list-findings.ts'
import type { SecurityScan } from '../resources.ts'
import { textOf } from './app-flag.ts'
import { explain } from './explain.ts'
import { flag } from './flags.ts'
import { calmly, endedBy, endOf, LOOK_MS, readOrWait } from './following.ts'
import type { Typed } from './own-command.ts'
import { asJson, visible } from './print.ts'
import { paintFor, type Style } from './style.ts'
import type { Terminal } from './terminal.ts'
import { ExitError } from './usage.ts'

const LEVELS = SEVERITIES.filter((severity) => severity !== 'info')
const FAIL_FLAG = flag('fail_on', {
  type: 'string',
  enum: LEVELS,
  description: 'End with 1 when something of this severity or above is open',
})
const SARIF_FLAG = flag('sarif', { type: 'string', description: 'A file to write SARIF 2.1.0 into' })
const RUN_FLAG = flag('run', {
  type: 'boolean',
  default: true,
  description: '--no-run shows the latest scan as it is',
})

export const SCAN_FLAGS = [FAIL_FLAG, SARIF_FLAG, RUN_FLAG]

const FOUND = 1
const FAILED = 2
const LONGEST_LOOK_MS = 2_000

export async function scanApp(typed: Typed): Promise<string> {
  try {
    return await scan(typed)
  } catch (error) {
    // 1 says that something was found, so whatever else goes wrong is something else.
    throw error instanceof ExitError ? error : new ExitError(FAILED, explain(error))
  }
}

async function scan(typed: Typed): Promise<string> {
  const { terminal, connection, words, values, format } = typed
  const [app_id = ''] = words
  const client = createClient(connection)
  const latest =
    values.get(RUN_FLAG) === false
      ? await client.scans.read({ app_id })
      : await runAndFollow(client, app_id, terminal)
  const { result } = requireResult(latest)
  const all = listFindings(latest)
  const open = all.filter(({ isIgnored }) => !isIgnored)
  const file = textOf(values, SARIF_FLAG)
  if (file !== undefined) await writeSarif(client, app_id, file, terminal)
  const found = { status: latest.status, result, open, ignored: all.length - open.length }
  terminal.stdout.write(format === 'json' ? jsonOf(found) : tableOf(found, terminal))
  requireNone(open, textOf(values, FAIL_FLAG))
  return ''
}

/** Returns the scan once it has settled. */
async function runAndFollow(client: Client, app_id: string, terminal: Terminal): Promise<SecurityScan> {
  const end = endOf(terminal)
  const { signal } = end
  let said = ''
  let waitMs = LOOK_MS
  try {
    const { status } = await calmly(() => client.scans.run({ app_id }, { signal }), signal)
    if (status === 'up_to_date') terminal.stderr.write('Nothing has changed since the last scan.\n')
    for (let hasAnswered = false; ; hasAnswered = true) {
      const read = () => client.scans.read({ app_id }, { signal })
      const latest = await readOrWait(() => calmly(read, signal), { hasAnswered, terminal })
      if (latest && latest.status !== 'pending' && latest.status !== 'scanning') return latest
      const now = latest ? progressOf(latest) : said
      if (now !== said) terminal.stderr.write(`${now}\n`)
      said = now
      await pause(waitMs, null, { signal })
      waitMs = Math.min(LONGEST_LOOK_MS, waitMs * 1.25)
    }
  } catch (error) {
    if (!signal.aborted) throw error
    throw endedBy(signal, `The scan goes on; see atrium scan ${app_id} --no-run`)
  }
}

/** Once a stage, and not for each of thousands of files. */
function progressOf({ status, progress }: SecurityScan): string {
  if (status === 'pending') return 'Waiting to begin …'
  if (!progress) return 'Scanning …'
  const share = progress.total > 0 ? Math.floor((progress.done / progress.total) * 4) * 25 : 0
  return `Scanning ${progress.stage} …${share > 0 ? ` ${share} %` : ''}`
}

/** What a failed scan found before says nothing about the app as it is. */
function requireResult(scan: SecurityScan) {
  const { status, result, error } = scan
  if (status === 'scan_failed') throw new ExitError(FAILED, error ?? 'The scan failed.')
  if (result) return { result }
  const why = status === 'none' ? 'This app was never scanned' : 'The latest scan has no result'
  throw new ExitError(FAILED, `${why}; leave out --no-run.`)
}

async function writeSarif(client: Client, app_id: string, file: string, { stderr }: Terminal) {
  const sarif = await client.scans.export({ app_id })
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, asJson(sarif))
  stderr.write(`Wrote ${visible(file)}.\n`)
}

interface Found {
  status: SecurityScan['status']
  result: NonNullable<SecurityScan['result']>
  open: readonly ListedFinding[]
  ignored: number
}

function countsOf(open: readonly ListedFinding[]): [Severity, number][] {
  return SEVERITIES.map((severity) => [
    severity,
    open.filter(({ finding }) => finding.severity === severity).length,
  ])
}

function jsonOf({ status, result, open, ignored }: Found): string {
  return asJson({
    status,
    scanned_at: result.scanned_at,
    analysis_summary: result.analysis_summary,
    counts: Object.fromEntries(countsOf(open)),
    ignored_count: ignored,
    findings: open.map(({ group, finding }) => ({ group, ...finding })),
  })
}

const STYLES: Record<Severity, Style | null> = {
  critical: 'red',
  high: 'red',
  medium: 'yellow',
  low: null,
  info: 'grey',
}
const WIDEST_SEVERITY = Math.max(...SEVERITIES.map(({ length }) => length))
const WIDEST_PLACE = 48

function tableOf({ status, result, open, ignored }: Found, { stdout, env }: Terminal): string {
  const paint = paintFor(stdout, env)
  const rows = open.map((each) => ({ ...each.finding, place: visible(placeOf(each)) }))
  const width = Math.min(WIDEST_PLACE, Math.max(0, ...rows.map(({ place }) => place.length)))
  const lines = rows.map(({ severity, place, title, rule_id }) => {
    const word = severity.padEnd(WIDEST_SEVERITY)
    const shown = paint(STYLES[severity], word)
    return `${shown}  ${place.padEnd(width)}  ${visible(title)} (${visible(rule_id)})`
  })
  const counts = countsOf(open).filter(([, count]) => count > 0)
  const total =
    counts.length === 0 ? 'Nothing open' : counts.map(([name, count]) => `${count} ${name}`).join(', ')
  const notes = [
    `${total}${ignored > 0 ? `; ${ignored} ignored` : ''}.`,
    visible(result.analysis_summary),
    ...(status === 'up_to_date' ? [] : ['The app changed since it was scanned: run it again.']),
  ]
  return [...lines, ...notes.filter((note) => note !== '')].map((line) => `${line}\n`).join('')
}

function requireNone(open: readonly ListedFinding[], level: string | undefined): void {
  const known: readonly (string | undefined)[] = SEVERITIES
  const from = known.indexOf(level)
  const bad = open.filter(({ finding }) => SEVERITIES.indexOf(finding.severity) <= from).length
  if (bad > 0) throw new ExitError(FOUND, `${bad} open at ${level} or above.`)
}
