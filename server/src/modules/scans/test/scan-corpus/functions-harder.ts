// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the text of code
/** Forms that are written less often, to find the limits of the rules; see `fresh-corpus.test.ts`. */
import { FORBIDDEN, handler, lines, OK, OPEN, whole } from './make-function.ts'

const B = 'const body = await request.json()'

export const functionsPlantedHarder = [
  whole(
    'unauthenticated_function',
    `import { createClientFromRequest } from '@atrium/sdk'\nDeno.serve({ handler: async (r) => { const app = createClientFromRequest(r); let user; try { user = await app.auth.me() } catch {} ; await app.asService.entities.A.update('1', {}); return new Response(user) } })`,
    OPEN,
  ),
  handler(
    'unauthenticated_function',
    lines('const { asService: svc } = app', "await svc.entities.A.delete('1')", OK),
    OPEN,
  ),
  handler(
    'unauthenticated_function',
    lines('const { Order } = app.asService.entities', "await Order.delete('1')", OK),
    OPEN,
  ),
  handler(
    'unauthenticated_function',
    lines(
      'await purge(app.asService)',
      OK,
      'async function purge(db) { await db.entities.Log.bulkDelete([]) }',
    ),
    OPEN,
  ),
  handler(
    'unauthenticated_function',
    lines(
      B,
      'const ok = Object.keys(body).length > 0 && body.role === "admin"',
      `if (!ok) ${FORBIDDEN}`,
      "await app.asService.entities.A.delete('1')",
      OK,
    ),
    OPEN,
  ),
  handler(
    'unauthenticated_function',
    lines(
      B,
      'const user = { role: body.role, ...body.user }',
      `if (user.role !== 'admin') ${FORBIDDEN}`,
      "await app.asService.entities.A.delete('1')",
      OK,
    ),
    OPEN,
  ),
  handler(
    'unauthenticated_function',
    lines(
      "const cookies = Object.fromEntries(request.headers.get('cookie').split('; ').map((c) => c.split('=')))",
      `if (!cookies.session) ${FORBIDDEN}`,
      "await app.asService.entities.A.delete('1')",
      OK,
    ),
    OPEN,
  ),
  handler(
    'unauthenticated_function',
    lines(
      "const key = request.headers.get('x-key')",
      `if (key.length !== 32) ${FORBIDDEN}`,
      "await app.asService.entities.A.delete('1')",
      OK,
    ),
    OPEN,
  ),
  handler(
    'unauthenticated_function',
    lines(
      "const session = await kv.get(['session', request.headers.get('x-session')])",
      "await app.asService.entities.A.delete('1')",
      `if (!session) ${FORBIDDEN}`,
      OK,
    ),
    OPEN,
  ),
  handler(
    'unauthenticated_function',
    lines(
      "const KEY = 'public'",
      `if (request.headers.get('x-key') !== KEY) ${FORBIDDEN}`,
      "await app.asService.entities.A.delete('1')",
      OK,
    ),
    OPEN,
  ),
  handler(
    'missing_role_check',
    lines(B, 'await Promise.all(body.ids.map((id) => app.asService.entities.A.delete(id)))', OK),
  ),
  handler('missing_role_check', lines(B, 'await app.asService.entities[body.entity].delete(body.id)', OK)),
  handler(
    'missing_role_check',
    lines(B, 'await app.asService.entities.Order[body.action](body.id, body.data)', OK),
  ),
  handler(
    'missing_role_check',
    lines(
      B,
      'const user = await app.auth.me()',
      `if (user.id !== user.id) ${FORBIDDEN}`,
      'await app.asService.entities.A.delete(body.id)',
      OK,
    ),
  ),
  handler(
    'missing_role_check',
    lines(
      B,
      'const user = await app.auth.me()',
      'await app.asService.entities.User.update(user.id, body)',
      OK,
    ),
  ),
  handler(
    'missing_role_check',
    lines(
      B,
      'const user = await app.auth.me()',
      "await app.asService.entities.User.update(body.id, { role: 'admin' })",
      OK,
    ),
  ),
  handler(
    'service_read_without_role_check',
    lines(B, 'const rows = await app.asService.entity(body.name).list()', 'return Response.json({ rows })'),
  ),
  handler(
    'service_read_without_role_check',
    lines(
      'const orders = await app.asService.entities.Order.list()',
      'const out = []',
      'for (const order of orders) out.push({ ...order })',
      'return Response.json(out)',
    ),
  ),
  handler(
    'ssrf',
    lines(B, 'const options = {}', 'Object.assign(options, body)', 'return fetch(options.url)'),
  ),
  handler('ssrf', lines('const { data: { url } } = await request.json()', 'return fetch(url)')),
  handler('ssrf', lines("return fetch('https://' + request.headers.get('x-host') + '/a')")),
  handler(
    'ssrf',
    lines(B, 'for (const [name, url] of Object.entries(body.urls)) console.log(name, await fetch(url))', OK),
  ),
  handler('ssrf', lines(B, 'body.urls.forEach((u) => fetch(u))', OK)),
  handler(
    'ssrf',
    lines(
      'const raw = await request.text()',
      'const { url } = JSON.parse(raw)',
      'return fetch(new URL("/status", url))',
    ),
  ),
  handler('ssrf', lines(B, 'const map = new Map(Object.entries(body))', "return fetch(map.get('url'))")),
  handler('ssrf', lines(B, 'const job = { ...body }', 'return fetch(job.url)')),
  handler(
    'ssrf',
    lines(
      B,
      'const client = axios.create({ baseURL: body.base })',
      "return Response.json((await client.get('/a')).data)",
    ),
  ),
  handler('ssrf', lines(B, 'const req = new Request(body.url, { method: "POST" })', 'return fetch(req)')),
  handler(
    'ssrf',
    lines(
      B,
      'const state = { job: null }',
      'state.job = { link: body.link }',
      'return run()',
      'function run() { return fetch(state.job.link) }',
    ),
  ),
  handler(
    'ssrf',
    lines(B, 'const url = new URL("https://api.acme.io")', 'url.host = body.host', 'return fetch(url)'),
  ),
  handler(
    'secret_in_response',
    "return new Response('x', { headers: { 'x-debug': Deno.env.get('API_KEY') } })",
  ),
  handler(
    'secret_in_response',
    "try { await go() } catch (error) { return Response.json({ error: error.message, key: process.env['STRIPE_SECRET_KEY'] }) }\n  return new Response('a')",
  ),
  handler(
    'secret_in_response',
    "const secrets = ['A_KEY', 'B_KEY'].map((name) => Deno.env.get(name))\n  return Response.json(secrets)",
  ),
  whole(
    'html_from_input',
    "import { Hono } from 'hono'\nconst api = new Hono()\napi.get('/', (c) => c.html(`<p>${c.req.query('q')}</p>`))\nDeno.serve(api.fetch)",
    OPEN,
  ),
  handler(
    'html_from_input',
    lines(
      'const headers = new Headers()',
      "headers.set('content-type', 'text/html')",
      'return new Response(`<p>${(await request.json()).q}</p>`, { headers })',
    ),
  ),
  whole(
    'open_redirect',
    "import { Hono } from 'hono'\nconst api = new Hono()\napi.get('/', (c) => c.redirect(c.req.query('next')))\nDeno.serve(api.fetch)",
    OPEN,
  ),
  handler(
    'open_redirect',
    lines(
      'const { searchParams } = new URL(request.url)',
      "return Response.redirect(searchParams.get('u') || 'https://acme.io', 302)",
    ),
  ),
  handler(
    'sql_injection',
    lines(
      B,
      'const where = []',
      "where.push(`name = '${body.q}'`)",
      "return Response.json(await db.query('select * from t where ' + where.join(' and ')))",
    ),
  ),
  handler(
    'sql_injection',
    lines(B, "return Response.json(await prisma.$queryRawUnsafe('select * from t where id = ' + body.id))"),
  ),
  handler(
    'sql_injection',
    lines(
      B,
      "let sql = 'select * from t'",
      "if (body.q) sql += ` where name = '${body.q}'`",
      'return Response.json(await client.queryObject(sql))',
    ),
  ),
  handler(
    'path_traversal',
    lines(B, "return new Response(await Deno.readTextFile(join('./data', body.name)))"),
  ),
  handler('command_injection', lines(B, 'const run = eval', 'return Response.json(run(body.code))')),
  handler('command_injection', lines(B, 'return Response.json((0, eval)(body.code))')),
  handler(
    'command_injection',
    lines(
      B,
      'const { stdout } = await execa(`convert ${body.file} a.png`, { shell: true })',
      'return new Response(stdout)',
    ),
  ),
  handler('command_injection', lines(B, 'return Response.json(Reflect.construct(Function, [body.code])())')),
  handler(
    'unbounded_llm_or_email_call',
    lines(
      B,
      'await Promise.all(body.prompts.map((prompt) => app.integrations.Core.InvokeLLM({ prompt })))',
      OK,
    ),
  ),
  handler(
    'unverified_webhook_signature',
    lines(
      B,
      `if (body.signature !== request.headers.get('x-signature')) ${FORBIDDEN}`,
      'await app.asService.entities.A.create({})',
      OK,
    ),
    { ...OPEN, name: 'pay-webhook' },
  ),
]
