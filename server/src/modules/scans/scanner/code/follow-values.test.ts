/** Own functions and fields of objects are looked into. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the text of code
import { expect, test } from 'vitest'
import { scanCode } from './scan-code.ts'

const scan = async (text: string, path = 'server/a.ts') =>
  (await scanCode({ path, text })).findings.map(({ rule_id }) => rule_id)

test.each<[rule: string, text: string]>([
  ['unsafe_html', 'const sanitize = (html) => html.trim()\nbox.innerHTML = sanitize(location.hash)'],
  [
    'unsafe_html',
    'const tools = { escape(text) { return text } }\nbox.innerHTML = tools.escape(location.hash)',
  ],
  ['unsafe_html', "app.get('/', (req, res) => res.send(`<h1>${req.query.name}</h1>`))"],
  [
    'unsafe_html',
    "app.get('/', (req, res) => { const page = '<p>' + req.query.q + '</p>'; res.status(200).send(page) })",
  ],
  [
    'unsafe_html',
    "export default (request) => new Response('<p>' + request.query.q, { headers: { 'content-type': 'text/html' } })",
  ],
  ['code_from_text', "app.get('/', async (req, res) => res.json(await import(req.query.plugin)))"],
  ['code_from_text', "setTimeout(new URLSearchParams(location.search).get('then'), 100)"],
  ['code_from_text', "app.post('/', (req, res) => res.json(require(req.body.module).run()))"],
  ['code_from_text', "button.setAttribute('onclick', 'open(' + item.id + ')')"],
  [
    'sql_from_text',
    "app.get('/', async (req, res) => res.json(await users.find({ $where: req.query.filter }).toArray()))",
  ],
  ['sql_from_text', 'const find = (name) => users.find({ $where: `this.name == "${name}"` })'],
  [
    'request_from_input',
    "app.get('/', async (req, res) => res.json(await (await fetch(req.query.url)).json()))",
  ],
  [
    'request_from_input',
    "app.post('/', async (req, res) => {\n  const options = { method: 'GET' }\n  options.url = req.body.url\n  res.json(await axios(options))\n})",
  ],
  [
    'request_from_input',
    "app.post('/', async (req, res) => {\n  const job = { target: req.body.target }\n  res.json(await axios.get(job.target))\n})",
  ],
  [
    'request_from_input',
    "const isAllowedUrl = (url) => url.length < 100\napp.post('/', (req) => { if (isAllowedUrl(req.body.url)) return fetch(req.body.url) })",
  ],
  [
    'open_redirect',
    "app.get('/', (req, res) => { res.writeHead(302, { Location: req.query.next }); res.end() })",
  ],
  [
    'open_redirect',
    "app.get('/', (req, res) => { res.setHeader('Location', req.query.next); res.status(302).end() })",
  ],
  ['prototype_pollution', "app.post('/', (req, res) => res.json(_.merge({}, defaults, req.body)))"],
])('%s in %s', async (rule, text) => {
  expect(await scan(text)).toContain(rule)
})

test.each([
  "const sanitize = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')\nbox.innerHTML = sanitize(location.hash)",
  "function encode(text) { const d = document.createElement('div'); d.textContent = text; return d.innerHTML }\nbox.innerHTML = encode(location.hash)",
  "const MAP = { '<': '&lt;' }\nconst clean = (text) => [...text].map((c) => ({ '<': '&lt;' })[c] ?? c).join('')\nbox.innerHTML = clean(location.hash)",
  "app.get('/', (req, res) => res.send('Hello ' + req.query.name))",
  "app.get('/', async (req, res) => { const PAGES = { a: './a.js' }; res.json(await import(PAGES[req.query.page])) })",
  "app.get('/', async (req, res) => res.json(await import(`./pages/${req.query.page}.js`)))",
  "app.post('/', async (req, res) => res.json(await axios({ url: 'https://api.acme.io/v1', data: req.body })))",
  "const load = ({ url, body }) => fetch(url, { body })\napp.post('/', (req) => load({ url: 'https://api.acme.io', body: req.body.text }))",
  "const load = (options) => fetch(options.url, { body: options.body })\napp.post('/', (req) => load({ url: 'https://api.acme.io', body: req.body.text }))",
  "const isOurs = (url) => new URL(url).hostname === 'api.acme.io'\napp.post('/', (req) => { if (isOurs(req.body.url)) return fetch(req.body.url) })",
  "app.get('/', (req) => fetch(`https://api.acme.io/items/${req.query.id}`))",
  "const safe = (next) => (next.startsWith('/app/') ? next : '/')\napp.get('/', (req, res) => res.redirect(safe(req.query.next)))",
  "app.get('/', (req, res) => { res.setHeader('Location', `/items/${req.query.id}`); res.end() })",
  "app.post('/', (req, res) => res.json(_.set({}, 'a.b', req.body.value)))",
])('nothing in %s', async (text) => {
  expect(await scan(text)).toEqual([])
})
