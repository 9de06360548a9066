/** Written together with the rules. */
import { handler, OPEN, whole } from './make-function.ts'

const HOOK = { access: 'anyone', name: 'stripe-webhook' } as const

export const functionsPlantedFirst = [
  handler(
    'unauthenticated_function',
    `const body = await request.json()
  await app.asService.entities.Order.update(body.id, { paid: true })
  return Response.json({ ok: true })`,
    OPEN,
  ),
  handler(
    'unauthenticated_function',
    `const answer = await fetch('https://api.pay.example.com/refunds', {
    method: 'POST', headers: { authorization: \`Bearer \${Deno.env.get('PAY_KEY')}\` } })
  return Response.json(await answer.json())`,
    OPEN,
  ),
  handler(
    'unauthenticated_function',
    `const service = app.asService
  await service.entities.Visit.create({ at: Date.now() })
  return new Response('ok')`,
    OPEN,
  ),
  handler(
    'service_role_in_public_function',
    `return Response.json(await app.asService.entities.Customer.list())`,
    OPEN,
  ),
  handler(
    'missing_role_check',
    `const { id } = await request.json()
  await app.asService.entities.Order.delete(id)
  return Response.json({ ok: true })`,
  ),
  handler(
    'missing_role_check',
    `const user = await app.auth.me()
  const { target, role } = await request.json()
  await app.asService.entities.User.update(target, { role })
  return Response.json({ by: user.email })`,
  ),
  handler(
    'unverified_webhook_signature',
    `const event = await request.json()
  if (event.type === 'checkout.session.completed') await app.asService.entities.Order.update(event.data.id, { paid: true })
  return new Response('ok')`,
    HOOK,
  ),
  handler(
    'unverified_webhook_signature',
    `const signature = request.headers.get('x-hub-signature-256')
  console.log(signature)
  await app.asService.entities.Push.create(await request.json())
  return new Response('ok')`,
    OPEN,
  ),
  handler(
    'ssrf',
    `const { url } = await request.json()
  const page = await fetch(url)
  return new Response(await page.text())`,
  ),
  handler(
    'ssrf',
    `const target = new URL(request.url).searchParams.get('target')
  if (!target) return new Response(null, { status: 400 })
  return fetch(\`https://\${target}/status\`)`,
  ),
  handler(
    'ssrf',
    `const { url } = await request.json()
  if (!url.startsWith('https://')) return new Response(null, { status: 400 })
  return await fetch(new URL(url))`,
  ),
  handler(
    'command_injection',
    `const { name } = await request.json()
  const out = await new Deno.Command('sh', { args: ['-c', \`convert \${name}\`] }).output()
  return new Response(out.stdout)`,
  ),
  whole(
    'command_injection',
    `import { exec } from 'node:child_process'
export default async function handle(req: Request) {
  const body = await req.json()
  exec('ping ' + body.host)
  return new Response('ok')
}`,
  ),
  handler(
    'path_traversal',
    `const name = new URL(request.url).searchParams.get('file')
  return new Response(await Deno.readTextFile('./files/' + name))`,
  ),
  handler(
    'sql_injection',
    `const { email } = await request.json()
  const rows = await db.query(\`select * from users where email = '\${email}'\`)
  return Response.json(rows)`,
  ),
  handler(
    'sql_injection',
    `const url = new URL(request.url)
  const sql = "select id from orders where city = '" + url.searchParams.get('city') + "'"
  return Response.json(await client.queryObject(sql))`,
  ),
  handler(
    'cors_wildcard_with_credentials',
    `return Response.json({}, { headers: {
    'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Credentials': 'true' } })`,
  ),
  handler('secret_in_response', `return Response.json({ key: Deno.env.get('STRIPE_SECRET_KEY') })`),
  handler(
    'secret_in_response',
    `const config = { token: Deno.env.get('API_TOKEN'), region: 'eu' }
  return new Response(JSON.stringify(config))`,
  ),
  handler(
    'unbounded_llm_or_email_call',
    `const { prompt } = await request.json()
  return Response.json(await app.integrations.Core.InvokeLLM({ prompt }))`,
    OPEN,
  ),
  handler(
    'unbounded_llm_or_email_call',
    `const { emails } = await request.json()
  for (const to of emails) await app.integrations.Core.SendEmail({ to, subject: 'Hi', body: 'Hello' })
  return new Response('sent')`,
  ),
]

