/** Whether what the code does is what the account and the mappings need. */
import type { TrackingScan as TrackingScanSchema } from '@atrium/contract/conversions'
import type { Static } from 'typebox'
import type { ConversionGoal } from '../../../ports/ad-platform/port.ts'
import { goalOf, type MappedGoal } from '../conversions/mapped-goal.ts'
import type { Found, SourceFindings } from './source-findings.ts'

export type TrackingScan = Static<typeof TrackingScanSchema>
type Gap = TrackingScan['gaps'][number]

export interface Judged {
  scan: TrackingScan
  /** `unknown` until the platform has published what to look for. */
  base_tag: 'installed' | 'missing' | 'unknown'
}

export interface Expected {
  /** Null until the platform publishes it. */
  account_tag: string | null
  goals: readonly ConversionGoal[]
  /** The enabled ones. */
  mappings: readonly MappedWrite[]
}

export interface MappedWrite extends MappedGoal {
  id: string
  entity_name: string
  event: 'create' | 'update' | 'delete'
}

export function judgeTracking(source: SourceFindings, expected: Expected): Judged {
  const { account_tag, goals, mappings } = expected
  const ours = new Set(goals.flatMap(({ tag }) => tag?.conversion_id ?? []))
  if (account_tag !== null) ours.add(account_tag)
  const calls = source.calls.filter(({ value }) => ours.has(value.split('/')[0] ?? ''))
  const reported = new Set(calls.map(({ value }) => value))
  const baseGap = baseTagGap(source, account_tag)
  const mappingGaps = mappings.flatMap(
    (mapping) => mappingGap(mapping, goalOf(mapping, goals), reported) ?? [],
  )
  const notes = [...oddities(source, { ours, goals, calls }), ...(source.is_partial ? [TOO_LARGE] : [])]
  return {
    scan: {
      gaps: [...(baseGap ? [baseGap] : []), ...mappingGaps, ...notes],
      calls_count: calls.length,
      is_clean: !baseGap && mappingGaps.length === 0,
    },
    base_tag: account_tag === null ? 'unknown' : baseGap ? 'missing' : 'installed',
  }
}

function baseTagGap({ loaders, configs }: SourceFindings, tag: string | null): Gap | null {
  if (tag === null) {
    return {
      kind: 'account_tag_unpublished',
      message:
        'The ad platform has not published the tag of this account yet; build the bootstrap prompt, which makes its goals, and scan again later.',
    }
  }
  if (loaders.length === 0) {
    return {
      kind: 'base_tag_missing',
      message: `No page loads the tag ${tag}; put it into the head of every page.`,
    }
  }
  if (configs.some(({ value }) => value === tag)) return null
  return {
    kind: 'base_tag_not_configured',
    message: `The tag is loaded but never set up for this account; call gtag('config', '${tag}').`,
    file_path: loaders[0]?.file_path ?? '',
  }
}

function mappingGap(
  mapping: MappedWrite,
  goal: ConversionGoal | undefined,
  reported: ReadonlySet<string>,
): Gap | null {
  const { id: mapping_id, conversion_type } = mapping
  const of = { mapping_id, conversion_type }
  if (!goal) {
    return {
      kind: 'goal_missing',
      message: `The account has no such goal ${conversion_type}; build the bootstrap prompt, which makes it.`,
      ...of,
    }
  }
  if (!goal.tag) {
    return {
      kind: 'goal_tag_unpublished',
      message: `The ad platform has not published the tag of ${conversion_type} yet; scan again later.`,
      ...of,
    }
  }
  const send_to = `${goal.tag.conversion_id}/${goal.tag.label}`
  if (reported.has(send_to)) return null
  return {
    kind: 'event_call_missing',
    message: `Nothing reports ${conversion_type} when “${mapping.entity_name}” records are ${PAST[mapping.event]}; call gtag('event', 'conversion', { send_to: '${send_to}' }) there.`,
    ...of,
  }
}

const PAST = { create: 'created', update: 'updated', delete: 'deleted' } as const

const TOO_LARGE: Gap = {
  kind: 'source_too_large',
  message: 'Not all of the code was read, so something may be there that was not found; see the limits.',
}

const ADS_ID = /^AW-/
const MOST_NOTES = 50

/** What looks like a mistake but may be meant. */
function oddities(
  { loaders, configs, calls: all }: SourceFindings,
  {
    ours,
    goals,
    calls,
  }: { ours: ReadonlySet<string>; goals: readonly ConversionGoal[]; calls: readonly Found[] },
): Gap[] {
  const labels = new Set(goals.flatMap(({ tag }) => (tag ? `${tag.conversion_id}/${tag.label}` : [])))
  const foreign = [...loaders, ...configs, ...all].filter(({ value }) => {
    const [id = ''] = value.split('/')
    return ADS_ID.test(id) && !ours.has(id)
  })
  return [
    ...notes('wrong_conversion_id', foreign, (value) => `${value} is not of this app’s advertising account.`),
    ...notes(
      'unknown_label',
      calls.filter(({ value }) => !labels.has(value)),
      (value) => `No goal of the account has the tag ${value}; look up its label.`,
    ),
    ...notes(
      'unreadable_call',
      all.filter(({ value }) => value === ''),
      () => 'Where a conversion is sent to cannot be read here; write id and label as plain text.',
    ),
  ]
}

/** Each once in a file. */
function notes(kind: Gap['kind'], found: readonly Found[], message: (value: string) => string): Gap[] {
  const once = new Map(found.map(({ file_path, value }) => [`${file_path} ${value}`, { file_path, value }]))
  return [...once.values()]
    .slice(0, MOST_NOTES)
    .map(({ file_path, value }) => ({ kind, message: message(value.slice(0, 100)), file_path }))
}
