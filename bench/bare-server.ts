/**
 * What the benchmarks hold Atrium against: Fastify and prepared statements, no credentials, no validation, no
 * headers. The caller is named in the address.
 */
import { fastify } from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ ...JSON.parse(process.argv[2] ?? '{}'), max: 16 })
const server = fastify()

const ME = `select u.id, u.email, u.full_name,
    coalesce((select json_agg(json_build_object('id', w.id, 'name', w.name, 'user_role', m.role,
                                                'subscription_tier', w.plan,
                                                'is_enterprise', w.plan = 'enterprise')
                              order by m.joined_date, w.id)
                from members m join workspaces w on w.id = m.workspace_id
               where m.user_id = u.id and m.status = 'joined' and m.access_state = 'active'
                 and ($2::text is null or w.id = $2)), '[]'::json) as workspaces
   from users u where u.id = $1`

const WORKSPACE = `select w.id, w.name, w.plan, m.role
   from members m join workspaces w on w.id = m.workspace_id
  where m.user_id = $1 and m.workspace_id = $2 and m.status = 'joined' and m.access_state = 'active'`

const TREE = `select f.id, f.name, f.scope, f.owner_id, f.parent_folder_id, f.position, f.color, f.icon, f.app_type,
    coalesce((select array_agg(i.app_id order by i.created_date, i.app_id)
                from folder_items i join apps a on a.id = i.app_id and a.deleted_at is null
               where i.folder_id = f.id), '{}') as app_ids
   from folders f
  where f.workspace_id = $1 and (f.owner_id is null or f.owner_id = $2)
  order by f.scope desc, f.position, lower(f.name), f.id`

const FOLDER = `select id, workspace_id, scope from folders where id = $1 and (owner_id is null or owner_id = $2)`

const REMOVE = 'delete from folder_items where folder_id = $1 and app_id = $2'

const NOTE = `insert into audit_log (id, workspace_id, created_date, action, actor_id, credential_kind, address,
    request_id, app_id, target_type, target_id)
  values ($1, $2, now(), 'folders.remove_item', $3, 'personal_token', $4, $5, $6, 'folder', $7)`

const RECORD = 'id, data, created_by, created_by_id, created_date, updated_date, is_sample'

const MERGE = `update records set data = data || $4::jsonb, updated_date = now()
   where app_id = $1 and entity_name = $2 and id = $3 returning ${RECORD}`

const FIND = `select ${RECORD} from records where app_id = $1 and entity_name = $2 and id = $3`

interface Names {
  user: string
  workspace: string
  folder: string
  app: string
}

server.get<{ Params: Names }>('/me/:user/:workspace', async ({ params: { user, workspace } }) => {
  const { rows } = await pool.query({ name: 'me', text: ME, values: [user, workspace] })
  return rows[0]
})

server.get<{ Params: Names }>('/tree/:user/:workspace', async ({ params: { user, workspace } }) => {
  await pool.query({ name: 'workspace', text: WORKSPACE, values: [user, workspace] })
  const { rows } = await pool.query({ name: 'tree', text: TREE, values: [workspace, user] })
  return { folders: rows }
})

server.delete<{ Params: Names }>('/items/:user/:workspace/:folder/:app', async ({ params, id, ip }) => {
  const { user, workspace, folder, app } = params
  await pool.query({ name: 'folder', text: FOLDER, values: [folder, user] })
  await pool.query({ name: 'workspace', text: WORKSPACE, values: [user, workspace] })
  const client = await pool.connect()
  await client.query('begin')
  await client.query({ name: 'remove', text: REMOVE, values: [folder, app] })
  const note = [`bare_${crypto.randomUUID()}`, workspace, user, ip, id, app, folder]
  await client.query({ name: 'note', text: NOTE, values: note })
  await client.query('commit')
  client.release()
  return { unlinked: true, folder_id: folder, app_id: app }
})

interface RecordNames {
  app: string
  entity: string
  id: string
}

server.put<{ Params: RecordNames }>('/records/:app/:entity/:id', async ({ params, body }) => {
  const values = [params.app, params.entity, params.id, JSON.stringify(body)]
  const { rows } = await pool.query({ name: 'merge', text: MERGE, values })
  return rows[0]
})

server.get<{ Params: RecordNames }>('/records/:app/:entity/:id', async ({ params: { app, entity, id } }) => {
  const { rows } = await pool.query({ name: 'find', text: FIND, values: [app, entity, id] })
  return rows[0]
})

server.post<{ Body: { events: unknown[] } }>('/parse', async ({ body }) => ({ accepted: body.events.length }))

console.log(await server.listen({ host: '127.0.0.1', port: 0 }))
