import { describe, expect, test } from 'vitest'
import { type Chance, chanceBy } from '../../../../../test/chance.ts'
import { cpuTime } from '../../../../../test/cpu-time.ts'
import { randomRuns, SEED } from '../../../../../test/random-runs.ts'
import { scanRuleEngine as engine } from '../../../../wiring/scan-rule-engine.ts'
import type { ScannedSchema } from '../snapshot.ts'
import type { RuleFix } from './hole.ts'
import { type Json, OPERATIONS, type Operation, type RuleRecord, type RuleUser } from './rule-engine.ts'
import { fixedSchemas } from './rule-fixes.ts'
import { scanRules } from './scan-rules.ts'
import { statedRule } from './stored-rules.ts'

const ADMIN = { user_condition: { role: 'admin' } }
const MINE = { created_by_id: '{{user.id}}' }
const text = { type: 'string' }
const scan = (schemas: ScannedSchema[], public_settings = 'public_with_login') =>
  scanRules(engine, { app: { public_settings }, schemas })
const entity = (rls: unknown, properties: Record<string, unknown> = { title: text }): ScannedSchema => ({
  ...{ name: 'Thing', type: 'object', properties, rls },
})

describe('fingerprints', () => {
  const fingerprints = async (schema: ScannedSchema) =>
    (await scan([schema])).map(({ fingerprint }) => fingerprint)

  test('stay with unrelated changes and the order of keys', async () => {
    const [before] = await fingerprints(entity({ read: MINE, create: MINE, update: true, delete: MINE }))
    const more = entity(
      { delete: ADMIN, update: true, read: MINE, create: MINE },
      { more: text, title: text },
    )
    expect(await fingerprints(more)).toEqual([before])
  })

  test('change with the rule that is flagged', async () => {
    const one = await fingerprints(entity({ read: MINE, create: MINE, update: true, delete: MINE }))
    const other = await fingerprints(entity({ read: MINE, create: MINE, update: {}, delete: MINE }))
    expect(one).not.toEqual(other)
  })
})

test('one hole is one finding', async () => {
  const found = await scan([entity(undefined, { password: text })], 'public_without_login')
  expect(found).toMatchObject([
    { rule_id: 'rls_missing', operations: [...OPERATIONS], sensitive_fields: ['password'] },
  ])
})

test('a hole in an app of invited people is one less severe', async () => {
  const severity = async (settings: string) => (await scan([entity(undefined)], settings))[0]?.severity
  expect(await severity('public_without_login')).toBe('critical')
  expect(await severity('workspace_with_login')).toBe('high')
})

test('a rule that cannot be judged raises nothing, and the others are still looked at', async () => {
  const broken = { ...entity({ read: { 'data.gone': 1 } }), name: 'Broken' }
  expect((await scan([broken, entity(undefined)])).map(({ entity_name }) => entity_name)).toEqual(['Thing'])
})

test('rules as large as can be are bounded work', async () => {
  const fields = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`f${index}`, text]))
  const names = Object.keys(fields).slice(0, 190)
  const rule = { $or: names.map((name, index) => ({ [`data.${name}`]: `{{user.data.d${index % 20}}}` })) }
  const used = cpuTime()
  const found = await scan([entity({ read: rule, write: rule }, fields)])
  expect(used()).toBeLessThan(20_000)
  for (const { rule_id } of found)
    expect(['rls_trusts_user_editable_field', 'rls_movable_row']).toContain(rule_id)
})

/** Held against people and records that the scanner did not invent. */
describe('whatever the rules, what is recommended', () => {
  const wrong: (RuleUser | null)[] = [
    null,
    { id: 'usr_other', email: 'other@example.com', role: 'user', data: {} },
    { id: 'usr_other2', email: 'other2@example.com', role: 'user', data: { team: 'red', is_staff: true } },
  ]
  const maker: RuleUser = { id: 'usr_maker', email: 'maker@example.com', role: 'user', data: {} }
  const admin: RuleUser = { id: 'usr_admin', email: 'admin@example.com', role: 'admin', data: {} }
  const open = new Set(['rls_missing', 'rls_always_true', 'rls_anonymous_write', 'rls_missing_owner_check'])

  test.each(Array.from({ length: randomRuns(60) }, (_, at) => SEED + at))(
    'refuses the wrong and lets in the right, seed %i',
    async (seed) => {
      const random = chanceBy(seed).one
      const schemas = [randomEntity(random)]
      const settings = random(['public_without_login', 'public_with_login', 'private_with_login'])
      for (const finding of await scan(schemas, settings)) {
        const { rule_id, operations, recommended_rule } = finding
        if (!recommended_rule || !open.has(rule_id)) continue
        const fix = recommended_rule as RuleFix
        const [before] = schemas
        const [after] = fixedSchemas(schemas, 'Thing', [{ operations, fix }])
        if (!before || !after) throw new Error('there is one schema')
        for (const operation of operations) {
          for (const record of recordsOf(maker)) {
            if (operation !== 'create')
              for (const user of wrong) expect(engine.allows(after, user, operation, record)).toBe(false)
            else expect(engine.allows(after, null, operation, record)).toBe(false)
            for (const user of [maker, admin])
              if (operation !== 'create' && engine.allows(before, user, operation, record))
                expect(engine.allows(after, user, operation, record)).toBe(true)
          }
        }
        expectUnchanged(before, fix, operations)
      }
    },
  )
})

function expectUnchanged(before: ScannedSchema, { rls = {} }: RuleFix, operations: readonly Operation[]) {
  for (const operation of OPERATIONS)
    if (!operations.includes(operation))
      expect(statedRule(rls, operation)).toEqual(statedRule(before.rls as never, operation))
}

function* recordsOf({ id, email }: RuleUser): Generator<RuleRecord> {
  const times = { created_date: '2026-07-01T00:00:00.000Z', updated_date: '2026-07-01T00:00:00.000Z' }
  for (const status of ['open', 'closed', 'else', null])
    for (const done of [true, false, null])
      for (const team of ['red', 'blue', null])
        yield {
          ...{ id: 'rec_1', created_by: email, created_by_id: id, is_sample: false, ...times },
          data: { status, done, team },
        }
}

type Random = Chance['one']

function randomEntity(random: Random): ScannedSchema {
  const keys = ['create', 'read', 'update', 'delete', 'write'].filter(() => random([true, true, false]))
  const rls = Object.fromEntries(keys.map((key) => [key, randomRule(random, 0)]))
  const properties = { status: text, done: { type: 'boolean' }, team: text, api_key: text }
  return entity(random([rls, rls, rls, rls, null]), properties)
}

function randomRule(random: Random, depth: number): Json {
  const leaves: Json[] = [
    ...[true, true, false, {}, MINE, ADMIN, { 'data.status': 'open' }, { 'data.status': { $ne: 'closed' } }],
    ...[{ 'data.done': true }, { 'data.done': { $ne: true } }, { 'data.status': { $in: ['open', 'else'] } }],
    ...[{ user_condition: { role: 'user' } }, { created_by: '{{user.email}}' }, { id: { $exists: true } }],
  ]
  if (depth > 1 || random([true, false])) {
    const leaf = random(leaves)
    return depth > 0 && typeof leaf === 'boolean' ? MINE : leaf
  }
  const parts = [randomRule(random, depth + 1), randomRule(random, depth + 1)]
  return { [random(['$and', '$or', '$or', '$nor'])]: parts }
}
