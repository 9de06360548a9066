/** Values that arrive where they must not. */
import { expect, test } from 'vitest'
import { handler, inApp } from '../../test/scan-corpus/make-function.ts'
import { scanFunction } from './scan-function.ts'

const INPUT = 'const body = await request.json()'
const HTML = "{ headers: { 'content-type': 'text/html' } }"

test.each<[rule: string, body: string]>([
  ['secret_in_response', 'return Response.json(process.env)'],
  ['secret_in_response', 'return Response.json(Deno.env.toObject())'],
  ['secret_in_response', 'return Response.json({ ...Deno.env.toObject(), now: 1 })'],
  ['secret_in_response', 'const { STRIPE_KEY } = Deno.env.toObject()\n  return new Response(STRIPE_KEY)'],
  ['secret_in_response', 'const { env: { STRIPE_KEY: key } } = process\n  return Response.json({ key })'],
  ['secret_in_response', "const env = Deno.env\n  return Response.json({ key: env.get('STRIPE_KEY') })"],
  ['command_injection', `${INPUT}\n  setTimeout(body.code, 10)\n  return new Response('ok')`],
  [
    'command_injection',
    `${INPUT}\n  const plugin = await import(body.plugin)\n  return Response.json(plugin.run())`,
  ],
  ['command_injection', `${INPUT}\n  return Response.json(vm.runInNewContext(body.rule))`],
  ['sql_injection', `${INPUT}\n  return Response.json(await users.find({ $where: body.filter }).toArray())`],
  [
    'sql_injection',
    `${INPUT}\n  return Response.json(await users.find({ $where: 'this.name == "' + body.name + '"' }))`,
  ],
  [
    'ssrf',
    `${INPUT}\n  const options = { method: 'GET' }\n  options.url = body.url\n  return Response.json((await axios(options)).data)`,
  ],
  [
    'ssrf',
    `${INPUT}\n  const job = { target: { address: body.address } }\n  return fetch(job.target.address)`,
  ],
  [
    'ssrf',
    `${INPUT}\n  const hooks = []\n  hooks.push(body.hook)\n  for (const each of hooks) await fetch(each)\n  return new Response('ok')`,
  ],
  ['ssrf', `${INPUT}\n  const get = fetch\n  return get(body.url)`],
  [
    'ssrf',
    `${INPUT}\n  class Remote {\n    constructor(base) { this.base = base }\n    load() { return fetch(this.base + '/status') }\n  }\n  return new Remote(body.base).load()`,
  ],
  ['open_redirect', "return Response.redirect(new URL(request.url).searchParams.get('next'))"],
  [
    'open_redirect',
    `${INPUT}\n  return new Response(null, { status: 302, headers: { Location: body.next } })`,
  ],
  [
    'open_redirect',
    `${INPUT}\n  const headers = new Headers()\n  headers.set('location', body.next)\n  return new Response(null, { status: 302, headers })`,
  ],
  ['html_from_input', `${INPUT}\n  return new Response('<h1>' + body.name + '</h1>', ${HTML})`],
  [
    'html_from_input',
    `const name = new URL(request.url).searchParams.get('name')\n  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' })\n  return new Response(\`<p>Hello \${name}</p>\`, { headers })`,
  ],
  [
    'html_from_input',
    `${INPUT}\n  return new Response('<p>' + sanitize(body.text), ${HTML})\n  function sanitize(text) { return text.trim() }`,
  ],
  [
    'ssrf',
    `${INPUT}\n  if (!isSafeUrl(body.url)) throw new Error('no')\n  return fetch(body.url)\n  function isSafeUrl(url) { return url.length < 200 }`,
  ],
])('%s: %s', async (rule, body) => {
  expect((await scanFunction(inApp(handler(null, body).fn))).map(({ rule_id }) => rule_id)).toEqual([rule])
})

test.each([
  'const { SITE_NAME } = Deno.env.toObject()\n  return Response.json({ name: SITE_NAME })',
  'return Response.json({ keys: Object.keys(Deno.env.toObject()).length })',
  `${INPUT}\n  setTimeout(() => console.log(body.code), 10)\n  return new Response('ok')`,
  `${INPUT}\n  const PAGES = { a: './a.ts' }\n  const page = await import(PAGES[body.page] ?? PAGES.a)\n  return Response.json(page.run())`,
  `${INPUT}\n  const options = { url: 'https://api.acme.io', data: body.text }\n  return Response.json((await axios(options)).data)`,
  `${INPUT}\n  return call({ url: 'https://api.acme.io', text: body.text })\n  function call({ url, text }) { return fetch(url, { method: 'POST', body: text }) }`,
  `${INPUT}\n  return call({ url: 'https://api.acme.io', text: body.text })\n  function call(options) { return fetch(options.url, { method: 'POST', body: options.text }) }`,
  "return Response.redirect('/done?from=' + new URL(request.url).searchParams.get('from'))",
  `${INPUT}\n  if (!body.next.startsWith('/app/')) return new Response('no', { status: 400 })\n  return Response.redirect(body.next)`,
  `${INPUT}\n  return new Response('<h1>' + escape(body.name) + '</h1>', ${HTML})\n  function escape(text) { return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;') }`,
  `${INPUT}\n  return new Response('Hello ' + body.name)`,
  `${INPUT}\n  return new Response('<p>' + Number(body.count) + '</p>', ${HTML})`,
  `${INPUT}\n  if (!isOurs(body.url)) throw new Error('no')\n  return fetch(body.url)\n  function isOurs(url) {\n    const { hostname } = new URL(url)\n    return ['a.acme.io', 'b.acme.io'].includes(hostname)\n  }`,
  `${INPUT}\n  requireOurs(body.url)\n  return fetch(body.url)\n  function requireOurs(url) { if (new URL(url).hostname !== 'a.acme.io') throw new Error('no') }`,
])('nothing is found in: %s', async (body) => {
  expect(await scanFunction(inApp(handler(null, body).fn))).toEqual([])
})
