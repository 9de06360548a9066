/** Values that fit a schema of the contract, and name things that are there. */
import type { Operation } from '@atrium/contract'
import type { Chance } from '../chance.ts'
import type { Schema as ListSchema } from '../mixed-lists/contract-lists.ts'
import { fields, filter, jsonSchema, sort, time } from './grammar.ts'
import { hostileText, hostileValue, ownEntries, toJson } from './hostile.ts'
import { ENTITY, PASSWORD, type World } from './world.ts'

export interface Drawing {
  world: World
  chance: Chance
  operation: Operation
}

export type Schema = ListSchema & {
  const?: unknown
  format?: string
  maxLength?: number
  maximum?: number
  minItems?: number
}

export function fitting(drawing: Drawing, schema: Schema, name = ''): unknown {
  const { chance, world, operation } = drawing
  const hinted = HINTS[name]?.(world, chance, operation)
  if (hinted !== undefined) return hinted
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return chance.one(schema.enum)
  if (schema.anyOf) return fitting(drawing, chance.one(schema.anyOf), name)
  const types = [schema.type ?? []].flat()
  switch (types.includes('null') && chance.percent(15) ? 'null' : types[0]) {
    case 'string':
      return textFor(chance, schema)
    case 'integer':
    case 'number':
      return numberFor(chance, schema)
    case 'boolean':
      return chance.percent(50)
    case 'null':
      return null
    case 'array':
      return listFor(drawing, schema, name)
    case 'object':
      return objectFor(drawing, schema)
    default:
      return hostileValue(chance)
  }
}

const TEXTS = [
  'text',
  'Zoë 日本',
  'someone@example.com',
  'https://127.0.0.1:9/x',
  'en',
  '+31612345678',
  'NL',
  '123',
  'id,name',
  '0123456789abcdef0123456789abcdef01234567',
]

function textFor(chance: Chance, { format, pattern, minLength = 0, maxLength = 200 }: Schema): string {
  if (format === 'date-time' || format === 'iso-date-time')
    return chance.percent(60)
      ? new Date(Date.now() - chance.below(90) * 86_400_000).toISOString()
      : time(chance)
  if (format === 'date') return chance.one(['2026-01-01', '2026-02-28', '2027-12-31', time(chance)])
  const fits = TEXTS.filter((text) => new RegExp(pattern ?? '', 'u').test(text) && text.length <= maxLength)
  const text = fits.length > 0 ? chance.one(fits) : hostileText(chance)
  if (pattern === undefined && chance.percent(6)) return 'é'.repeat(Math.min(maxLength, 50_000))
  return text.padEnd(minLength, 'x')
}

function numberFor(chance: Chance, { minimum = -5, maximum = 1_000 }: Schema): number {
  return chance.one([minimum, Math.min(maximum, minimum + chance.below(20)), maximum])
}

function listFor(
  drawing: Drawing,
  { items = {}, minItems = 0, maxItems = 5 }: Schema,
  name: string,
): unknown[] {
  const length = Math.min(maxItems, minItems + drawing.chance.below(4))
  const list = Array.from({ length }, () => fitting(drawing, items, name.replace(/s$/, '')))
  return [...new Map(list.map((item) => [JSON.stringify(item), item])).values()]
}

function objectFor(drawing: Drawing, schema: Schema): object {
  const { chance } = drawing
  const { properties = {}, required = [], patternProperties = {}, allOf = [] } = schema
  const chosen = Object.keys(properties).filter((name) => required.includes(name) || chance.percent(40))
  const object = ownEntries(chosen.map((name) => [name, fitting(drawing, properties[name] ?? {}, name)]))
  // What one property says decides the form of another.
  const applied = allOf.find((each) =>
    Object.entries(each.if.properties).every(([name, value]) => object[name] === value.const),
  )
  const decided = Object.entries(applied?.then.properties ?? {}).map(
    ([name, inner]) => [name, fitting(drawing, inner)] as const,
  )
  const free = Object.values(patternProperties).flatMap((inner) =>
    chance.percent(50) ? [['title', fitting(drawing, inner)] as const] : [],
  )
  return { ...object, ...ownEntries(decided), ...ownEntries(free) }
}

type Hint = (world: World, chance: Chance, operation: Operation) => unknown

const knownOf =
  (kind: string): Hint =>
  ({ known }, chance) =>
    known[kind]?.length ? chance.one(known[kind]) : undefined

/** Of the agent's own things or the app's, whichever the operation is about. */
const ofPart =
  (noun: string): Hint =>
  (world, chance, operation) =>
    knownOf(`${operation.path.startsWith('/api/agents') ? 'agent' : 'app'}_${noun}`)(world, chance, operation)

const email: Hint = ({ known, owner }, chance) =>
  chance.one([
    ...(known.member ?? []),
    ...(known.pending ?? []),
    owner.email,
    `new${chance.below(1e9)}@example.com`,
  ])

