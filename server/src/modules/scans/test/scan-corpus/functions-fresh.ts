// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the text of code
/** Written from what functions of apps do, after all rules; see `fresh-corpus.test.ts` for what the first run found. */
import { FORBIDDEN, handler, lines, OK, OPEN, whole } from './make-function.ts'

export const functionsPlantedFresh = [
  handler(
    'unauthenticated_function',
    lines(
      'const { id, stars } = await request.json()',
      "if (!id) return new Response('id', { status: 400 })",
      'await app.asService.entities.Review.update(id, { stars })',
      OK,
    ),
    OPEN,
  ),
  handler(
    'unauthenticated_function',
    lines(
      'const body = await request.json()',
      `if (body.secret !== body.expected_secret) ${FORBIDDEN}`,
      'await app.asService.entities.Seat.delete(body.seat)',
      OK,
    ),
    OPEN,
  ),
  handler(
    'unauthenticated_function',
    lines(
      "const token = request.headers.get('authorization')",
      `if (!token?.startsWith('Bearer ')) ${FORBIDDEN}`,
      "await app.asService.entities.Stock.update('1', { n: 0 })",
      OK,
    ),
    OPEN,
  ),
  handler(
    'unauthenticated_function',
    lines(
      "const claims = JSON.parse(Buffer.from(request.headers.get('authorization').split('.')[1], 'base64').toString())",
      `if (!claims.is_admin) ${FORBIDDEN}`,
      'await app.asService.entities.Price.bulkUpdate([])',
      OK,
    ),
    OPEN,
  ),
  handler(
    'unauthenticated_function',
    lines(
      `if (request.headers.get('referer') !== 'https://shop.acme.io/') ${FORBIDDEN}`,
      'await app.asService.entities.Order.create({ total: 0 })',
      OK,
    ),
    OPEN,
  ),
  whole(
    'unauthenticated_function',
    `import { createClientFromRequest } from '@atrium/sdk'
import { checkAccess } from './access.ts'
Deno.serve(async (req) => {
  if (!checkAccess(req)) return new Response('no', { status: 401 })
  await createClientFromRequest(req).asService.entities.Job.create({ at: Date.now() })
  return new Response('ok')
})`,
    { ...OPEN, files: { 'access.ts': "export const checkAccess = (req) => req.headers.has('x-access')" } },
  ),
  handler(
    'unauthenticated_function',
    lines(
      "const res = await fetch('https://api.sms.acme.io/v1/messages', { method: 'POST', headers: { authorization: 'Bearer ' + Deno.env.get('SMS_TOKEN') }, body: await request.text() })",
      'return new Response(res.body)',
    ),
    OPEN,
  ),
  handler(
    'service_role_in_public_function',
    lines(
      "const q = new URL(request.url).searchParams.get('q')",
      'const people = await app.asService.entities.Person.filter({ name: q })',
      'return Response.json(people)',
    ),
    OPEN,
  ),
  handler(
    'service_role_in_public_function',
    lines(
      'const { email } = await request.json()',
      'const found = await app.asService.entities.Account.filter({ email })',
      'return Response.json({ exists: found.length > 0 })',
    ),
    OPEN,
  ),
  handler(
    'service_role_in_public_function',
    'return Response.json(await app.asService.entities.Customer.list())',
    OPEN,
  ),
  handler(
    'missing_role_check',
    lines(
      'const { order_id, status } = await request.json()',
      'await app.asService.entities.Order.update(order_id, { status })',
      OK,
    ),
  ),
  handler(
    'missing_role_check',
    lines(
      'const { user, id } = await request.json()',
      `if (user?.role !== 'admin') ${FORBIDDEN}`,
      'await app.asService.entities.Member.delete(id)',
      OK,
    ),
  ),
  handler(
    'missing_role_check',
    lines(
      'const me = await app.auth.me()',
      'const { id } = await request.json()',
      "if (me.role !== 'admin') console.warn('not an admin', me.email)",
      'await app.asService.entities.Page.delete(id)',
      OK,
    ),
  ),
  handler(
    'missing_role_check',
    lines(
      'const me = await app.auth.me()',
      'const { id, note, asAdmin } = await request.json()',
      `if (me.role !== 'admin' && !asAdmin) ${FORBIDDEN}`,
      'await app.asService.entities.Case.update(id, { note })',
      OK,
    ),
  ),
  handler(
    'missing_role_check',
    lines(
      'const { owner_id, id } = await request.json()',
      'const item = await app.asService.entities.Item.get(id)',
      `if (item.owner_id !== owner_id) ${FORBIDDEN}`,
      'await app.asService.entities.Item.delete(id)',
      OK,
    ),
  ),
  handler(
    'service_read_without_role_check',
    lines(
      'const me = await app.auth.me()',
      'const salaries = await app.asService.entities.Salary.list()',
      'return Response.json({ me: me.id, salaries })',
    ),
  ),
  handler(
    'service_read_without_role_check',
    lines(
      "const id = new URL(request.url).searchParams.get('id')",
      'const record = await app.asService.entities.Patient.get(id)',
      'return new Response(JSON.stringify(record))',
    ),
  ),
  handler(
    'unverified_webhook_signature',
    lines(
      'const event = await request.json()',
      "if (event.type === 'invoice.paid') await app.asService.entities.Invoice.update(event.data.id, { paid: true })",
      OK,
    ),
    { ...OPEN, name: 'stripe-webhook' },
  ),
  handler(
    'unverified_webhook_signature',
    lines(
      "const signature = request.headers.get('x-hub-signature-256')",
      "if (!signature) return new Response('signature', { status: 400 })",
      'const push = await request.json()',
      'await app.asService.entities.Deploy.create({ ref: push.ref })',
      OK,
    ),
    OPEN,
  ),
  handler(
    'ssrf',
    lines(
      'const { target } = await request.json()',
      'const config = { method: "GET", url: target.link }',
      'const { data } = await axios.request(config)',
      'return Response.json(data)',
    ),
  ),
  handler(
    'ssrf',
    lines(
      'const settings = await request.json()',
      'const api = new Api(settings.base_url)',
      'return Response.json(await api.status())',
      'class Api { constructor(base) { this.base = base } status() { return fetch(`${this.base}/status`) } }',
    ),
  ),
  handler(
    'ssrf',
    lines(
      'const { urls } = await request.json()',
      'const all = await Promise.all(urls.map(async (url) => (await fetch(url)).text()))',
      'return Response.json(all)',
    ),
  ),
  handler(
    'ssrf',
    lines(
      'const { site } = await request.json()',
      "if (!site.startsWith('https://')) return new Response('https', { status: 400 })",
      'return fetch(site)',
    ),
  ),
  handler(
    'command_injection',
    lines(
      'const { repo } = await request.json()',
      "const out = await new Deno.Command('sh', { args: ['-c', 'git ls-remote ' + repo] }).output()",
      'return new Response(out.stdout)',
    ),
  ),
  handler(
    'command_injection',
    lines(
      'const { formula, x } = await request.json()',
      "const f = new Function('x', 'return ' + formula)",
      'return Response.json({ y: f(x) })',
    ),
  ),
  handler(
    'command_injection',
    lines(
      'const { theme } = await request.json()',
      'const module = await import(theme)',
      'return Response.json(module.default)',
    ),
  ),
  handler('command_injection', lines('const { then } = await request.json()', 'setTimeout(then, 1000)', OK)),
  handler(
    'path_traversal',
    lines(
      "const file = new URL(request.url).searchParams.get('file')",
      'return new Response(await Deno.readFile(`./exports/${file}`))',
    ),
  ),
  handler(
    'path_traversal',
    lines(
      'const form = await request.formData()',
      "const upload = form.get('upload')",
      "await Deno.writeFile('./uploads/' + upload.name, new Uint8Array(await upload.arrayBuffer()))",
      OK,
    ),
  ),
  handler(
    'sql_injection',
    lines(
      'const { city } = await request.json()',
      'const { rows } = await pool.query("select * from shops where city = \'" + city + "\'")',
      'return Response.json(rows)',
    ),
  ),
  handler(
    'sql_injection',
    lines(
      'const { order } = await request.json()',
      'const sql = `select id, name from items order by ${order}`',
      'return Response.json(await db.query(sql))',
    ),
  ),
  handler(
    'sql_injection',
    lines(
      'const { test } = await request.json()',
      'return Response.json(await coll.find({ $where: test }).toArray())',
    ),
  ),
  handler(
    'secret_in_response',
    lines("console.log('debug')", 'return Response.json({ env: Deno.env.toObject() })'),
  ),
  handler(
    'secret_in_response',
    lines(
      "const config = { api: 'https://api.acme.io', token: Deno.env.get('ACME_TOKEN') }",
      'return Response.json(config)',
    ),
  ),
  handler(
    'open_redirect',
    lines(
      "const back = new URL(request.url).searchParams.get('return_to') ?? '/'",
      'return new Response(null, { status: 303, headers: { Location: back } })',
    ),
  ),
  handler(
    'html_from_input',
    lines(
      "const q = new URL(request.url).searchParams.get('q')",
      "return new Response(`<!doctype html><p>No results for ${q}</p>`, { headers: { 'Content-Type': 'text/html' } })",
    ),
  ),
  handler(
    'unbounded_llm_or_email_call',
    lines(
      'const { to, text } = await request.json()',
      "await app.integrations.Core.SendEmail({ to, subject: 'Invitation', body: text })",
      OK,
    ),
    OPEN,
  ),
  handler(
    'cors_wildcard_with_credentials',
    "return Response.json({}, { headers: { 'Access-Control-Allow-Origin': request.headers.get('origin'), 'Access-Control-Allow-Credentials': 'true' } })",
  ),
]
