/** Flags that every command takes. */
import { CONNECTION_FLAGS } from './connection.ts'
import { type Flag, flag } from './flags.ts'
import type { Terminal } from './terminal.ts'
import { UsageError } from './usage.ts'

const OUTPUT_FLAG = flag('output', {
  type: 'string',
  enum: ['json', 'table'],
  description: 'A table at a terminal, JSON elsewhere',
})
const JSON_OUTPUT_FLAG = flag('json', { type: 'boolean', description: 'The same as --output json' })
const TABLE_FLAG = flag('table', { type: 'boolean', description: 'The same as --output table' })
const HELP_FLAG = flag('help', { type: 'boolean', description: 'Show this' })

export const VERSION_FLAG = flag('version', { type: 'boolean', description: 'Show the version' })
export const OUTPUT_FLAGS: readonly Flag[] = [JSON_OUTPUT_FLAG, TABLE_FLAG, OUTPUT_FLAG]
export const GLOBAL_FLAGS: readonly Flag[] = [...CONNECTION_FLAGS, ...OUTPUT_FLAGS, HELP_FLAG]
/** Without a command; behind one `--version` may be a field, such as that of a workflow. */
export const BARE_FLAGS: readonly Flag[] = [...GLOBAL_FLAGS, VERSION_FLAG]

/** How the answer is shown: as asked for, else a table for people and JSON for programs. */
export function formatOf(values: ReadonlyMap<Flag, unknown>, { stdout }: Terminal): 'json' | 'table' {
  const wanted = new Set<unknown>()
  if (values.get(JSON_OUTPUT_FLAG) === true) wanted.add('json')
  if (values.get(TABLE_FLAG) === true) wanted.add('table')
  if (values.has(OUTPUT_FLAG)) wanted.add(values.get(OUTPUT_FLAG))
  if (wanted.size > 1) throw new UsageError('It is either JSON or a table.')
  const [format = stdout.isTTY ? 'table' : 'json'] = wanted
  return format === 'json' ? 'json' : 'table'
}

/** `--json {…}` is the body of what takes one; `--json` alone is how the answer is shown. */
export function splitJson(argv: readonly string[]): string[] {
  const out: string[] = []
  for (let at = 0; at < argv.length; at++) {
    const [word = '', next] = [argv[at], argv[at + 1]]
    if (word === '--json' && next !== undefined && /^(-$|\s*[[{"])/.test(next)) {
      out.push(`--json-body=${next}`)
      at++
    } else out.push(word.replace(/^--json=/, '--json-body='))
  }
  return out
}
