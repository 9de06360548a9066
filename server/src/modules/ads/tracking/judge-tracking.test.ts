import { describe, expect, test } from 'vitest'
import type { ConversionGoal, GoalCategory } from '../../../ports/ad-platform/port.ts'
import { type Expected, judgeTracking, type MappedWrite } from './judge-tracking.ts'
import type { Found, SourceFindings } from './source-findings.ts'

const goal = (category: GoalCategory, goal_id: string, label: string | null): ConversionGoal => ({
  ...{ goal_id, category, name: category, counting: 'ONE_PER_CLICK', created_date: null },
  resource_name: `customers/1/conversionActions/${goal_id}`,
  tag: label === null ? null : { conversion_id: 'AW-1', label },
})
const GOALS = [goal('PURCHASE', '11', 'buy'), goal('PURCHASE', '12', 'again'), goal('SIGNUP', '13', null)]
const mapping = (fields: Partial<MappedWrite> = {}): MappedWrite => ({
  ...{ id: 'cmap_1', entity_name: 'Order', event: 'create', conversion_type: 'PURCHASE' },
  conversion_action_id: null,
  ...fields,
})
const at = (...values: string[]): Found[] => values.map((value) => ({ file_path: 'index.html', value }))
const source = (fields: Partial<SourceFindings> = {}): SourceFindings => ({
  ...{ loaders: at('AW-1'), configs: at('AW-1'), calls: [], pages: 1, is_partial: false },
  ...fields,
})
function judge(findings: Partial<SourceFindings>, expected: Partial<Expected> = {}) {
  const { scan, base_tag } = judgeTracking(source(findings), {
    ...{ account_tag: 'AW-1', goals: GOALS, mappings: [] },
    ...expected,
  })
  return { ...scan, kinds: scan.gaps.map(({ kind }) => kind), base_tag }
}

describe('the base tag', () => {
  test.each<[string, Partial<SourceFindings>, string[], string]>([
    ['installed', {}, [], 'installed'],
    ['loaded for another product too', { loaders: at('G-123') }, [], 'installed'],
    ['loaded by an address that cannot be read', { loaders: at('') }, [], 'installed'],
    ['not there at all', { loaders: [], configs: [] }, ['base_tag_missing'], 'missing'],
    ['set up but never loaded', { loaders: [] }, ['base_tag_missing'], 'missing'],
    ['loaded but not set up', { configs: [] }, ['base_tag_not_configured'], 'missing'],
    ['set up for something unknown', { configs: at('') }, ['base_tag_not_configured'], 'missing'],
    [
      'of another account',
      { loaders: at('AW-2'), configs: at('AW-2') },
      ['base_tag_not_configured', 'wrong_conversion_id'],
      'missing',
    ],
  ])('%s', (_, findings, kinds, base_tag) => {
    expect(judge(findings)).toMatchObject({ kinds, base_tag, is_clean: base_tag === 'installed' })
  })
  test('nobody knows until the platform publishes it', () => {
    expect(judge({}, { account_tag: null, goals: [] })).toMatchObject({
      kinds: ['account_tag_unpublished', 'wrong_conversion_id'],
      base_tag: 'unknown',
      is_clean: false,
    })
  })
  test('names the file that loads it', () => {
    expect(judge({ configs: [] }).gaps).toEqual([
      expect.objectContaining({ kind: 'base_tag_not_configured', file_path: 'index.html' }),
    ])
  })
})

describe('an enabled mapping', () => {
  test('has its call', () => {
    const found = judge({ calls: at('AW-1/buy', 'AW-1/buy') }, { mappings: [mapping()] })
    expect(found).toMatchObject({ gaps: [], calls_count: 2, is_clean: true })
  })
  test('lacks it', () => {
    const found = judge({ calls: at('AW-1/again') }, { mappings: [mapping()] })
    expect(found).toMatchObject({ calls_count: 1, is_clean: false, base_tag: 'installed' })
    expect(found.gaps).toEqual([
      {
        kind: 'event_call_missing',
        message: expect.stringContaining(`“Order” records are created`),
        mapping_id: 'cmap_1',
        conversion_type: 'PURCHASE',
      },
    ])
    expect(found.gaps[0]?.message).toContain(`send_to: 'AW-1/buy'`)
  })
  test('of one goal in particular needs the call of that', () => {
    const mappings = [mapping({ conversion_action_id: '12' })]
    expect(judge({ calls: at('AW-1/buy') }, { mappings }).kinds).toEqual(['event_call_missing'])
    expect(judge({ calls: at('AW-1/again') }, { mappings }).is_clean).toBe(true)
  })
  test('shares a call with another one of the same goal', () => {
    const mappings = [mapping(), mapping({ id: 'cmap_2', entity_name: 'Invoice' })]
    expect(judge({ calls: at('AW-1/buy') }, { mappings }).is_clean).toBe(true)
    expect(judge({}, { mappings }).kinds).toEqual(['event_call_missing', 'event_call_missing'])
  })
  test.each<[string, Partial<MappedWrite>, string]>([
    ['without a tag yet', { conversion_type: 'SIGNUP' }, 'goal_tag_unpublished'],
    ['that the account does not have', { conversion_type: 'CONTACT' }, 'goal_missing'],
    ['that is gone', { conversion_action_id: '99' }, 'goal_missing'],
  ])('of a goal %s', (_, fields, kind) => {
    expect(judge({}, { mappings: [mapping(fields)] })).toMatchObject({
      gaps: [{ kind, mapping_id: 'cmap_1' }],
      is_clean: false,
    })
  })
})

describe('what may be meant is reported, and does not count', () => {
  test('ids of other accounts, once for each file', () => {
    const found = judge({
      configs: at('AW-1', 'AW-2', 'AW-2', 'G-5'),
      calls: [...at('AW-3/x'), { file_path: 'a.js', value: 'AW-3/x' }],
    })
    expect(found).toMatchObject({ is_clean: true, calls_count: 0 })
    expect(found.gaps.map(({ kind, file_path }) => [kind, file_path])).toEqual([
      ['wrong_conversion_id', 'index.html'],
      ['wrong_conversion_id', 'index.html'],
      ['wrong_conversion_id', 'a.js'],
    ])
  })
  test('labels of no goal, and calls that cannot be read', () => {
    const found = judge({ calls: at('AW-1/buy', 'AW-1/nope', '', '') })
    expect(found).toMatchObject({
      kinds: ['unknown_label', 'unreadable_call'],
      is_clean: true,
      calls_count: 2,
    })
  })
  test('that not all was read', () => {
    expect(judge({ is_partial: true })).toMatchObject({ kinds: ['source_too_large'], is_clean: true })
  })
  test('in moderation', () => {
    const calls = Array.from({ length: 300 }, (_, n) => ({ file_path: `${n}.js`, value: 'AW-2/x' }))
    expect(judge({ calls }).gaps).toHaveLength(50)
  })
})
