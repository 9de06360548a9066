/** Written last, after what the later part had shown was mended. */
import { handler, OPEN, whole } from './make-function.ts'

export const functionsPlantedLast = [
  whole(
    'unauthenticated_function',
    `import { createClientFromRequest } from '@atrium/sdk'
const purge = async (app) => {
  const all = await app.asService.entities.Log.list()
  for (const { id } of all) await app.asService.entities.Log.delete(id)
}
Deno.serve(async (req) => {
  await purge(createClientFromRequest(req))
  return new Response('purged')
})`,
    OPEN,
  ),
  handler(
    'unauthenticated_function',
    `const { amount } = await request.json()
  const res = await fetch('https://api.pay.example.com/payouts', {
    method: 'POST',
    headers: { 'X-Key': Deno.env.get('PAYOUT_KEY') ?? '' },
    body: JSON.stringify({ amount }),
  })
  return new Response(res.body, { status: res.status })`,
    OPEN,
  ),
  handler(
    'service_role_in_public_function',
    `const id = new URL(request.url).pathname.split('/').pop()
  const record = await app.asService.entity('Patient').get(id)
  return Response.json(record)`,
    OPEN,
  ),
  handler(
    'missing_role_check',
    `const { id, ...changes } = await request.json()
  const service = app.asService
  const updated = await service.entities.Account.update(id, changes)
  return Response.json(updated)`,
  ),
  handler(
    'missing_role_check',
    `const user = await app.auth.me()
  if (!user) return new Response('sign in', { status: 401 })
  const id = new URL(request.url).searchParams.get('id')
  await app.asService.entities.Comment.delete(id)
  return new Response(null, { status: 204 })`,
    OPEN,
  ),
  handler(
    'unverified_webhook_signature',
    `const { id, status } = await request.json()
  const orders = await app.asService.entities.Order.filter({ payment_id: id })
  if (orders.length > 0 && status === 'paid') await app.asService.entities.Order.update(orders[0].id, { status })
  return Response.json({ received: true })`,
    { access: 'anyone', name: 'hooks/mollie' },
  ),
  whole(
    'ssrf',
    `import { download } from './download.ts'
Deno.serve(async (req) => {
  const { feeds } = await req.json()
  const texts = await Promise.all(feeds.map((feed) => download(feed)))
  return Response.json(texts)
})`,
    {
      files: {
        'download.ts': `export const download = async (address) => {
  const answer = await fetch(address, { redirect: 'follow' })
  return answer.text()
}`,
      },
    },
  ),
  handler(
    'ssrf',
    `const forwarded = request.headers.get('x-target-host')
  return fetch('https://' + forwarded + '/api', { method: request.method, body: request.body })`,
  ),
  handler(
    'command_injection',
    `const { code } = await request.json()
  const run = new Function('input', code)
  return Response.json(run({}))`,
  ),
  whole(
    'path_traversal',
    `import { readFileSync } from 'node:fs'
Deno.serve((req) => {
  const lang = req.headers.get('accept-language')
  return new Response(readFileSync('./locales/' + lang + '.json'))
})`,
  ),
  handler(
    'sql_injection',
    `const params = Object.fromEntries(new URL(request.url).searchParams)
  const where = \`WHERE status = '\${params.status}'\`
  const rows = await conn.execute(\`SELECT id, total FROM orders \${where} LIMIT 50\`)
  return Response.json(rows)`,
  ),
  whole(
    'cors_wildcard_with_credentials',
    `const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Credentials': 'true',
}
Deno.serve(() => new Response('ok', { headers: cors }))`,
  ),
  handler(
    'secret_in_response',
    `const apiKey = process.env.ALGOLIA_ADMIN_KEY
  const settings = { index: 'products', apiKey }
  return Response.json({ settings })`,
  ),
  handler(
    'unbounded_llm_or_email_call',
    `const { to, message } = await request.json()
  await app.asService.integrations.Core.SendEmail({ to, subject: 'Contact', body: message })
  return new Response('sent')`,
    OPEN,
  ),
  handler(
    'unbounded_llm_or_email_call',
    `const { documents } = await request.json()
  const out = []
  for (const text of documents) {
    const { summary } = await app.integrations.Core.InvokeLLM({ prompt: 'Summarise ' + text })
    out.push(summary)
  }
  return Response.json(out)`,
  ),
  handler(
    'service_read_without_role_check',
    'return Response.json(await app.asService.entities.User.list())',
  ),
  handler('open_redirect', "return Response.redirect(new URL(request.url).searchParams.get('to'))"),
  handler(
    'html_from_input',
    `const { name } = await request.json()
  return new Response('<h1>' + name + '</h1>', { headers: { 'content-type': 'text/html' } })`,
  ),
]

