/** What people write who installed the package: a page, and types that hold or are refused. */

/** Signs in, unless the session was kept; then creates a record and shows what is heard of it. */
export function pageScript(app: string, email: string, password: string): string {
  return `
import { createClient } from '@atrium/sdk'
const show = (text) => { document.body.append(text) }
const client = createClient({ baseUrl: '', app_id: '${app}', session: 'local' })
const me = await client.auth.me().catch(() => null)
if (me) show('still ' + me.email + '. ')
else await client.auth.login({ email: '${email}', password: '${password}' })
client.entities.Task.subscribe(({ type, data }) => show('heard ' + type + ' by ' + data.created_by), {
  onConnect: () => client.entities.Task.create({ title: 'from a page' }),
})
`
}

export const TYPES = `
import {
  type AnswerOf, ApiError, type AppClient, type Client, createClient, type EntityEvent, type Folder, iterate,
  listFindings, type Operations, operations, type SecurityScan,
} from '@atrium/sdk'
import { createAnalytics } from '@atrium/sdk/analytics'
import { createRealtime, entityRoom } from '@atrium/sdk/realtime'
import { verifyWebhook, type WebhookEvent } from '@atrium/sdk/webhooks'

type Typed = { Task: { record: { id: string; title: string }; create: { title: string }; update: { title?: string } } }
const client: Client & AppClient<Typed> = createClient<Typed>({ baseUrl: '', app_id: 'app_1', session: 'local' })
const folder: Folder = await client.folders.update({ folder_id: 'x' }, { color: '#fff', icon: undefined })
for await (const member of iterate(client.members.list, { roles: ['editor'] })) member.email satisfies string
const read = await client.request(operations.apps.read, { params: { app_id: 'a' } })
read.body.name satisfies string
client.integrations.Core.UploadFile({ file: new Blob([]) })
client.auth.verifyOtp({ email: 'x', otp_code: '1' }) satisfies Promise<{ access_token: string }>
const task = await client.entities.Task.create({ title: 'x' })
task.title satisfies string
client.entities.Task.subscribe((event: EntityEvent<Typed['Task']['record']>) => event.timestamp satisfies string)
const called = await client.connectors.call<{ ok: boolean }>('slack', { path: '/x' })
called.body.ok satisfies boolean
const users: AnswerOf<Operations['stats']['users']> = await client.analytics.users()
const exported: Response = await client.records.export({ app_id: 'a', entity_name: 'Task' })
for (const { finding } of listFindings({} as SecurityScan)) finding.severity satisfies string
createAnalytics({ baseUrl: '', app_id: 'a' }).track('x')
createRealtime({ baseUrl: '', app_id: 'a', token: () => undefined }).listen(entityRoom('a', 'Task'), () => {})
const event: WebhookEvent = await verifyWebhook({ secret: 'x', headers: {}, body: '' })
export { ApiError, event, exported, folder, users }
// @ts-expect-error: a field that the body does not have
client.folders.update({ folder_id: 'x' }, { nme: 'Shop' })
// @ts-expect-error: a value of another type
client.folders.update({ folder_id: 'x' }, { position: '1' })
// @ts-expect-error: a path value under another name
client.folders.update({ id: 'x' }, {})
// @ts-expect-error: a required body left out
client.folders.create()
// @ts-expect-error: a word that is not in the list
client.apps.list({ sort: 'colour' })
// @ts-expect-error: an answer without pages
iterate(client.folders.tree)
// @ts-expect-error: a verb that does not exist
client.folders.rename
`
