// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the text of code
/** Written from what pages and servers of apps do, after all rules; see `fresh-corpus.test.ts` for the first run. */
import { clean, planted, type Sample } from './code-sample.ts'

export const fresh: readonly Sample[] = [
  planted('code_from_text', "export const total = (rule, row) => eval(rule.replace('x', row.x))", 'a.js'),
  planted('code_from_text', "const run = (code: string) => new Function('api', code)(window)", 'a.ts'),
  planted(
    'code_from_text',
    "const next = new URLSearchParams(location.search).get('next')\nsetInterval(next, 500)",
    'a.js',
  ),
  planted(
    'code_from_text',
    "app.get('/widgets/:name', async (req, res) => { const widget = await import(req.params.name); res.json(widget.default()) })",
    'a.js',
  ),
  planted(
    'unsafe_html',
    'export function Note({ note }) { return <div dangerouslySetInnerHTML={{ __html: note.body }} /> }',
  ),
  planted(
    'unsafe_html',
    "const q = new URLSearchParams(window.location.search).get('q')\ndocument.getElementById('title').innerHTML = 'Results for ' + q",
    'a.js',
  ),
  planted(
    'unsafe_html',
    "function sanitize(html) { return html.replace('script', '') }\nexport const Bio = ({ bio }) => <p dangerouslySetInnerHTML={{ __html: sanitize(bio) }} />",
  ),
  planted(
    'unsafe_html',
    "rows.forEach((row) => list.insertAdjacentHTML('beforeend', `<li>${row.name}</li>`))",
    'a.js',
  ),
  planted(
    'unsafe_html',
    "app.get('/hello', (req, res) => { res.send(`<h1>Hello ${req.query.name}</h1>`) })",
    'a.js',
  ),
  planted(
    'unsafe_html',
    '<template><div v-html="post.content"></div></template>\n<script setup>\ndefineProps(["post"])\n</script>',
    'Post.vue',
  ),
  planted('unsafe_html', "$('.comments').append('<p>' + comment.text + '</p>')", 'a.js'),
  planted('script_url', "export const Run = ({ code }) => <a href={'javascript:' + code}>Run</a>"),
  planted(
    'address_from_input',
    "const params = new URLSearchParams(location.search)\nexport const Back = () => <a href={params.get('back')}>Back</a>",
  ),
  planted(
    'address_from_input',
    "const src = new URL(location.href).searchParams.get('video')\ndocument.querySelector('iframe').src = src",
    'a.js',
  ),
  planted(
    'open_redirect',
    "const to = new URLSearchParams(location.search).get('redirect')\nif (user) window.location.href = to",
    'a.js',
  ),
  planted('open_redirect', "app.get('/login', (req, res) => res.redirect(req.query.next || '/'))", 'a.js'),
  planted(
    'open_redirect',
    "export function GET(request) { const url = new URL(request.url); return Response.redirect(url.searchParams.get('to')) }",
    'a.js',
  ),
  planted('message_to_anyone', "window.opener.postMessage({ token: session.token }, '*')", 'a.js'),
  planted(
    'message_from_anyone',
    "window.addEventListener('message', (event) => { if (event.data.type === 'login') setToken(event.data.token) })",
    'a.js',
  ),
  planted('credential_in_storage', "localStorage.setItem('password', form.password.value)", 'a.js'),
  planted('credential_in_storage', "localStorage.setItem('access_token', data.access_token)", 'a.js'),
  planted('predictable_random', 'const resetToken = Math.random().toString(36).slice(2)', 'a.js'),
  planted(
    'predictable_random',
    'function makeOtp() { return Math.floor(100000 + Math.random() * 900000) }',
    'a.js',
  ),
  planted(
    'weak_password_hash',
    "const hash = crypto.createHash('sha256').update(password).digest('hex')",
    'a.js',
  ),
  planted('weak_cipher', "const cipher = crypto.createCipheriv('des-ede3-cbc', key, iv)", 'a.js'),
  planted('unsigned_token', "jwt.verify(token, key, { algorithms: ['HS256', 'none'] })", 'a.js'),
  planted('tls_not_checked', 'const agent = new https.Agent({ rejectUnauthorized: false })', 'a.js'),
  planted('plain_http', "const api = axios.create({ baseURL: 'http://api.acme.io/v1' })", 'a.js'),
  planted(
    'pattern_from_input',
    "app.get('/find', (req, res) => res.json(items.filter((item) => new RegExp(req.query.q).test(item.name))))",
    'a.js',
  ),
  planted(
    'prototype_pollution',
    "app.patch('/settings', (req, res) => { settings[req.body.section][req.body.key] = req.body.value; res.end() })",
    'a.js',
  ),
  planted(
    'unsafe_deserialization',
    "import serialize from 'node-serialize'\napp.post('/', (req, res) => res.json(serialize.unserialize(req.body.state)))",
    'a.js',
  ),
  planted(
    'command_injection',
    "import { exec } from 'node:child_process'\napp.get('/ping', (req, res) => exec('ping -c 1 ' + req.query.host, (e, out) => res.send(out)))",
    'a.js',
  ),
  planted(
    'request_from_input',
    "app.get('/proxy', async (req, res) => { const answer = await fetch(req.query.url); res.end(await answer.text()) })",
    'a.js',
  ),
  planted(
    'request_from_input',
    "app.post('/hook', async (req, res) => { const job = {}; job.url = req.body.callback; await axios.post(job.url, { done: true }); res.end() })",
    'a.js',
  ),
  planted(
    'path_from_input',
    "import fs from 'node:fs'\napp.get('/file', (req, res) => res.end(fs.readFileSync('./files/' + req.query.name)))",
    'a.js',
  ),
  planted(
    'sql_from_text',
    "const find = (name) => db.query(`select * from users where name = '${name}'`)",
    'a.js',
  ),
  planted(
    'sql_from_text',
    "app.get('/u', async (req, res) => res.json(await users.find({ $where: 'this.age > ' + req.query.age }).toArray()))",
    'a.js',
  ),
  planted(
    'window_opener',
    'export const Link = ({ site }) => <a href={site.url} target="_blank">{site.name}</a>',
  ),

  clean('export const total = (rows) => rows.reduce((sum, row) => sum + row.price, 0)', 'a.js'),
  clean("setInterval(() => refresh(new URLSearchParams(location.search).get('id')), 500)", 'a.js'),
  clean(
    "const pages = { home: () => import('./home.js'), shop: () => import('./shop.js') }\nexport const load = (name) => (pages[name] ?? pages.home)()",
    'a.js',
  ),
  clean(
    "import DOMPurify from 'dompurify'\nexport function Note({ note }) { return <div dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(note.body) }} /> }",
  ),
  clean(
    "const q = new URLSearchParams(window.location.search).get('q')\ndocument.getElementById('title').textContent = 'Results for ' + q",
    'a.js',
  ),
  clean(
    'const escapeHtml = (text) => text.replace(/[&<>"\']/g, (c) => `&#${c.charCodeAt(0)};`)\nbox.innerHTML = `<b>${escapeHtml(user.name)}</b>`',
    'a.js',
  ),
  clean(
    "list.innerHTML = ''\nfor (const row of rows) { const li = document.createElement('li'); li.textContent = row.name; list.append(li) }",
    'a.js',
  ),
  clean("app.get('/hello', (req, res) => res.json({ greeting: `Hello ${req.query.name}` }))", 'a.js'),
  clean(
    '<template><div>{{ post.content }}</div></template>\n<script setup>\ndefineProps(["post"])\n</script>',
    'Post.vue',
  ),
  clean("$('.comments').append($('<p>').text(comment.text))", 'a.js'),
  clean(
    'export const Stop = () => <a href="#" onClick={(event) => { event.preventDefault(); stop() }}>Stop</a>',
  ),
  clean(
    "const params = new URLSearchParams(location.search)\nconst back = params.get('back') ?? '/'\nexport const Back = () => <a href={back.startsWith('/app/') ? back : '/'}>Back</a>",
  ),
  clean(
    "const id = new URL(location.href).searchParams.get('video')\ndocument.querySelector('iframe').src = `https://player.acme.io/embed/${encodeURIComponent(id)}`",
    'a.js',
  ),
  clean(
    "const to = new URLSearchParams(location.search).get('redirect') ?? '/'\nconst PAGES = ['/home', '/shop']\nif (PAGES.includes(to)) window.location.href = to",
    'a.js',
  ),
  clean(
    "app.get('/login', (req, res) => res.redirect('/home?from=' + encodeURIComponent(req.query.from)))",
    'a.js',
  ),
  clean("window.opener.postMessage({ done: true }, 'https://shop.acme.io')", 'a.js'),
  clean(
    "window.addEventListener('message', (event) => { if (event.origin !== 'https://shop.acme.io') return; setTheme(event.data.theme) })",
    'a.js',
  ),
  clean("localStorage.setItem('theme', 'dark')\nlocalStorage.setItem('password_hint_seen', 'yes')", 'a.js'),
  clean('const color = colors[Math.floor(Math.random() * colors.length)]', 'a.js'),
  clean('const resetToken = crypto.randomUUID()', 'a.js'),
  clean("const etag = crypto.createHash('sha1').update(body).digest('hex')", 'a.js'),
  clean('const hash = await argon2.hash(password)', 'a.js'),
  clean("const cipher = crypto.createCipheriv('aes-256-gcm', key, nonce)", 'a.js'),
  clean("jwt.verify(token, key, { algorithms: ['RS256'] })", 'a.js'),
  clean('const agent = new https.Agent({ keepAlive: true, rejectUnauthorized: true })', 'a.js'),
  clean("const api = axios.create({ baseURL: 'http://localhost:3000' })", 'a.js'),
  clean(
    "app.get('/find', (req, res) => res.json(items.filter((item) => item.name.includes(req.query.q))))",
    'a.js',
  ),
  clean(
    "const FIELDS = ['theme', 'lang']\napp.patch('/settings', (req, res) => { if (!FIELDS.includes(req.body.key)) return res.status(400).end(); settings[req.body.key] = req.body.value; res.end() })",
    'a.js',
  ),
  clean("app.post('/', (req, res) => res.json(JSON.parse(req.body.state)))", 'a.js'),
  clean(
    "import { execFile } from 'node:child_process'\napp.get('/ping', (req, res) => execFile('uptime', ['-p'], (e, out) => res.send(out)))",
    'a.js',
  ),
  clean(
    "app.get('/proxy', async (req, res) => { const answer = await fetch(`https://api.acme.io/items/${req.query.id}`); res.json(await answer.json()) })",
    'a.js',
  ),
  clean(
    "const HOSTS = new Set(['hooks.acme.io'])\napp.post('/hook', async (req, res) => { const url = new URL(req.body.callback); if (!HOSTS.has(url.hostname)) return res.status(400).end(); await fetch(url); res.end() })",
    'a.js',
  ),
  clean(
    "import path from 'node:path'\nimport fs from 'node:fs'\napp.get('/file', (req, res) => res.end(fs.readFileSync(path.join('./files', path.basename(req.query.name)))))",
    'a.js',
  ),
  clean("const find = (name) => db.query('select * from users where name = $1', [name])", 'a.js'),
  clean('const find = (age) => users.find({ age: { $gt: Number(age) } }).toArray()', 'a.js'),
  clean(
    'export const Link = ({ site }) => <a href={site.url} target="_blank" rel="noopener noreferrer">{site.name}</a>',
  ),
  clean(
    "const message = 'select a file from the list and update the settings'\nshow(message + name)",
    'a.js',
  ),
]