export const functionsCleanFirst = [
  handler(
    null,
    `const mine = await app.entities.Order.list('-created_date', 20)
  return Response.json(mine)`,
  ),
  handler(
    null,
    `const user = await app.auth.me()
  if (user.role !== 'admin') return new Response(null, { status: 403 })
  const { id } = await request.json()
  await app.asService.entities.Order.delete(id)
  return Response.json({ ok: true })`,
  ),
  handler(
    null,
    `if (!request.headers.get('x-atrium-user')) return new Response(null, { status: 401 })
  await app.asService.entities.Visit.create({ at: Date.now() })
  return new Response('ok')`,
    OPEN,
  ),
  handler(
    null,
    `if (request.headers.get('x-api-key') !== Deno.env.get('PARTNER_KEY')) return new Response(null, { status: 401 })
  const { id } = await request.json()
  await app.asService.entities.Order.update(id, { seen: true })
  return new Response('ok')`,
    OPEN,
  ),
  whole(
    null,
    `import Stripe from 'stripe'
import { createClientFromRequest } from '@atrium/sdk'
const stripe = new Stripe(Deno.env.get('STRIPE_KEY'))
Deno.serve(async (req) => {
  const event = await stripe.webhooks.constructEventAsync(await req.text(), req.headers.get('stripe-signature'), Deno.env.get('HOOK_SECRET'))
  await createClientFromRequest(req).asService.entities.Order.update(event.data.object.id, { paid: true })
  return new Response('ok')
})`,
    HOOK,
  ),
  whole(
    null,
    `import { createClientFromRequest, verifyWebhook } from '@atrium/sdk'
Deno.serve(async (request) => {
  const event = await verifyWebhook({ headers: request.headers, body: await request.text(), secret: Deno.env.get('HOOK_SECRET') })
  await createClientFromRequest(request).asService.entities.Message.create(event.data)
  return new Response('ok')
})`,
    HOOK,
  ),
  handler(
    null,
    `const body = await request.text()
  const expected = await hmac(Deno.env.get('HOOK_SECRET'), body)
  if (!timingSafeEqual(expected, request.headers.get('x-signature'))) return new Response(null, { status: 401 })
  await app.asService.entities.Push.create(JSON.parse(body))
  return new Response('ok')`,
    HOOK,
  ),
  handler(
    null,
    `const { id } = await request.json()
  const answer = await fetch(\`https://api.weather.example.com/cities/\${id}\`)
  return Response.json(await answer.json())`,
  ),
  handler(
    null,
    `const { url } = await request.json()
  const target = new URL(url)
  if (!['a.example.com', 'b.example.com'].includes(target.hostname)) return new Response(null, { status: 400 })
  return fetch(url)`,
  ),
  handler(
    null,
    `const { host } = await request.json()
  if (!ALLOWED.has(host)) throw new Error('no')
  return fetch(\`https://\${host}/status\`)`,
  ),
  handler(
    null,
    `const rows = await db.query('select * from users where email = $1', [(await request.json()).email])
  return Response.json(rows)`,
  ),
  handler(
    null,
    `const { email } = await request.json()
  return Response.json(await sql\`select * from users where email = \${email}\`)`,
  ),
  handler(
    null,
    `const id = Number(new URL(request.url).searchParams.get('id'))
  return Response.json(await db.query(\`select * from users where id = \${id}\`))`,
  ),
  handler(null, `return Response.json({ ready: Boolean(Deno.env.get('STRIPE_SECRET_KEY')) })`),
  handler(null, `return Response.json({ key: Deno.env.get('STRIPE_PUBLISHABLE_KEY') })`),
  handler(null, `return Response.json({}, { headers: { 'Access-Control-Allow-Origin': '*' } })`),
  handler(
    null,
    `const { prompt } = await request.json()
  return Response.json(await app.integrations.Core.InvokeLLM({ prompt }))`,
  ),
  handler(
    null,
    `const { emails } = await request.json()
  for (const to of emails.slice(0, 10)) await app.integrations.Core.SendEmail({ to, subject: 'Hi', body: 'Hello' })
  return new Response('sent')`,
  ),
  handler(
    null,
    `const { data } = await request.json()
  await app.asService.entities.Order.update(data.id, { seen: true })
  return new Response('ok')`,
    { is_automated: true },
  ),
  handler(null, `return Response.json({ now: new Date().toISOString() })`, OPEN),
  whole(
    null,
    `import { requireAdmin } from './auth.ts'
Deno.serve(async (request) => {
  const app = await requireAdmin(request)
  const { id } = await request.json()
  await app.asService.entities.Order.delete(id)
  return new Response('ok')
})`,
    {
      files: {
        'auth.ts': `import { createClientFromRequest } from '@atrium/sdk'
export async function requireAdmin(request: Request) {
  const app = createClientFromRequest(request)
  const user = await app.auth.me()
  if (user.role !== 'admin') throw new Error('no')
  return app
}`,
      },
    },
  ),
]
