/** A row that does not fit is refused with its place, whichever collection it is of. */
import { tmpdir } from 'node:os'
import { FINDING_GROUPS } from '@atrium/contract/scan-findings'
import { describe, expect, test } from 'vitest'
import { collectionsOf } from '../src/app.ts'
import { ArchiveError } from '../src/platform/archive/archive-error.ts'
import { rowCheck } from '../src/platform/archive/check-row.ts'
import { archiveOf, importText } from './bring.ts'
import { migratedDatabase } from './migrated-database.ts'
import { GROUND, groundApp } from './use-archive.ts'
import { useStarted } from './use-started.ts'

const database = useStarted(migratedDatabase)
const collections = collectionsOf({ data_dir: tmpdir() })

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  format?: string
  minLength?: number
  minimum?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}

async function refusalOf(rows: object): Promise<Error | null> {
  return importText({ db: database.db, collections }, archiveOf(rows)).then(
    () => null,
    (error: Error) => error,
  )
}

/** Returns a value that the schema takes, as far as its type says it; `of` chooses among ids that are there. */
function fitting(schema: Schema, of: (name: string) => string | undefined, name = ''): unknown {
  if (schema.anyOf?.[0]) return fitting(schema.anyOf[0], of, name)
  if (schema.enum) return schema.enum[0]
  switch ([schema.type].flat()[0]) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).filter(([field]) =>
        schema.required?.includes(field),
      )
      return Object.fromEntries(fields.map(([field, one]) => [field, fitting(one, of, field)]))
    }
    case 'array':
      return []
    case 'string':
      return of(name) ?? 'x'.repeat(Math.max(1, schema.minLength ?? 1))
    case 'integer':
    case 'number':
      return schema.minimum ?? 0
    case 'boolean':
      return true
    default:
      return {}
  }
}

const KNOWN: Record<string, string> = {
  ...{ workspace_id: 'ws_1', app_id: 'app_1', agent_id: 'agent_1', user_id: 'usr_a', owner_id: 'usr_a' },
  ...{ email: 'x@example.com', created_date: 'now', timestamp: 'now', seen_at: 'now', taken_at: 'now' },
}
const GROUND_ROWS = { ...GROUND, apps: [groundApp('app_1'), groundApp('agent_1', 'ws_1', 'agent')] }
/** Rows that other collections need come first; the row that is tried stands behind them. */
const withRow = (name: string, row: unknown) => {
  const before = Object.hasOwn(GROUND_ROWS, name) ? GROUND_ROWS[name as keyof typeof GROUND_ROWS] : []
  return { rows: { ...GROUND_ROWS, [name]: [...before, row] } }
}

describe.each(collections.map((one) => [one.name, one] as const))('%s', (name, collection) => {
  const schema = collection.row as Schema
  const whole = fitting(schema, (id) => KNOWN[id]) as object

  test('a row without its fields, with another field or with a field of a wrong type is named', () => {
    const check = rowCheck(collection)
    expect(check({})).toMatchObject({ message: 'Field required' })
    expect(check({ ...whole, no_such_field: 1 })?.message).toContain('Unknown key "no_such_field"')
    for (const [field, one] of Object.entries(schema.properties ?? {})) {
      const isTyped = one.type !== undefined && ![one.type].flat().includes('object')
      if (!isTyped) continue
      const alone = { ...collection.row, required: [field], properties: { [field]: one } } as never
      const fault = rowCheck({ ...collection, row: alone })({ [field]: { not: 'this' } })
      expect(fault?.path, field).toBe(field)
    }
  })

  test('a row that only looks right comes in, or is named', async () => {
    const { rows } = withRow(name, whole)
    const refusal = await refusalOf(rows)
    if (refusal === null) return
    expect(refusal, refusal.stack).toBeInstanceOf(ArchiveError)
    expect(refusal.message).toMatch(/^\w+\[\d+\]/)
  })
})

test('a mistyped operation of own limits is refused by its name', async () => {
  const limited = (rate_limits: object) =>
    refusalOf({ ...GROUND, workspaces: [...GROUND.workspaces, { id: 'ws_3', name: 'Three', rate_limits }] })
  expect((await limited({ 'members.lst': 60 }))?.message).toBe(
    'workspaces[2].rate_limits: Unknown key "members.lst"; did you mean "members.list"?',
  )
  expect(await limited({ 'members.list': 60 })).toBeNull()
})

test('a mistyped key inside an object is refused by its name', async () => {
  const flow = { id: 'tfl_1', app_id: 'app_1', name: 'F', goal: 'G', steps: [] }
  const rows = { ...GROUND_ROWS, test_flows: [{ ...flow, schedule: { cron: '0 2 * * *', timezon: 'UTC' } }] }
  expect((await refusalOf(rows))?.message).toBe(
    'test_flows[0].schedule: Unknown key "timezon"; did you mean "timezone"?',
  )
})

describe('a finding of a scan', () => {
  const scanned = (result: object) =>
    refusalOf({ ...GROUND_ROWS, security_scans: [{ app_id: 'app_1', status: 'up_to_date', result }] })

  test('comes in with few fields, in every group', async () => {
    for (const group of FINDING_GROUPS) {
      await database.pool.query('truncate security_scans cascade')
      expect(await scanned({ [group]: [{ title: 'Only a title', severity: null }] }), group).toBeNull()
    }
  })

  test('is named with its field where that does not fit', async () => {
    await database.pool.query('truncate security_scans cascade')
    const refusal = await scanned({ hardcoded_secrets: [{ title: 'A' }, { severity: 'terrible' }] })
    expect(refusal?.message).toMatch(
      /^security_scans\[0\]\.result\.hardcoded_secrets\[1\]\.severity: Input should be 'critical', /,
    )
    const odd = await scanned({ dependency_vulnerabilities: [{ cvss_score: 'high' }] })
    expect(odd?.message).toMatch(
      /^security_scans\[0\]\.result\.dependency_vulnerabilities\[0\]\.cvss_score: /,
    )
  })
})