export const functionsCleanLast = [
  handler(
    null,
    `const user = await app.auth.me()
  if (!['admin', 'editor'].includes(user.role)) return Response.json({ error: 'forbidden' }, { status: 403 })
  const { id, ...changes } = await request.json()
  return Response.json(await app.asService.entities.Account.update(id, changes))`,
  ),
  handler(
    null,
    `const caller = request.headers.get('x-atrium-user')
  if (caller === null) return new Response('sign in', { status: 401 })
  const { id } = JSON.parse(caller)
  return Response.json(await app.asService.entities.Order.filter({ owner_id: id }))`,
    OPEN,
  ),
  whole(
    null,
    `import { createClientFromRequest } from '@atrium/sdk'
async function verifySlack(req: Request, body: string) {
  const key = await crypto.subtle.importKey('raw', enc(Deno.env.get('SLACK_SIGNING_SECRET')), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  return crypto.subtle.verify('HMAC', key, hex(req.headers.get('x-slack-signature')), enc(body))
}
Deno.serve(async (req) => {
  const body = await req.text()
  if (!(await verifySlack(req, body))) return new Response('no', { status: 401 })
  await createClientFromRequest(req).asService.entities.Message.create({ text: body })
  return new Response('ok')
})`,
    { access: 'anyone', name: 'slack-webhook' },
  ),
  handler(
    null,
    `const { amount } = await request.json()
  const res = await fetch('https://api.pay.example.com/charges', {
    method: 'POST', headers: { 'X-Key': Deno.env.get('PAY_KEY') }, body: JSON.stringify({ amount }) })
  return new Response(res.body, { status: res.status })`,
  ),
  handler(
    null,
    `const region = new URL(request.url).searchParams.get('region')
  const host = region === 'eu' ? 'eu.api.example.com' : 'us.api.example.com'
  return fetch(\`https://\${host}/v1\`)`,
  ),
  handler(
    null,
    `const { slug } = await request.json()
  const url = 'https://cms.example.com/pages/' + slug
  return fetch(url)`,
  ),
  handler(
    null,
    `const { callback } = await request.json()
  const { origin } = new URL(callback)
  if (origin !== Deno.env.get('PARTNER_ORIGIN')) return new Response('origin', { status: 400 })
  return fetch(callback)`,
  ),
  handler(
    null,
    `const { id } = await request.json()
  const rows = await client.queryArray('select name from shops where id = $1', [id])
  return Response.json(rows)`,
  ),
  handler(
    null,
    `const { lang } = await request.json()
  const file = { de: './de.json', en: './en.json' }[lang] ?? './en.json'
  return new Response(await Deno.readTextFile(file))`,
  ),
  handler(
    null,
    `const stripe = new Stripe(Deno.env.get('STRIPE_KEY'))
  const session = await stripe.checkout.sessions.create({ line_items: [] })
  return Response.json({ url: session.url })`,
  ),
  handler(
    null,
    `const token = Deno.env.get('BOT_TOKEN')
  if (!token) throw new Error('BOT_TOKEN is missing')
  return Response.json({ configured: token !== undefined, length: token.length })`,
  ),
  handler(
    null,
    `const { numbers } = await request.json()
  const total = numbers.reduce((sum, each) => sum + Number(each), 0)
  return Response.json({ total })`,
    OPEN,
  ),
  handler(
    null,
    `const products = await app.entities.Product.filter({ is_public: true })
  return Response.json(products)`,
    OPEN,
  ),
  handler(
    null,
    `const { token } = await request.json()
  const human = await verifyTurnstile(token)
  if (!human) return new Response('captcha', { status: 400 })
  await app.integrations.Core.SendEmail({ to: 'team@acme.io', subject: 'Contact', body: 'Hello' })
  return new Response('ok')`,
    OPEN,
  ),
  handler(
    null,
    `const match = /^v(\\d+)$/.exec(new URL(request.url).pathname)
  return Response.json({ version: match?.[1] ?? null })`,
    OPEN,
  ),
  handler(
    null,
    `const me = await app.auth.me()
  const { text } = await request.json()
  await app.asService.entities.Feedback.create({ text, by: me.id })
  return new Response('thanks')`,
  ),
]
