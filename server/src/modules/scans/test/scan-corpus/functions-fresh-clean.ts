// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the text of code
/** Written from what functions of apps do well, after all rules; see `fresh-corpus.test.ts` for what the first run found. */
import { FORBIDDEN, handler, lines, OK, OPEN, whole } from './make-function.ts'

const body = (...all: string[]) => handler(null, lines(...all))

export const functionsCleanFresh = [
  handler(
    null,
    lines(
      'const { id, stars } = await request.json()',
      'await app.entities.Review.update(id, { stars })',
      OK,
    ),
    OPEN,
  ),
  handler(
    null,
    lines(
      "const me = request.headers.get('x-atrium-user')",
      "if (!me) return new Response('sign in', { status: 401 })",
      'await app.asService.entities.Visit.create({ at: Date.now() })',
      OK,
    ),
    OPEN,
  ),
  handler(
    null,
    lines(
      "const given = request.headers.get('authorization') ?? ''",
      "const wanted = 'Bearer ' + Deno.env.get('CRON_TOKEN')",
      `if (given !== wanted) ${FORBIDDEN}`,
      'await app.asService.entities.Report.create({})',
      OK,
    ),
    OPEN,
  ),
  whole(
    null,
    `import { createClientFromRequest } from '@atrium/sdk'
import { checkAccess } from './access.ts'
Deno.serve(async (req) => {
  if (!checkAccess(req)) return new Response('no', { status: 401 })
  await createClientFromRequest(req).asService.entities.Job.create({ at: Date.now() })
  return new Response('ok')
})`,
    {
      ...OPEN,
      files: {
        'access.ts':
          "export const checkAccess = (req) => req.headers.get('x-access') === Deno.env.get('ACCESS_KEY')",
      },
    },
  ),
  whole(
    null,
    `import { createClientFromRequest } from '@atrium/sdk'
import { jwtVerify } from 'jose'
Deno.serve(async (req) => {
  const token = req.headers.get('authorization').slice(7)
  const { payload } = await jwtVerify(token, new TextEncoder().encode(Deno.env.get('JWT_SECRET')))
  if (payload.role !== 'admin') return new Response('no', { status: 403 })
  const { id } = await req.json()
  await createClientFromRequest(req).asService.entities.Price.update(id, { n: 1 })
  return new Response('ok')
})`,
    OPEN,
  ),
  body(
    "const res = await fetch('https://api.weather.acme.io/v1/now', { headers: { 'x-key': Deno.env.get('WEATHER_KEY') } })",
    'return Response.json(await res.json())',
  ),
  handler(
    null,
    lines(
      "const q = new URL(request.url).searchParams.get('q')",
      'return Response.json(await app.entities.Person.filter({ name: q }))',
    ),
    OPEN,
  ),
  body(
    'const me = await app.auth.me()',
    'const { order_id } = await request.json()',
    'const order = await app.asService.entities.Order.get(order_id)',
    `if (order.created_by !== me.email && me.role !== 'admin') ${FORBIDDEN}`,
    "await app.asService.entities.Order.update(order_id, { status: 'cancelled' })",
    OK,
  ),
  body(
    'const me = await app.auth.me()',
    "const isEditor = ['admin', 'editor'].includes(me.role)",
    `if (!isEditor) ${FORBIDDEN}`,
    'const { id } = await request.json()',
    'await app.asService.entities.Page.delete(id)',
    OK,
  ),
  body(
    'const me = await app.auth.me()',
    'const { team_id, name } = await request.json()',
    'const [membership] = await app.asService.entities.Membership.filter({ team_id, user_id: me.id })',
    `if (membership?.role !== 'owner') ${FORBIDDEN}`,
    'await app.asService.entities.Team.update(team_id, { name })',
    OK,
  ),
  body(
    'const me = await app.auth.me()',
    'const { theme } = await request.json()',
    'await app.asService.entities.Preference.create({ theme, user: me.id })',
    OK,
  ),
  whole(
    null,
    `import { createClientFromRequest } from '@atrium/sdk'
const requireRole = async (app, role) => {
  const user = await app.auth.me()
  if (user.role !== role) throw new Response('forbidden', { status: 403 })
  return user
}
Deno.serve(async (req) => {
  const app = createClientFromRequest(req)
  await requireRole(app, 'admin')
  const { id } = await req.json()
  await app.asService.entities.Member.delete(id)
  return new Response('ok')
})`,
  ),
  body(
    'const me = await app.auth.me()',
    'const mine = await app.asService.entities.Salary.filter({ user_id: me.id })',
    'return Response.json(mine)',
  ),
  body(
    'const all = await app.asService.entities.Vote.list()',
    "const yes = all.filter((vote) => vote.value === 'yes').length",
    'return Response.json({ yes, no: all.length - yes })',
  ),
  body(
    'const people = await app.asService.entities.Person.list()',
    'return Response.json(people.map((person) => ({ name: person.name, photo: person.photo })))',
  ),
  whole(
    null,
    `import Stripe from 'stripe'
import { createClientFromRequest } from '@atrium/sdk'
const stripe = new Stripe(Deno.env.get('STRIPE_SECRET_KEY'))
Deno.serve(async (req) => {
  const body = await req.text()
  let event
  try {
    event = await stripe.webhooks.constructEventAsync(body, req.headers.get('stripe-signature'), Deno.env.get('STRIPE_WEBHOOK_SECRET'))
  } catch (error) {
    return new Response(error.message, { status: 400 })
  }
  await createClientFromRequest(req).asService.entities.Invoice.update(event.data.object.id, { paid: true })
  return new Response('ok')
})`,
    { ...OPEN, name: 'stripe-webhook' },
  ),
  whole(
    null,
    `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createClientFromRequest } from '@atrium/sdk'
Deno.serve(async (req) => {
  const raw = await req.text()
  const digest = 'sha256=' + createHmac('sha256', process.env.GITHUB_WEBHOOK_SECRET).update(raw).digest('hex')
  const given = Buffer.from(req.headers.get('x-hub-signature-256') ?? '')
  if (given.length !== digest.length || !timingSafeEqual(given, Buffer.from(digest))) {
    return new Response('signature', { status: 401 })
  }
  await createClientFromRequest(req).asService.entities.Deploy.create({ ref: JSON.parse(raw).ref })
  return new Response('ok')
})`,
    OPEN,
  ),
  body(
    'const { sku } = await request.json()',
    "const url = new URL('https://api.stock.acme.io/items')",
    "url.searchParams.set('sku', sku)",
    'return fetch(url)',
  ),
  body(
    'const { region } = await request.json()',
    "const HOSTS = { eu: 'https://eu.acme.io', us: 'https://us.acme.io' }",
    'const host = HOSTS[region]',
    "if (!host) return new Response('region', { status: 400 })",
    'return fetch(`${host}/status`)',
  ),
  body(
    'const { site } = await request.json()',
    'const { hostname, protocol } = new URL(site)',
    "if (protocol !== 'https:' || !hostname.endsWith('.acme.io')) return new Response('site', { status: 400 })",
    'return fetch(site)',
  ),
  body(
    'const { text } = await request.json()',
    "const options = { method: 'POST', body: JSON.stringify({ text }) }",
    "return fetch('https://api.translate.acme.io/v1', options)",
  ),
  body(
    'const { format } = await request.json()',
    "const flags = { png: '-png', svg: '-svg' }",
    "const out = await new Deno.Command('pdftocairo', { args: [flags[format] ?? '-png', 'in.pdf'] }).output()",
    'return new Response(out.stdout)',
  ),
  body(
    'const { a, b, operator } = await request.json()',
    'const OPERATORS = { add: (x, y) => x + y, mul: (x, y) => x * y }',
    'return Response.json({ result: OPERATORS[operator]?.(Number(a), Number(b)) ?? null })',
  ),
  body(
    'const { delay } = await request.json()',
    'await new Promise((resolve) => setTimeout(resolve, Math.min(Number(delay), 1000)))',
    OK,
  ),
  body(
    "const page = new URL(request.url).pathname.split('/').pop()",
    "const FILES = new Set(['about.html', 'terms.html'])",
    "if (!FILES.has(page)) return new Response('not found', { status: 404 })",
    'return new Response(await Deno.readFile(`./pages/${page}`))',
  ),
  body(
    'const form = await request.formData()',
    "const upload = form.get('upload')",
    'await Deno.writeFile(`/tmp/${crypto.randomUUID()}`, new Uint8Array(await upload.arrayBuffer()))',
    OK,
  ),
  body(
    'const { city } = await request.json()',
    "const { rows } = await pool.query('select * from shops where city = $1', [city])",
    'return Response.json(rows)',
  ),
  body(
    'const { order } = await request.json()',
    "const column = order === 'price' ? 'price' : 'name'",
    'return Response.json(await db.query(`select id from items order by ${column}`))',
  ),
  handler(
    null,
    "return Response.json({ configured: Boolean(Deno.env.get('ACME_TOKEN')), region: Deno.env.get('REGION') })",
  ),
  body(
    "const back = new URL(request.url).searchParams.get('return_to') ?? '/'",
    "const target = new URL(back, 'https://shop.acme.io')",
    "if (target.origin !== 'https://shop.acme.io') return new Response('target', { status: 400 })",
    'return Response.redirect(target)',
  ),
  body(
    "const q = new URL(request.url).searchParams.get('q') ?? ''",
    "const safe = q.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\"', '&quot;')",
    "return new Response(`<p>No results for ${safe}</p>`, { headers: { 'Content-Type': 'text/html' } })",
  ),
  body(
    'const { to } = await request.json()',
    'const sent = await app.asService.entities.Mail.filter({ to, created_date: { $gte: new Date(Date.now() - 3600000).toISOString() } })',
    "if (sent.length >= 3) return new Response('later', { status: 429 })",
    "await app.integrations.Core.SendEmail({ to, subject: 'Code', body: 'Your code' })",
    OK,
  ),
  body(
    'const me = await app.auth.me()',
    "await app.integrations.Core.SendEmail({ to: me.email, subject: 'Receipt', body: 'Thanks' })",
    OK,
  ),
  handler(
    null,
    "return Response.json({}, { headers: { 'Access-Control-Allow-Origin': 'https://shop.acme.io', 'Access-Control-Allow-Credentials': 'true' } })",
  ),
  handler(
    null,
    lines(
      'const { record } = await request.json()',
      "await app.asService.entities.Index.update(record.id, { words: record.title.split(' ') })",
      OK,
    ),
    { is_automated: true },
  ),
  handler(
    null,
    lines(
      "const name = new URL(request.url).searchParams.get('name') ?? 'you'",
      'return Response.json({ greeting: `Hello ${name}` })',
    ),
    OPEN,
  ),
  whole(
    null,
    `import { Hono } from 'hono'
import { createClientFromRequest } from '@atrium/sdk'
const api = new Hono()
api.use('*', async (c, next) => {
  if (c.req.header('x-api-key') !== Deno.env.get('PARTNER_API_KEY')) return c.json({ error: 'no' }, 401)
  await next()
})
api.post('/orders', async (c) => {
  const order = await c.req.json()
  await createClientFromRequest(c.req.raw).asService.entities.Order.create(order)
  return c.json({ ok: true })
})
Deno.serve(api.fetch)`,
    OPEN,
  ),
]
