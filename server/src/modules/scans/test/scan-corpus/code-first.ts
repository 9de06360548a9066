/** Written together with the rules. */
import { clean, planted, type Sample } from './code-sample.ts'

export const first: readonly Sample[] = [
  planted('code_from_text', `export function calc(text) { return eval(text) }`),
  planted('code_from_text', `const f = new Function('row', 'return ' + formula)`),
  planted('code_from_text', `setTimeout(\`show("\${name}")\`, 100)`),
  planted('unsafe_html', `document.getElementById('out').innerHTML = '<b>' + comment.text + '</b>'`),
  planted(
    'unsafe_html',
    `export const Post = ({ post }) => <div dangerouslySetInnerHTML={{ __html: post.body }} />`,
  ),
  planted(
    'unsafe_html',
    `list.insertAdjacentHTML('beforeend', items.map((i) => \`<li>\${i.name}</li>\`).join(''))`,
  ),
  planted('unsafe_html', `document.write(location.hash.slice(1))`, 'a.js'),
  planted(
    'unsafe_html',
    `<template><p v-html="note.text"></p></template><script setup>const props = defineProps(['note'])</script>`,
    'a.vue',
  ),
  planted('unsafe_html', `<script>export let text</script>\n<div>{@html text}</div>`, 'a.svelte'),
  planted(
    'unsafe_html',
    `<html><body><script>document.body.innerHTML = new URLSearchParams(location.search).get('q')</script></body></html>`,
    'a.html',
  ),
  planted('script_url', `export const L = ({ code }) => <a href={\`javascript:run(\${code})\`}>run</a>`),
  planted(
    'address_from_input',
    `const [params] = useSearchParams()\nexport const B = () => <a href={params.get('back')}>Back</a>`,
  ),
  planted(
    'open_redirect',
    `const next = new URLSearchParams(window.location.search).get('next')\nif (next) window.location.href = next`,
  ),
  planted('open_redirect', `app.get('/go', (req, res) => res.redirect(req.query.url))`, 'server.js'),
  planted('window_opener', `export const A = ({ url }) => <a href={url} target="_blank">open</a>`),
  planted('message_to_anyone', `window.parent.postMessage({ token: session.token }, '*')`),
  planted(
    'message_from_anyone',
    `window.addEventListener('message', (event) => { setUser(event.data.user) })`,
  ),
  planted('credential_in_storage', `localStorage.setItem('access_token', response.token)`),
  planted('predictable_random', `const resetToken = Math.random().toString(36).slice(2)`),
  planted(
    'weak_password_hash',
    `const hash = crypto.createHash('md5').update(password).digest('hex')`,
    'a.js',
  ),
  planted('tls_not_checked', `const agent = new https.Agent({ rejectUnauthorized: false })`, 'a.js'),
  planted('plain_http', `const orders = await fetch('http://api.shop.example.com/orders')`),
  planted(
    'pattern_from_input',
    `app.get('/s', (req, res) => { const re = new RegExp(req.query.q); res.json(all.filter((x) => re.test(x))) })`,
    'a.js',
  ),
  planted(
    'prototype_pollution',
    `function merge(a, b) { for (const key in b) { if (typeof b[key] === 'object') a[key] = merge(a[key] || {}, b[key]); else a[key] = b[key] } return a }`,
  ),
  planted(
    'command_injection',
    `import { exec } from 'node:child_process'\nexport const resize = (name) => exec(\`convert \${name} out.png\`)`,
    'a.ts',
  ),
  planted(
    'path_from_input',
    `app.get('/f', async (req, res) => res.send(await fs.readFile(path.join('uploads', req.params.name))))`,
    'a.js',
  ),
  planted(
    'sql_from_text',
    `const rows = await db.query(\`select * from users where email = '\${email}'\`)`,
    'a.ts',
  ),
  planted('sql_from_text', `db.query("select * from orders where id = " + req.params.id)`, 'a.js'),
  planted(
    'unsafe_deserialization',
    `const serialize = require('node-serialize')\nconst user = serialize.unserialize(cookie)`,
    'a.js',
  ),
  planted('weak_cipher', `const c = crypto.createCipheriv('aes-128-ecb', key, null)`, 'a.js'),

  clean(`const value = JSON.parse(text)`),
  clean(`setTimeout(() => show(name), 100)`),
  clean(`el.innerHTML = ''`),
  clean(`el.textContent = comment.text`),
  clean(`el.innerHTML = DOMPurify.sanitize(comment.html)`),
  clean(
    `export const Post = ({ post }) => <div dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(post.body) }} />`,
  ),
  clean(`const icon = '<svg></svg>'\nel.innerHTML = icon`),
  clean(`el.innerHTML = \`<b>\${items.length}</b> of \${Number(total)}\``),
  clean(
    `<template><p v-html="safe"></p></template><script setup>const safe = computed(() => DOMPurify.sanitize(props.note))</script>`,
    'a.vue',
  ),
  clean(
    `<script>export let text; $: clean = DOMPurify.sanitize(text)</script>\n<div>{@html clean}</div>`,
    'a.svelte',
  ),
  clean(`export const L = () => <a href="javascript:void(0)" onClick={go}>go</a>`),
  clean(`export const B = ({ id }) => <a href={\`/users/\${id}\`}>User</a>`),
  clean(
    `const next = new URLSearchParams(location.search).get('next')\nif (next && next.startsWith('/') && !next.startsWith('//')) location.href = next`,
  ),
  clean(`const { id } = useParams()\nnavigate(\`/orders/\${id}\`)`),
  clean(
    `app.get('/go', (req, res) => res.redirect('/login?next=' + encodeURIComponent(req.query.url)))`,
    'server.js',
  ),
  clean(`export const A = ({ url }) => <a href={url} target="_blank" rel="noopener noreferrer">open</a>`),
  clean(`window.parent.postMessage({ token: session.token }, 'https://admin.example.com')`),
  clean(`worker.postMessage({ rows })`),
  clean(
    `window.addEventListener('message', (event) => { if (event.origin !== ORIGIN) return; setUser(event.data.user) })`,
  ),
  clean(`localStorage.setItem('theme', theme)`),
  clean(`const delay = Math.random() * 1000`),
  clean(`const color = colors[Math.floor(Math.random() * colors.length)]`),
  clean(`const etag = crypto.createHash('md5').update(body).digest('hex')`, 'a.js'),
  clean(`const agent = new https.Agent({ rejectUnauthorized: true })`, 'a.js'),
  clean(`await fetch('http://localhost:3000/orders')`),
  clean(`const NS = 'http://www.w3.org/2000/svg'\nconst el = document.createElementNS(NS, 'svg')`),
  clean(`const re = new RegExp(escapeRegExp(req.query.q), 'i')`, 'a.js'),
  clean(
    `function merge(a, b) { for (const key in b) { if (key === '__proto__' || key === 'constructor') continue; if (typeof b[key] === 'object') a[key] = merge(a[key] || {}, b[key]); else a[key] = b[key] } return a }`,
  ),
  clean(
    `import { execFile } from 'node:child_process'\nexport const resize = (name) => execFile('convert', [name, 'out.png'])`,
    'a.ts',
  ),
  clean(`const found = /(\\d+)/.exec(text)`),
  clean(
    `app.get('/f', async (req, res) => res.send(await fs.readFile(path.join('uploads', path.basename(req.params.name)))))`,
    'a.js',
  ),
  clean(`const rows = await db.query('select * from users where email = $1', [email])`, 'a.ts'),
  clean(`const rows = await sql\`select * from users where email = \${email}\``, 'a.ts'),
  clean(
    `const marks = ids.map(() => "?").join(", ")\nconst rows = await db.query(\`select * from users where id in (\${marks})\`, ids)`,
    'a.ts',
  ),
]
