/** Entities that files are read into and written out of. */
import { createTestApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'

export const ADMIN = { user_condition: { role: 'admin' } }
export const SCHEMA = {
  properties: {
    name: { type: 'string', maxLength: 40 },
    size: { type: 'number' },
    age: { type: ['integer', 'null'] },
    ok: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    place: { type: 'object', properties: { zip: { type: 'string' } } },
    any: {},
    status: { type: 'string', default: 'new' },
    price: { type: 'number', rls: { write: ADMIN } },
    secret: { type: 'string', rls: { read: ADMIN } },
    never: { type: 'string', rls: { read: false } },
  },
  required: ['name'],
  rls: { create: { $or: [ADMIN, { 'data.name': { $ne: 'forbidden' } }] } },
}

export type SetPath = { app_id: string; entity_name: string }

export interface SentFile {
  name?: string
  person?: Person
  query?: string
  headers?: Record<string, string>
}
interface Report {
  code?: string
  status: string
  details: string
  output: Record<string, unknown>[] | null
  created: number
  failed: number
  errors: { row: number; field: string | null; message: string }[]
}

export async function recordFiles() {
  const app = await createTestApp()
  const owner = await app.make.person('owner')
  const viewer = await app.make.person('viewer', { id: owner.workspace_id })
  const app_id = (await app.make.app(owner)).id
  let sets = 0
  return {
    app,
    owner,
    viewer,
    app_id,

    /** A new entity. */
    async entity(): Promise<SetPath> {
      const path = { app_id, entity_name: `Set${++sets}` }
      await app.as(owner).schemas.set({ app_id, name: path.entity_name }, SCHEMA)
      return path
    },

    async send(path: SetPath, content: BlobPart, options: SentFile = {}) {
      const { name = 'data.csv', person = viewer, query = '', headers = {} } = options
      const form = new FormData()
      form.append('file', new Blob([content]), name)
      const url = `${app.baseUrl}/api/apps/${path.app_id}/entities/${path.entity_name}/import${query}`
      const answer = await fetch(url, {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${person.token}`, ...headers },
      })
      return { http: answer.status, ...((await answer.json()) as Report) }
    },

    /** What is there, without what every record has. */
    async stored(path: SetPath) {
      const all = (await app.as(owner).records.list(path, { sort: 'name' })) as Record<string, unknown>[]
      return all.map(
        ({ id, created_date, updated_date, created_by, created_by_id, is_sample, ...own }) => own,
      )
    },
  }
}
