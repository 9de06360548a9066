import { setTimeout as pause } from 'node:timers/promises'
import { LOG_LEVELS } from '@atrium/contract/functions'
import { createClient } from '../client.ts'
import type { FunctionLogLine } from '../resources.ts'
import { APP_FLAG, appOf, textOf } from './app-flag.ts'
import { type Flag, flag } from './flags.ts'
import { endedBy, endOf, readOrWait } from './following.ts'
import type { Typed } from './own-command.ts'
import { jsonLine, visible } from './print.ts'
import { paintFor } from './style.ts'
import type { Terminal } from './terminal.ts'
import { UsageError } from './usage.ts'

const FOLLOW_FLAG: Flag = {
  ...flag('follow', { type: 'boolean', description: 'Go on with what comes, until it is interrupted' }),
  short: 'f',
}
const LEVEL_FLAG = flag('level', {
  type: 'string',
  enum: LOG_LEVELS,
  description: 'Only lines of this level',
})
const MIN_LEVEL_FLAG = flag('min_level', {
  type: 'string',
  enum: LOG_LEVELS,
  description: 'Only lines of this level and those above it',
})
const SINCE_FLAG = flag('since', {
  type: 'string',
  description: 'From this moment on: a time such as 2026-11-17T09:00:00Z, or 90s, 15m, 2h, 3d ago',
})
const REQUEST_FLAG = flag('request', {
  type: 'string',
  description: 'Only lines of the call with this id: req_…',
})

export const LOGS_FLAGS = [APP_FLAG, FOLLOW_FLAG, LEVEL_FLAG, MIN_LEVEL_FLAG, SINCE_FLAG, REQUEST_FLAG]

const PAGE = 1000
const FOLLOW_MS = 1_000

/** `atrium logs`: what a function wrote, oldest first. */
export async function showLogs(typed: Typed): Promise<string> {
  const { terminal, connection, words, values, format } = typed
  const app_id = appOf(typed, 'logs <name> --app <text> [-f]')
  const since = sinceOf(textOf(values, SINCE_FLAG), new Date())
  const wanted = {
    level: values.get(LEVEL_FLAG) as FunctionLogLine['level'],
    min_level: values.get(MIN_LEVEL_FLAG) as FunctionLogLine['level'],
    request_id: textOf(values, REQUEST_FLAG),
  }
  const client = createClient(connection)
  const write = (line: FunctionLogLine) =>
    terminal.stdout.write(format === 'json' ? jsonLine(line) : lineOf(line, terminal))
  const end = endOf(terminal)
  const read = (from: string | undefined) =>
    client.functions.logs(
      { app_id, name: words[0] ?? '' },
      { ...wanted, since: from, ...(from !== undefined && { limit: PAGE }) },
      { signal: end.signal },
    )

  const shown = createShown(since)
  try {
    for (let hasAnswered = false; ; hasAnswered = true) {
      const from = shown.since()
      const lines = (await readOrWait(() => read(from), { hasAnswered, terminal })) ?? []
      for (const line of shown.fresh(lines)) write(line)
      // More than a page at once: the rest follows without a pause.
      const isBehind = lines.length === PAGE && shown.since() !== from
      if (isBehind) continue
      if (values.get(FOLLOW_FLAG) !== true) return ''
      await pause(FOLLOW_MS, null, { signal: end.signal })
    }
  } catch (error) {
    throw end.signal.aborted ? endedBy(end.signal) : error
  }
}

/** So much later than others of the same time a line may come: each node writes its own, in batches. */
const LATE_MS = 5_000

/** The next question begins a little before the last line, and never before the first; ids say which are known. */
function createShown(first: string | undefined) {
  let begin = first
  let since = first
  const known = new Map<string, string>()
  return {
    since: () => since,
    fresh(lines: readonly FunctionLogLine[]): FunctionLogLine[] {
      const fresh = lines.filter(({ id }) => !known.has(id))
      for (const { id, time } of fresh) known.set(id, time)
      begin ??= lines[0]?.time
      const last = lines.at(-1)?.time
      if (last === undefined || begin === undefined) return fresh
      const before = new Date(Date.parse(last) - LATE_MS).toISOString()
      // A whole page of known ones would be asked for again and again.
      since = lines.length === PAGE ? last : before > begin ? before : begin
      for (const [id, time] of known) if (time < before) known.delete(id)
      return fresh
    },
  }
}

const STYLES = { debug: 'grey', info: 'cyan', warn: 'yellow', error: 'red' } as const

/** What others wrote must not move the terminal; lines within a message may. */
export function lineOf({ time, level, message }: FunctionLogLine, { stdout, env }: Terminal): string {
  const word = level.padEnd(5)
  const shown = paintFor(stdout, env)(STYLES[level], word)
  const text = message.replace(/[^\n\t]+/g, (part) => visible(part))
  return `${time}  ${shown}  ${text.replaceAll('\n', `\n${' '.repeat(time.length + 9)}`)}\n`
}

const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 } as const

export function sinceOf(text: string | undefined, now: Date): string | undefined {
  if (text === undefined) return undefined
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (count !== undefined)
    return new Date(now.getTime() - Number(count) * UNITS[unit as keyof typeof UNITS] * 1000).toISOString()
  const time = new Date(text)
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(time.getTime()))
    throw new UsageError(`--since is a time such as 2026-11-17T09:00:00Z, or 15m, 2h, 3d; not "${text}".`)
  return time.toISOString()
}
