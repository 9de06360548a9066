/** Written after the rules were finished. */
import { handler, OPEN, whole } from './make-function.ts'

export const functionsCleanLater = [
  whole(
    null,
    `import { createClientFromRequest } from '@atrium/sdk'
export default async (req: Request) => {
  const app = createClientFromRequest(req)
  const { title } = await req.json()
  return Response.json(await app.entities.Task.create({ title }))
}`,
  ),
  handler(
    null,
    `const me = JSON.parse(request.headers.get('x-atrium-user') ?? 'null')
  if (me?.role !== 'admin') return new Response('forbidden', { status: 403 })
  const { ids } = await request.json()
  await app.asService.entities.Invoice.deleteMany({ id: { $in: ids } })
  return new Response('ok')`,
  ),
  handler(
    null,
    `const me = await app.auth.me()
  const { id, text } = await request.json()
  const note = await app.asService.entities.Note.get(id)
  if (note.created_by_id !== me.id) return new Response('not yours', { status: 403 })
  await app.asService.entities.Note.update(id, { text })
  return new Response('ok')`,
  ),
  handler(
    null,
    `const user = await app.auth.me()
  await app.asService.entities.Visit.create({ user_id: user.id })
  return new Response('ok')`,
    OPEN,
  ),
  whole(
    null,
    `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createClientFromRequest } from '@atrium/sdk'
function isGenuine(body: string, given: string | null): boolean {
  const wanted = createHmac('sha256', Deno.env.get('GITHUB_SECRET')).update(body).digest('hex')
  return given !== null && timingSafeEqual(Buffer.from(given), Buffer.from('sha256=' + wanted))
}
Deno.serve(async (req) => {
  const body = await req.text()
  if (!isGenuine(body, req.headers.get('x-hub-signature-256'))) return new Response('no', { status: 401 })
  await createClientFromRequest(req).asService.entities.Push.create(JSON.parse(body))
  return new Response('ok')
})`,
    OPEN,
  ),
  whole(
    null,
    `import { Webhook } from 'svix'
import { createClientFromRequest } from '@atrium/sdk'
Deno.serve(async (req) => {
  const wh = new Webhook(Deno.env.get('CLERK_WEBHOOK_SECRET'))
  const event = wh.verify(await req.text(), Object.fromEntries(req.headers))
  await createClientFromRequest(req).asService.entities.Person.create({ email: event.data.email })
  return new Response('ok')
})`,
    { access: 'anyone', name: 'clerk-webhook' },
  ),
  handler(
    null,
    `const token = request.headers.get('authorization')?.replace('Bearer ', '')
  if (token !== Deno.env.get('CRON_SECRET')) return new Response('no', { status: 401 })
  await app.asService.entities.Report.create({ day: new Date().toISOString() })
  return new Response('ok')`,
    OPEN,
  ),
  handler(
    null,
    `const provider = new URL(request.url).searchParams.get('provider')
  const HOSTS = { a: 'https://a.example.com', b: 'https://b.example.com' }
  return fetch(HOSTS[provider] ?? HOSTS.a)`,
  ),
  handler(
    null,
    `const { url } = await request.json()
  const parsed = new URL(url)
  if (parsed.hostname !== 'cdn.example.com') throw new Error('host')
  return fetch(parsed)`,
  ),
  handler(
    null,
    `const { q } = await request.json()
  const url = new URL('https://api.search.example.com/v1')
  url.searchParams.set('q', q)
  const found = await fetch(url, { headers: { 'x-key': Deno.env.get('SEARCH_KEY') } })
  return Response.json(await found.json())`,
  ),
  handler(
    null,
    `const base = Deno.env.get('BACKEND_URL')
  const { path } = await request.json()
  return fetch(\`\${base}/items/\${encodeURIComponent(path)}\`)`,
  ),
  handler(
    null,
    `const { format } = await request.json()
  if (format !== 'png' && format !== 'jpg') return new Response('format', { status: 400 })
  const out = await new Deno.Command('convert', { args: ['in.svg', \`out.\${format}\`] }).output()
  return new Response(out.stdout)`,
  ),
  whole(
    null,
    `import { basename } from 'node:path'
Deno.serve(async (req) => {
  const name = basename(new URL(req.url).pathname)
  return new Response(await Deno.readFile('./public/' + name))
})`,
  ),
  handler(
    null,
    `const { page } = await request.json()
  if (!/^[a-z0-9-]{1,40}$/.test(page)) return new Response('page', { status: 400 })
  return new Response(await Deno.readTextFile(\`./pages/\${page}.html\`))`,
  ),
  handler(
    null,
    `const { city, limit } = await request.json()
  const rows = await client.queryObject({ text: 'select * from shops where city = $1 limit $2', args: [city, Number(limit)] })
  return Response.json(rows)`,
  ),
  handler(
    null,
    `const { sort } = await request.json()
  const columns = ['name', 'price']
  if (!columns.includes(sort)) return new Response('sort', { status: 400 })
  return Response.json(await pool.query(\`select * from products order by \${sort}\`))`,
  ),
  handler(
    null,
    `const { text } = await request.json()
  const notes = await app.entities.Note.filter({ text: { $regex: text } })
  return Response.json({ message: 'select one from the list where it fits: ' + text, notes })`,
  ),
  handler(
    null,
    `const allowed = ['https://shop.example.com']
  const origin = request.headers.get('origin') ?? ''
  const headers = new Headers()
  if (allowed.includes(origin)) {
    headers.set('Access-Control-Allow-Origin', origin)
    headers.set('Access-Control-Allow-Credentials', 'true')
  }
  return new Response('{}', { headers })`,
  ),
  handler(
    null,
    `const key = Deno.env.get('WEATHER_KEY')
  if (!key) return Response.json({ error: 'WEATHER_KEY is not set' }, { status: 500 })
  const answer = await fetch('https://api.weather.example.com/now?key=' + key)
  return Response.json(await answer.json())`,
  ),
  handler(
    null,
    `const { messages } = await request.json()
  if (messages.length > 20) return new Response('too many', { status: 413 })
  const summaries = []
  for (const message of messages) summaries.push(await app.integrations.Core.InvokeLLM({ prompt: message }))
  return Response.json(summaries)`,
  ),
  handler(
    null,
    `const me = await app.auth.me()
  await app.integrations.Core.SendEmail({ to: me.email, subject: 'Welcome', body: 'Hello' })
  return new Response('ok')`,
    OPEN,
  ),
  handler(
    null,
    `const { email } = await request.json()
  await rateLimiter.consume(email)
  await app.integrations.Core.SendEmail({ to: email, subject: 'Code', body: '1' })
  return new Response('ok')`,
    OPEN,
  ),
  handler(
    null,
    `const { scheduled_at } = await request.json()
  const stale = await app.asService.entities.Cart.filter({ updated_date: { $lt: scheduled_at } })
  for (const cart of stale) await app.asService.entities.Cart.delete(cart.id)
  return Response.json({ removed: stale.length })`,
    { is_automated: true },
  ),
  whole(
    null,
    `Deno.serve((request) => {
  const name = new URL(request.url).searchParams.get('name') ?? 'world'
  return new Response('Hello ' + name.slice(0, 50))
})`,
    OPEN,
  ),
  whole(
    null,
    `import { Hono } from 'hono'
const api = new Hono()
api.get('/health', (c) => c.json({ ok: true }))
api.get('/items/:id', (c) => c.json({ id: c.req.param('id') }))
Deno.serve(api.fetch)`,
    OPEN,
  ),
  handler(
    null,
    `waitUntil(app.asService.entities.Visit.create({ path: new URL(request.url).pathname }))
  return Response.json(await app.entities.Page.list())`,
  ),
]
