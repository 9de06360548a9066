/** Whose limit it is: for every operation that has one, which workspace sets it and who is counted together. */
import { allOperations, type Operation } from '@atrium/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AppPerson, Person } from './make.ts'
import { useApp } from './use-app.ts'

/** Limits of workspaces: no default is one of them, so that an answer says whose was used. */
const HERE = 1_001
const THERE = 2_002

/** A workspace, and what an address can name of it. */
interface Place {
  workspace_id: string
  ids: Record<string, string>
}

const app = useApp({ trust_proxy: true })
/** The workspace that everybody joined first, and its second app. */
let here: Place
let secondApp: Place
let there: Place
/** With the same limits as the first, so that only the bucket keeps them apart. */
let alike: Place
let person: Person
let colleague: Person
let appUser: AppPerson
/** Whose requests are counted, by name. Each operation counts alone, so all begin at zero with it. */
let secrets: Record<string, string>

beforeAll(async () => {
  const { make } = app
  const first = await limitedWorkspace(HERE)
  const others = [await limitedWorkspace(THERE), await limitedWorkspace(HERE)]
  person = await make.person('owner', first, { joined_date: new Date('2026-01-01') })
  const joined = { joined_date: new Date('2026-02-01') }
  for (const { id } of others) await make.membership(id, { ...person, full_name: 'Of all' }, 'owner', joined)
  here = await placeIn(first)
  secondApp = await placeIn(first)
  there = await placeIn(others[0])
  alike = await placeIn(others[1])
  colleague = await make.person('owner', first)
  appUser = await make.appUser({ id: here.ids.app_id ?? '' })
  secrets = {
    session: await make.session(person),
    'other session': await make.session(person),
    token: person.token,
    'other token': await make.token(person),
    'token there': await make.token({ ...person, workspace_id: there.workspace_id }),
    'token alike': await make.token({ ...person, workspace_id: alike.workspace_id }),
    key: (await make.credential({ kind: 'api_key', user_id: person.id })).secret,
    'colleague’s token': colleague.token,
    'colleague’s session': await make.session(colleague),
    'app user': appUser.token,
    'app user again': await make.appSession({ id: appUser.app_id }, appUser),
    'other app user': (await make.appUser({ id: appUser.app_id })).token,
  }
})

const limitedWorkspace = (limit: number) =>
  app.make.workspace({ rate_limits: Object.fromEntries(allOperations.map(({ name }) => [name, limit])) })

async function placeIn(workspace?: { id: string }): Promise<Place> {
  const workspace_id = workspace?.id ?? ''
  const owner = { ...person, workspace_id }
  const { id: app_id } = await app.make.app(owner, { public_settings: 'public_without_login' })
  const { id: agent_id } = await app.make.app(owner, { kind: 'agent' })
  const { id: folder_id } = await app.make.folder(owner)
  return { workspace_id, ids: { app_id, agent_id, folder_id, workspace_id } }
}

interface Asked {
  who?: string
  at?: Place
  workspaceId?: string
  address?: string
}

/** Which limit was used and how much of it is left. Nothing is done: what would follow the count is refused. */
async function ask(operation: Operation, { who, at = here, workspaceId, address }: Asked) {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => at.ids[name] ?? 'unknown')
  const chosen = workspaceId ?? (isAtPlace(operation) ? undefined : at.workspace_id)
  const isRead = operation.method === 'GET'
  const response = await fetch(`${app.baseUrl}${path}${chosen ? `?workspaceId=${chosen}` : ''}`, {
    method: operation.method,
    redirect: 'manual',
    headers: {
      ...(who !== undefined && { authorization: `Bearer ${secrets[who]}` }),
      ...(address !== undefined && { 'x-forwarded-for': address }),
      ...(!isRead && { 'content-type': 'application/json' }),
    },
    ...(!isRead && { body: '{' }),
  })
  await response.arrayBuffer()
  const [, limit] = /;q=(\d+);/.exec(response.headers.get('ratelimit-policy') ?? '') ?? []
  const [, left] = /;r=(\d+);/.exec(response.headers.get('ratelimit') ?? '') ?? []
  return { limit: Number(limit), used: Number(limit) - Number(left) }
}

/** Whether its address says in which workspace it acts; otherwise the request may name one. */
function isAtPlace({ path }: Operation): boolean {
  return /\{(app|agent|folder|workspace)_id\}/.test(path)
}