const isOfRecords = ({ name }: Operation) => name.startsWith('records.')
const onlyRecords =
  (draw: (chance: Chance) => unknown): Hint =>
  (_world, chance, operation) =>
    isOfRecords(operation) ? draw(chance) : undefined

const fileUrl: Hint = ({ known, shop, ground }, chance) => {
  const path = known.file_url?.length ? chance.one(known.file_url) : 'unknown/a.csv'
  return `${ground.app.baseUrl}/files/${shop}/${path}`
}

/** By the name of a parameter or field. */
const HINTS: Record<string, Hint> = {
  // Without the app there is not much to ask for, so it is deleted seldom.
  app_id: ({ shop, agent, ground }, chance, { name }) =>
    chance.percent(name === 'apps.delete' ? 5 : 90) ? shop : chance.one([agent, ground.foreignApp]),
  app_ids: ({ shop, agent }, chance) => chance.one([[shop], [shop, agent]]),
  agent_id: ({ shop, agent }, chance) => (chance.percent(92) ? agent : shop),
  workspaceId: ({ owner, ground }, chance) =>
    chance.percent(85) ? owner.workspace_id : ground.stranger.workspace_id,
  entity_name: (_world, chance) => chance.one([ENTITY, ENTITY, ENTITY, ENTITY, 'User', 'Other']),
  entity_names: () => [ENTITY],
  entity_id: knownOf('record'),
  name: ({ known }, chance, { path }) =>
    path.includes('entity-schemas') ? chance.one([ENTITY, 'Other', known.schema?.[0] ?? ENTITY]) : undefined,
  agent_name: () => 'helper',
  webhook_id: ofPart('webhook'),
  delivery_id: ofPart('delivery'),
  conversation_id: ofPart('conversation'),
  message_id: knownOf('message'),
  secret_name: knownOf('secret'),
  file_id: knownOf('file'),
  file_uri: knownOf('file_uri'),
  file_url: fileUrl,
  file_urls: (...drawing) => [fileUrl(...drawing)],
  view_id: knownOf('view'),
  folder_id: knownOf('folder'),
  parent_folder_id: knownOf('folder'),
  token_id: knownOf('token'),
  user_id: (world, chance, operation) =>
    chance.percent(70) ? knownOf('user')(world, chance, operation) : world.owner.id,
  campaign_id: knownOf('campaign'),
  account_id: knownOf('account'),
  mapping_id: knownOf('mapping'),
  revision_id: knownOf('site_revision'),
  domain_id: knownOf('site_domain'),
  folder: () => 'src',
  session_asset_id: knownOf('asset'),
  session_id: knownOf('asset_session'),
  path: (world, chance, operation) =>
    chance.percent(70) ? knownOf('source_file')(world, chance, operation) : 'src/new/File.jsx',
  under: () => 'src',
  email,
  user_email: email,
  to: ({ appUser, owner }, chance) => chance.one([appUser.email, owner.email]),
  actor_email: email,
  password: () => PASSWORD,
  new_password: () => PASSWORD,
  current_password: () => PASSWORD,
  target_url: ({ ground }) => ground.receiverUrl,
  q: onlyRecords((chance) => toJson(filter(chance))),
  sort: onlyRecords(sort),
  fields: onlyRecords(fields),
  distinct: onlyRecords((chance) => chance.one(['title', 'tags', 'n', 'moment', 'home.city', 'anything'])),
  cursor: ({ cursors }, chance, { name }) => {
    const known = cursors.filter(({ operation }) => operation === name || chance.percent(5))
    const cursor = known.length > 0 ? chance.one(known).cursor : 'eyJ4Ijox'
    if (chance.percent(60)) return cursor
    const at = chance.below(cursor.length)
    return chance.one([cursor.slice(0, at), `${cursor.slice(0, at)}A${cursor.slice(at + 1)}`, `${cursor}==`])
  },
  properties: (_world, chance, { name }) => {
    const asked = { plan: chance.one<unknown>(['pro', 1, true, null, [], hostileValue(chance, 0)]) }
    if (name === 'events.query') return toJson(asked)
    return name === 'events.aggregate' ? asked : undefined
  },
  time_zone: (_world, chance) =>
    chance.one(['UTC', 'Europe/Paris', 'Asia/Kathmandu', 'posix/Europe/Paris', '+05:30', 'localtime']),
  group_by: (_world, chance) =>
    chance.one(['event_name', 'user_id', 'page_url', 'properties.plan', 'properties.']),
  json_schema: (_world, chance) => jsonSchema(chance),
  response_json_schema: (_world, chance) => jsonSchema(chance),
  geo_targets: () => ['geoTargetConstants/2840'],
  landing_page: (_world, chance) =>
    chance.percent(90) ? 'https://shop.example.com/' : 'https://a.uncrawlable.test/',
  logo_url: () => 'https://shop.example.com/logo.png',
  daily_budget_micros: (_world, chance) => chance.one([20_000_000, 20_000_000, 1, 10 ** 15]),
  // Any id would do, and one of its own makes a campaign of its own.
  draft_id: (_world, chance) => `draft-${chance.below(1e9)}`,
}
