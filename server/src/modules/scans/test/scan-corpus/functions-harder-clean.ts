// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the text of code
/** Look-alikes of forms that are written less often; see `fresh-corpus.test.ts`. */
import { FORBIDDEN, handler, lines, OK, OPEN } from './make-function.ts'

const bodies = [
  lines(
    'const me = await app.auth.me()',
    'const rows = await app.entities.Order.list()',
    'return Response.json(rows)',
  ),
  lines('const { name } = await request.json()', 'await app.entities.Note.create({ name })', OK),
  lines(
    'const me = await app.auth.me()',
    'const { text } = await request.json()',
    'const answer = await app.integrations.Core.InvokeLLM({ prompt: text })',
    'return Response.json({ answer })',
  ),
  lines(
    'const settings = (await app.asService.entities.Setting.list())[0]',
    'return Response.json({ theme: settings.theme })',
  ),
  lines(
    'const me = await app.auth.me()',
    'const credits = await app.asService.entities.Credit.filter({ user_id: me.id })',
    'const left = credits.reduce((sum, c) => sum + c.amount, 0)',
    "if (left <= 0) return Response.json({ error: 'no credits' }, { status: 402 })",
    'await app.asService.entities.Credit.create({ user_id: me.id, amount: -1 })',
    OK,
  ),
  lines(
    'const me = await app.auth.me()',
    'const [profile] = await app.asService.entities.Profile.filter({ user_id: me.id })',
    'const { bio } = await request.json()',
    'await app.asService.entities.Profile.update(profile.id, { bio })',
    OK,
  ),
  lines(
    'const { id } = await request.json()',
    'const post = await app.entities.Post.get(id)',
    'await app.asService.entities.Post.update(post.id, { views: post.views + 1 })',
    OK,
  ),
  lines(
    'const { id } = await request.json()',
    'const [post] = await app.asService.entities.Post.filter({ id, is_public: true })',
    "if (!post) return new Response('no', { status: 404 })",
    'return Response.json({ title: post.title })',
  ),
  lines(
    "const stripe = new Stripe(Deno.env.get('STRIPE_KEY'))",
    'const me = await app.auth.me()',
    'const session = await stripe.checkout.sessions.create({ customer_email: me.email })',
    'return Response.redirect(session.url, 303)',
  ),
  lines(
    "const res = await fetch(Deno.env.get('HOOK_URL'), { method: 'POST', body: await request.text() })",
    'return new Response(null, { status: res.status })',
  ),
  lines(
    'const url = new URL(request.url)',
    "return fetch('https://api.acme.io' + url.pathname + url.search)",
  ),
  lines('const url = new URL(request.url)', "url.host = 'api.acme.io'", 'return fetch(url)'),
  lines(
    'const { email } = await request.json()',
    "return new Response(`<p>Thanks</p>`, { headers: { 'content-type': 'text/html' } })",
  ),
  lines(
    "const lang = request.headers.get('accept-language')?.slice(0, 2)",
    "const T = { de: 'Hallo', en: 'Hello' }",
    "return new Response(`<p>${T[lang] ?? T.en}</p>`, { headers: { 'content-type': 'text/html' } })",
  ),
  lines(
    "const page = Number(new URL(request.url).searchParams.get('page') ?? 1)",
    'const { rows } = await db.query(`select * from a limit 10 offset ${page * 10}`)',
    'return Response.json(rows)',
  ),
  lines(
    "const key = Deno.env.get('API_KEY')",
    "const res = await fetch('https://api.acme.io', { headers: { key } })",
    'return Response.json({ ok: res.ok, masked: key.slice(0, 4).length })',
  ),
  lines(
    'const { items } = await request.json()',
    'const total = items.map((item) => Number(item.price)).reduce((a, b) => a + b, 0)',
    'return Response.json({ total })',
  ),
]

export const functionsCleanHarder = [
  handler(
    null,
    lines(
      "const session = await kv.get(['session', request.headers.get('x-session')])",
      `if (!session.value) ${FORBIDDEN}`,
      "await app.asService.entities.A.delete('1')",
      OK,
    ),
    { ...OPEN },
  ),
  handler(
    null,
    lines(
      'const me = await app.auth.me()',
      'const { id } = await request.json()',
      'const can = async (user, record) => user.role === "admin" || record.owner === user.id',
      'const record = await app.asService.entities.A.get(id)',
      `if (!(await can(me, record))) ${FORBIDDEN}`,
      'await app.asService.entities.A.delete(id)',
      OK,
    ),
  ),
  handler(
    null,
    lines(
      'const me = await app.auth.me()',
      "switch (me.role) {\n    case 'admin': break\n    default: return new Response('no', { status: 403 })\n  }",
      'const { id } = await request.json()',
      'await app.asService.entities.A.delete(id)',
      OK,
    ),
  ),
  handler(
    null,
    lines(
      'const me = await app.auth.me()',
      'const { id } = await request.json()',
      "if (me.role === 'admin') {\n    await app.asService.entities.A.delete(id)\n  }",
      OK,
    ),
  ),
  handler(
    null,
    lines(
      'const auth = new AuthService(app)',
      'await auth.requireAdmin()',
      'const { id } = await request.json()',
      'await app.asService.entities.A.delete(id)',
      OK,
      "class AuthService { constructor(app) { this.app = app } async requireAdmin() { const user = await this.app.auth.me(); if (user.role !== 'admin') throw new Error('no') } }",
    ),
  ),
  handler(
    null,
    lines(
      'const routes = { remove: async (id) => app.asService.entities.A.delete(id) }',
      'const me = await app.auth.me()',
      `if (me.role !== 'admin') ${FORBIDDEN}`,
      'const { action, id } = await request.json()',
      'await routes[action](id)',
      OK,
    ),
  ),
  handler(
    null,
    lines(
      "const parsed = z.object({ kind: z.enum(['a', 'b']) }).parse(await request.json())",
      "return fetch('https://api.acme.io/' + parsed.kind)",
    ),
  ),
  handler(
    null,
    lines(
      'const { slug } = await request.json()',
      'const html = `<p>${escapeHtml(slug)}</p>`',
      "return new Response(html, { headers: { 'content-type': 'text/html' } })",
      "function escapeHtml(s) { return s.replace(/[&<>\"']/g, (c) => '&#' + c.charCodeAt(0) + ';') }",
    ),
  ),
  handler(
    null,
    lines(
      'const { id } = await request.json()',
      'const [product] = await app.asService.entities.Product.filter({ id, is_public: true })',
      'return Response.json({ name: product.name, price: product.price })',
    ),
  ),
  ...bodies.map((body) => handler(null, body)),
]
