/** Written after the rules were finished. */
import { handler, OPEN, whole } from './make-function.ts'

export const functionsPlantedLater = [
  whole(
    'unauthenticated_function',
    `import { createClientFromRequest } from '@atrium/sdk'
export default async (req: Request) => {
  const { asService } = createClientFromRequest(req)
  const form = await req.formData()
  await asService.entities.Lead.create({ email: form.get('email') })
  return Response.redirect('/thanks')
}`,
    OPEN,
  ),
  whole(
    'unauthenticated_function',
    `import Stripe from 'stripe'
const stripe = new Stripe(process.env.STRIPE_SECRET_KEY!)
async function refund(req: Request) {
  const { charge } = await req.json()
  return Response.json(await stripe.refunds.create({ charge }))
}
Deno.serve({ port: 8000, handler: refund })`,
    OPEN,
  ),
  handler(
    'unauthenticated_function',
    `const user = await app.auth.me().catch(() => null)
  console.log(user?.email)
  await app.asService.entities.Counter.update('c1', { n: 2 })
  return new Response('ok')`,
    OPEN,
  ),
  handler(
    'service_role_in_public_function',
    `const email = new URL(request.url).searchParams.get('email')
  const orders = await app.asService.entities.Order.filter({ email })
  return Response.json(orders)`,
    OPEN,
  ),
  handler(
    'service_role_in_public_function',
    `const svc = app.asService.entities
  const [users, orders] = await Promise.all([svc.User.list(), svc.Order.list()])
  return Response.json({ users: users.length, orders })`,
    OPEN,
  ),
  handler(
    'missing_role_check',
    `const me = JSON.parse(request.headers.get('x-atrium-user') ?? 'null')
  if (!me) return new Response('sign in', { status: 401 })
  const { ids } = await request.json()
  await app.asService.entities.Invoice.deleteMany({ id: { $in: ids } })
  return Response.json({ done: true })`,
  ),
  whole(
    'missing_role_check',
    `import { createClientFromRequest } from '@atrium/sdk'
import { save } from './save.ts'
Deno.serve(async (request) => save(createClientFromRequest(request), await request.json()))`,
    {
      files: {
        'save.ts': `export async function save(app, body) {
  await app.asService.entities.Price.update(body.id, { amount: body.amount })
  return Response.json({ ok: true })
}`,
      },
    },
  ),
  handler(
    'missing_role_check',
    `const { email, role } = await request.json()
  await app.asService.users.inviteUser(email, role)
  return new Response(null, { status: 204 })`,
  ),
  handler(
    'unverified_webhook_signature',
    `const payload = await request.json()
  switch (payload.action) {
    case 'opened':
      await app.asService.entities.Ticket.create({ title: payload.issue.title })
  }
  return new Response('ok')`,
    { access: 'anyone', name: 'github/webhook' },
  ),
  handler(
    'unverified_webhook_signature',
    `const sig = request.headers.get('stripe-signature')
  if (!sig) return new Response('no signature', { status: 400 })
  const event = JSON.parse(await request.text())
  await app.asService.entities.Payment.create({ amount: event.data.object.amount })
  return new Response('ok')`,
    OPEN,
  ),
  whole(
    'ssrf',
    `export default {
  async fetch(request: Request) {
    const params = new URL(request.url).searchParams
    const image = await fetch(params.get('src') as string, { headers: { accept: 'image/*' } })
    return new Response(image.body)
  },
}`,
  ),
  whole(
    'ssrf',
    `import axios from 'axios'
async function preview(link: string) {
  const { data } = await axios.get(link)
  return data
}
Deno.serve(async (req) => {
  const body = await req.json()
  return Response.json(await preview(body.link))
})`,
  ),
  handler(
    'ssrf',
    `const { hook, order } = await request.json()
  const res = await fetch(\`\${hook}/orders/\${order}\`, { method: 'POST' })
  return new Response(null, { status: res.status })`,
  ),
  handler(
    'command_injection',
    `const { expression } = await request.json()
  return Response.json({ value: eval(expression) })`,
  ),
  whole(
    'command_injection',
    `import cp from 'node:child_process'
Deno.serve(async (req) => {
  const q = new URL(req.url).searchParams
  const branch = q.get('branch') ?? 'main'
  const out = cp.execSync(\`git log \${branch}\`)
  return new Response(out)
})`,
  ),
  whole(
    'path_traversal',
    `import fs from 'node:fs/promises'
import path from 'node:path'
export default async function (req: Request) {
  const { template } = await req.json()
  const text = await fs.readFile(path.join('/templates', template), 'utf8')
  return new Response(text)
}`,
  ),
  handler(
    'path_traversal',
    `const [, file] = new URL(request.url).pathname.split('/download/')
  const data = await Deno.readFile(\`./public/\${file}\`)
  return new Response(data)`,
  ),
  handler(
    'sql_injection',
    `const { sort } = await request.json()
  const result = await pool.query('SELECT * FROM products ORDER BY ' + sort)
  return Response.json(result.rows)`,
  ),
  handler(
    'sql_injection',
    `const { id } = await request.json()
  let statement = 'DELETE FROM sessions'
  statement += " WHERE id = '" + id + "'"
  await prisma.$executeRawUnsafe(statement)
  return new Response(null, { status: 204 })`,
  ),
  handler(
    'cors_wildcard_with_credentials',
    `const headers = new Headers()
  headers.set('access-control-allow-origin', request.headers.get('origin') ?? '*')
  headers.set('access-control-allow-credentials', 'true')
  return new Response('{}', { headers })`,
  ),
  handler(
    'secret_in_response',
    `try {
    return Response.json(await load())
  } catch (error) {
    return Response.json({ error: String(error), env: Deno.env.toObject() }, { status: 500 })
  }`,
  ),
  handler(
    'secret_in_response',
    `const key = Deno.env.get('MAPS_API_KEY')
  return new Response(\`<script src="https://maps.example.com/js?key=\${key}"></script>\`, { headers: { 'content-type': 'text/html' } })`,
  ),
  handler(
    'unbounded_llm_or_email_call',
    `const { question } = await request.json()
  const answer = await fetch('https://api.openai.com/v1/chat/completions', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + Deno.env.get('OPENAI_API_KEY') },
    body: JSON.stringify({ model: 'small', messages: [{ role: 'user', content: question }] }),
  })
  return new Response(answer.body)`,
    OPEN,
  ),
  handler(
    'unbounded_llm_or_email_call',
    `const { recipients, text } = await request.json()
  await Promise.all(recipients.map((to) => app.integrations.Core.SendEmail({ to, subject: 'News', body: text })))
  return new Response('ok')`,
  ),
]
