/** An app with its people, its records as the model has them, and one request after the other. */
import { isDeepStrictEqual } from 'node:util'
import type { SharedApp } from '../../../../../test/app.ts'
import { ENTITIES, type ModelEntity, type ModelRecord, type ModelUser, type Value } from './model.ts'

export interface Actor {
  name: string
  user: ModelUser
  token: string | null
  canEdit: boolean
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server sent
  body: any
  ms: number
}

export interface World {
  actors: readonly Actor[]
  emails: readonly string[]
  records: Map<string, Map<string, ModelRecord>>
  send(request: Sent): Promise<Answer>
  /** The records as the server has them, past all rules. */
  stored(entity: ModelEntity): Promise<Map<string, ModelRecord>>
}

export interface Sent {
  actor: Actor
  method: string
  /** Behind `/entities`, with its query. */
  path: string
  body?: unknown
  /** Sent as it is, instead of a body. */
  raw?: string
  headers?: Record<string, string>
}

export async function createWorld(app: SharedApp): Promise<World> {
  const owner = await app.make.person('owner')
  const { id: appId } = await app.make.app(owner, { public_settings: 'public_without_login' })
  for (const { name, schema } of ENTITIES) await app.as(owner).schemas.set({ app_id: appId, name }, schema)
  const workspace = { id: owner.workspace_id }
  const actor = (
    name: string,
    { id, email, token }: { id: string; email: string; token: string },
    role: 'admin' | 'user',
  ): Actor => ({ name, token, user: { id, email, role }, canEdit: role === 'admin' })
  const actors: Actor[] = [
    actor('owner', owner, 'admin'),
    actor('editor', await app.make.person('editor', workspace), 'admin'),
    actor('viewer', await app.make.person('viewer', workspace), 'user'),
    actor('user', await app.make.appUser({ id: appId }), 'user'),
    actor('other user', await app.make.appUser({ id: appId }), 'user'),
    { name: 'nobody', token: null, user: null, canEdit: false },
  ]

  const send = async ({ actor, method, path, body, raw, headers = {} }: Sent): Promise<Answer> => {
    const start = performance.now()
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(`${app.baseUrl}/api/apps/${appId}/entities${path}`, {
      method,
      headers: {
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...(actor.token && { authorization: `Bearer ${actor.token}` }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      body: isJson ? JSON.parse(text) : text,
      ms: performance.now() - start,
    }
  }

  return {
    actors,
    emails: actors.flatMap(({ user }) => user?.email ?? []),
    records: new Map(ENTITIES.map(({ name }) => [name, new Map()])),
    send,
    async stored(entity) {
      const all = new Map<string, ModelRecord>()
      let cursor = ''
      do {
        const { status, body } = await send({
          actor: actors[0] as Actor,
          method: 'GET',
          path: `/${entity.name}/v2/list?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
          headers: { 'x-bypass-rls': 'true' },
        })
        if (status !== 200) throw new Error(`the records cannot be read: ${JSON.stringify(body)}`)
        for (const record of body.items) all.set(record.id, modelOf(record))
        cursor = body.has_more ? body.next_cursor : ''
      } while (cursor)
      return all
    },
  }
}

/** A record as the server sends it whole. */
export function modelOf({
  id,
  created_by,
  created_by_id,
  created_date,
  updated_date,
  is_sample,
  ...data
}: Record<string, unknown>): ModelRecord {
  return { id, created_by, created_by_id, data } as ModelRecord
}

/** The difference as one sentence, or null. A cleared field is as good as an absent one. */
export function difference(
  model: ReadonlyMap<string, ModelRecord>,
  stored: ReadonlyMap<string, ModelRecord>,
): string | null {
  const missing = [...model.keys()].filter((id) => !stored.has(id))
  const surplus = [...stored.keys()].filter((id) => !model.has(id))
  if (missing.length + surplus.length > 0) return `missing ${missing}, surplus ${surplus}`
  for (const [id, record] of model) {
    const found = stored.get(id)
    if (!isDeepStrictEqual(withoutNulls(record.data), withoutNulls(found?.data ?? {})))
      return `${id} is ${JSON.stringify(found?.data)} and should be ${JSON.stringify(record.data)}`
  }
  return null
}

export function withoutNulls(data: { [field: string]: Value }): { [field: string]: Value } {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null))
}