/** How many requests each has used up, one after the other. */
async function usedBy(operation: Operation, requests: readonly Asked[]): Promise<number[]> {
  const used: number[] = []
  for (const request of requests) used.push((await ask(operation, request)).used)
  return used
}

const limited = allOperations.filter(({ limit }) => limit)
const byName = (operations: readonly Operation[]) => operations.map((one) => [one.name, one] as const)
const of = (...buckets: string[]) => limited.filter(({ limit }) => buckets.includes(limit?.bucket ?? ''))

test('every kind of bucket that an operation has is looked at here', () => {
  expect(of('pool', 'caller', 'caller+app', 'address')).toEqual(limited)
})

describe.each(byName(of('pool', 'caller', 'caller+app')))('%s', (_name, operation) => {
  test('has the limit of the workspace that the request acts in', async () => {
    const limitOf = async (asked: Asked) => (await ask(operation, asked)).limit
    for (const who of ['session', 'key']) {
      expect(await limitOf({ who })).toBe(HERE)
      expect(await limitOf({ who, at: there })).toBe(THERE)
    }
    expect(await limitOf({ who: 'token' })).toBe(HERE)
    expect(await limitOf({ who: 'token there', at: there })).toBe(THERE)
    // What an address says and what a token is for cannot be talked away.
    expect(await limitOf({ who: 'token', workspaceId: there.workspace_id })).toBe(HERE)
    if (isAtPlace(operation))
      expect(await limitOf({ who: 'session', workspaceId: there.workspace_id })).toBe(HERE)
  })
})

describe.each(byName(of('pool')))('%s', (_name, operation) => {
  test('counts each session alone, and the personal tokens of a workspace together', async () => {
    expect(await usedBy(operation, [{ who: 'colleague’s session' }, { who: 'other session' }])).toEqual([
      1, 1,
    ])
    const [before = 0] = await usedBy(operation, [{ who: 'token' }])
    const others = [{ who: 'other token' }, { who: 'colleague’s token' }]
    expect(await usedBy(operation, others)).toEqual([before + 1, before + 2])
    expect(await usedBy(operation, [{ who: 'token alike', at: alike }])).toEqual([1])
  })
})

describe.each(byName(of('caller', 'caller+app')))('%s', (_name, operation) => {
  test('counts a person once, whatever they come with, and nobody else with them', async () => {
    const own = ['session', 'other session', 'token', 'other token', 'key']
    const [before = 0, ...after] = await usedBy(
      operation,
      own.map((who) => ({ who })),
    )
    expect(after).toEqual([1, 2, 3, 4].map((more) => before + more))
    const others = [{ who: 'colleague’s token' }, { who: 'colleague’s session' }]
    expect(await usedBy(operation, others)).toEqual([1, 2])
    const isPerApp = operation.limit?.bucket === 'caller+app'
    const elsewhere = [
      { who: 'colleague’s token', at: secondApp },
      { who: 'token alike', at: alike },
    ]
    expect(await usedBy(operation, elsewhere)).toEqual(isPerApp ? [1, 1] : [3, before + 5])
  })

  if (operation.credential?.app_user)
    test('counts a user of the app by themselves, by the limit of the app’s workspace', async () => {
      expect((await ask(operation, { who: 'app user' })).limit).toBe(HERE)
      const sent = [{ who: 'app user again' }, { who: 'other app user' }]
      expect(await usedBy(operation, sent)).toEqual([2, 1])
    })

  if (operation.credential?.anonymous)
    test('counts visitors of an app by their address, by the limit of its workspace', async () => {
      const [one, other] = ['192.0.2.1', '192.0.2.2']
      expect((await ask(operation, { at: there, address: one })).limit).toBe(THERE)
      const sent = [{ address: one }, { address: one }, { address: other }, { address: one, at: secondApp }]
      expect(await usedBy(operation, sent)).toEqual([1, 2, 1, 1])
    })
})

/** Those that need no credential, or take one if it is there. */
const open = limited.filter(({ credential }) => credential === null || credential.optional)

describe.each(byName(open))('%s', (_name, operation) => {
  test('counts those without a credential by their address alone', async () => {
    const [one, other] = ['192.0.2.3', '192.0.2.4']
    const sent = [{ address: one }, { address: one, at: there }, { address: other }]
    expect(await usedBy(operation, sent)).toEqual([1, 2, 1])
  })
})
