/** Written after the rules were finished, as people write such code. */
import { clean, planted, type Sample } from './code-sample.ts'

export const later: readonly Sample[] = [
  planted(
    'request_from_input',
    `app.get('/preview', async (req, res) => res.send(await (await fetch(req.query.url)).text()))`,
    'a.js',
  ),
  planted(
    'code_from_text',
    `const ops = {}\nexport const run = (expr, scope) => window.eval(\`(\${expr})\`)`,
  ),
  planted(
    'code_from_text',
    `import vm from 'node:vm'\nexport function sandbox(req) { return vm.runInNewContext(req.body.script, {}) }`,
    'a.ts',
  ),
  planted(
    'code_from_text',
    `function Cell({ formula, row }) { const fn = useMemo(() => new Function('row', \`return \${formula}\`), [formula]); return <td>{fn(row)}</td> }`,
  ),
  planted(
    'code_from_text',
    `const cb = new URLSearchParams(location.search).get('callback')\nsetTimeout(cb + '()', 0)`,
    'a.js',
  ),
  planted(
    'unsafe_html',
    `function show(results) {\n  let html = '<ul>'\n  for (const r of results) html += '<li>' + r.title + '</li>'\n  box.innerHTML = html + '</ul>'\n}`,
    'a.js',
  ),
  planted(
    'unsafe_html',
    `import { marked } from 'marked'\nexport default function Readme({ md }) { const html = marked.parse(md); return <article dangerouslySetInnerHTML={{ __html: html }} /> }`,
  ),
  planted('unsafe_html', `$('#greeting').html('Hello ' + user.name)`, 'a.js'),
  planted(
    'unsafe_html',
    `const range = document.createRange()\nhost.append(range.createContextualFragment(message.body))`,
    'a.js',
  ),
  planted(
    'unsafe_html',
    `const toMarkup = (text) => ({ __html: text.replace(/\\n/g, '<br>') })\nexport const Bio = ({ user }) => <p dangerouslySetInnerHTML={toMarkup(user.bio)} />`,
  ),
  planted(
    'unsafe_html',
    `<template>\n  <li v-for="c in comments" :key="c.id"><span v-html="c.body" /></li>\n</template>\n<script lang="ts" setup>\nimport { ref } from 'vue'\nconst comments = ref<{ id: string; body: string }[]>([])\n</script>`,
    'Comments.vue',
  ),
  planted(
    'unsafe_html',
    `<script>\n  import { onMount } from 'svelte'\n  let html = ''\n  onMount(async () => { html = await (await fetch('/api/page')).text() })\n</script>\n{@html html}`,
    'Page.svelte',
  ),
  planted(
    'unsafe_html',
    `const name = decodeURIComponent(location.hash.slice(1))\ndocument.querySelector('h1')!.outerHTML = \`<h1>Hi \${name}</h1>\``,
    'a.ts',
  ),
  planted('script_url', `function runBookmark(code) { window.location.href = 'javascript:' + code }`, 'a.js'),
  planted('script_url', `<nav><a href="javascript:deleteAll()">Delete</a></nav>`, 'menu.html'),
  planted(
    'address_from_input',
    `import { useSearchParams } from 'react-router-dom'\nexport function Viewer() {\n  const [search] = useSearchParams()\n  const src = search.get('src') ?? ''\n  return <iframe src={src} title="viewer" />\n}`,
  ),
  planted(
    'open_redirect',
    `export default function Login() {\n  const navigate = useNavigate()\n  const [params] = useSearchParams()\n  async function submit() { await login(); navigate(params.get('redirect') || '/') }\n  return <button onClick={submit}>Go</button>\n}`,
  ),
  planted(
    'open_redirect',
    `export async function GET(request) {\n  const { searchParams } = new URL(request.url)\n  const to = searchParams.get('to')\n  return Response.redirect(to, 302)\n}`,
    'route.ts',
  ),
  planted(
    'open_redirect',
    `const params = Object.fromEntries(new URLSearchParams(document.location.search))\nwindow.location.replace(params.returnTo)`,
    'a.js',
  ),
  planted(
    'message_to_anyone',
    `iframeRef.current?.contentWindow?.postMessage(JSON.stringify({ type: 'init', user }), '*')`,
  ),
  planted(
    'message_from_anyone',
    `useEffect(() => {\n  function onMessage(e) {\n    if (e.data?.type === 'navigate') router.push(e.data.path)\n  }\n  window.addEventListener('message', onMessage)\n  return () => window.removeEventListener('message', onMessage)\n}, [])`,
  ),
  planted(
    'message_from_anyone',
    `window.onmessage = ({ data }) => { if (data.cmd === 'run') commands[data.name](data.args) }`,
    'a.js',
  ),
  planted(
    'credential_in_storage',
    `const saveLogin = (email, password) => { localStorage.setItem('email', email); localStorage.setItem('password', password) }`,
  ),
  planted(
    'credential_in_storage',
    `export const auth = { login(res) { window.localStorage.jwt = res.data.jwt } }`,
  ),
  planted(
    'predictable_random',
    `export function generateApiKey() {\n  const chars = 'abcdefghijklmnopqrstuvwxyz0123456789'\n  let out = ''\n  for (let i = 0; i < 32; i++) out += chars[Math.floor(Math.random() * chars.length)]\n  return out\n}`,
  ),
  planted(
    'predictable_random',
    `await Invite.create({ email, verification_code: String(Math.floor(100000 + Math.random() * 900000)) })`,
  ),
  planted(
    'weak_password_hash',
    `import md5 from 'md5'\nexport const check = (user, password) => user.hash === md5(password + user.salt)`,
    'a.ts',
  ),
  planted(
    'weak_password_hash',
    `async function hashPassword(pw) {\n  const bytes = new TextEncoder().encode(pw)\n  return crypto.subtle.digest('SHA-1', bytes)\n}`,
    'a.ts',
  ),
  planted('tls_not_checked', `process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'`, 'a.js'),
  planted(
    'tls_not_checked',
    `const pool = new Pool({ connectionString, ssl: { rejectUnauthorized: false } })`,
    'db.ts',
  ),
  planted(
    'plain_http',
    `const API = 'http://backend.mycompany.com/v1'\nexport const list = () => axios.get(\`\${API}/items\`)`,
    'api.ts',
  ),
  planted('plain_http', `const socket = new WebSocket('ws://live.mycompany.com/feed')`),
  planted(
    'pattern_from_input',
    `export async function POST(req) {\n  const { filter } = await req.json()\n  const matcher = new RegExp(filter, 'i')\n  return Response.json(items.filter((i) => matcher.test(i.name)))\n}`,
    'route.ts',
  ),
  planted(
    'prototype_pollution',
    `export function setIn(obj, path, value) {\n  const keys = path.split('.')\n  let cur = obj\n  for (let i = 0; i < keys.length - 1; i++) cur = cur[keys[i]] = cur[keys[i]] || {}\n  cur[keys[keys.length - 1]] = value\n}`,
    'a.ts',
  ),
  planted(
    'prototype_pollution',
    `const deepMerge = (target, source) => {\n  Object.keys(source).forEach((key) => {\n    if (source[key] instanceof Object) target[key] = deepMerge(target[key] ?? {}, source[key])\n    else target[key] = source[key]\n  })\n  return target\n}`,
  ),
  planted(
    'prototype_pollution',
    `app.patch('/settings', (req, res) => { settings[req.body.section][req.body.key] = req.body.value; res.end() })`,
    'a.js',
  ),
  planted(
    'command_injection',
    `const { execSync } = require('child_process')\nmodule.exports = (req, res) => { const out = execSync('ping -c 1 ' + req.query.host); res.send(out) }`,
    'a.js',
  ),
  planted(
    'command_injection',
    `import cp from 'child_process'\nexport function clone(url: string, dir: string) { cp.spawn(\`git clone \${url} \${dir}\`, { shell: true }) }`,
    'a.ts',
  ),
  planted(
    'path_from_input',
    `Deno.serve(async (req) => {\n  const name = new URL(req.url).searchParams.get('file')\n  return new Response(await Deno.readTextFile('./data/' + name))\n})`,
    'a.ts',
  ),
  planted(
    'path_from_input',
    `router.get('/download', (req, res) => { const { file } = req.query; res.sendFile(path.resolve(__dirname, 'files', file)) })`,
    'a.js',
  ),
  planted(
    'sql_from_text',
    `export async function search(term: string) {\n  const sql = "SELECT id, name FROM products WHERE name LIKE '%" + term + "%'"\n  const [rows] = await connection.execute(sql)\n  return rows\n}`,
    'a.ts',
  ),
  planted(
    'sql_from_text',
    `const users = await prisma.$queryRawUnsafe(\`SELECT * FROM "User" WHERE role = '\${role}' ORDER BY \${sort}\`)`,
    'a.ts',
  ),
  planted(
    'unsigned_token',
    `const claims = jwt.verify(token, key, { algorithms: ['HS256', 'none'] })`,
    'a.ts',
  ),

  clean(
    `const scope = { add: (a, b) => a + b }\nexport const run = (name, ...args) => scope[name]?.(...args)`,
  ),
  clean(`const model = { eval() { return 1 } }\nmodel.eval('x')`),
  clean(`const id = setInterval(poll, 5_000)`),
  clean(
    `export const Style = ({ id, colors }) => <style dangerouslySetInnerHTML={{ __html: Object.entries(colors).map(([k, v]) => \`--\${k}: \${v};\`).join('') }} />`,
  ),
  clean(
    `import DOMPurify from 'dompurify'\nimport { marked } from 'marked'\nexport function Readme({ md }) { const html = DOMPurify.sanitize(marked.parse(md)); return <article dangerouslySetInnerHTML={{ __html: html }} /> }`,
  ),
  clean(
    `const escapeHtml = (s) => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')\nbox.innerHTML = results.map((r) => \`<li>\${escapeHtml(r.title)}</li>\`).join('')`,
    'a.js',
  ),
  clean(`const ICONS = { ok: '<svg>1</svg>', bad: '<svg>2</svg>' }\nel.innerHTML = ICONS[status]`, 'a.js'),
  clean(`const copy = el.innerHTML\nif (copy.includes('x')) count++`, 'a.js'),
  clean(`$('#greeting').text('Hello ' + user.name)`, 'a.js'),
  clean(
    `<template><p v-text="note.text" /><!-- <p v-html="note.text" /> --></template><script setup>defineProps(['note'])</script>`,
    'a.vue',
  ),
  clean(`<script>let count = 0</script>\n<p>{count} {@html '<b>fixed</b>'}</p>`, 'a.svelte'),
  clean(
    `const [params, setParams] = useSearchParams()\nconst tab = params.get('tab') ?? 'all'\nexport const T = () => <Tabs value={tab} onChange={(v) => setParams({ tab: v })} />`,
  ),
  clean(
    `const [params] = useSearchParams()\nexport const B = () => <Link to={\`/search?q=\${params.get('q')}\`}>Again</Link>`,
  ),
  clean(
    `export function Back() {\n  const [params] = useSearchParams()\n  const from = params.get('from')\n  const target = ALLOWED.includes(from) ? from : '/'\n  return <a href={target}>Back</a>\n}`,
  ),
  clean(
    `const to = new URL(params.get('to'), location.origin)\nif (to.origin === location.origin) location.assign(to.href)`,
    'a.js',
  ),
  clean(`window.location.href = window.location.pathname + '?saved=1'`, 'a.js'),
  clean(`location.reload()\nhistory.pushState({}, '', '/inbox')`, 'a.js'),
  clean(`export const S = () => <a href="https://status.example.com" target="_blank">Status</a>`),
  clean(`export const S = ({ doc, ...rest }) => <a href={doc.url} target="_blank" {...rest}>Open</a>`),
  clean(`parent.postMessage('ready', '*')`, 'a.js'),
  clean(
    `const channel = new BroadcastChannel('x')\nchannel.addEventListener('message', (e) => setState(e.data))`,
    'a.js',
  ),
  clean(`socket.addEventListener('message', (event) => store.push(JSON.parse(event.data)))`, 'a.js'),
  clean(`self.onmessage = (e) => self.postMessage(work(e.data))`, 'worker.js'),
  clean(`localStorage.removeItem('access_token')\nconst t = localStorage.getItem('access_token')`),
  clean(`localStorage.setItem('cart', JSON.stringify(cart))\nlocalStorage.setItem('token_count', String(n))`),
  clean(`const bytes = crypto.getRandomValues(new Uint8Array(32))\nconst sessionToken = toHex(bytes)`),
  clean(`export const shuffle = (deck) => deck.sort(() => Math.random() - 0.5)`),
  clean(`const tokens = text.split(' ')\nconst sample = tokens[Math.floor(Math.random() * tokens.length)]`),
  clean(`const hash = await bcrypt.hash(password, 12)`, 'a.ts'),
  clean(`const avatar = 'https://gravatar.example.com/' + md5(email.trim().toLowerCase())`, 'a.ts'),
  clean(
    `const key = crypto.scryptSync(password, salt, 32)\nconst c = crypto.createCipheriv('aes-256-gcm', key, iv)`,
    'a.ts',
  ),
  clean(`const ssl = { rejectUnauthorized: process.env.NODE_ENV === 'production' }`, 'a.ts'),
  clean(`const schema = { $schema: 'http://json-schema.org/draft-07/schema#' }\nawait fetch('/api/items')`),
  clean(
    `const url = import.meta.env.DEV ? 'http://127.0.0.1:8787' : 'https://api.example.com'\nawait fetch(url + '/items')`,
    'a.ts',
  ),
  clean(`const words = ['a', 'b']\nconst re = new RegExp(words.join('|'), 'g')`),
  clean(
    `export function highlight(text, q) { const safe = q.replace(/[.*+?^\${}()|[\\]\\\\]/g, '\\\\$&'); return text.split(new RegExp(safe, 'gi')) }`,
  ),
  clean(`const counts = {}\nfor (const w of words) counts[w] = (counts[w] ?? 0) + 1`),
  clean(`export const update = (form, field, value) => ({ ...form, [field]: value })`),
  clean(`for (const key in source) target[key] = source[key]`, 'a.js'),
  clean(
    `import { spawn } from 'node:child_process'\nexport const clone = (url: string) => spawn('git', ['clone', '--', url])`,
    'a.ts',
  ),
  clean(
    `import { exec } from 'node:child_process'\nexec('npm run build', (e) => e && console.error(e))`,
    'a.ts',
  ),
  clean(
    `const config = JSON.parse(await fs.readFile(path.join(import.meta.dirname, 'config.json'), 'utf8'))`,
    'a.ts',
  ),
  clean(
    `app.get('/f/:name', (req, res) => {\n  const full = path.resolve(ROOT, req.params.name)\n  if (!full.startsWith(ROOT + path.sep)) return res.sendStatus(404)\n  res.sendFile(full)\n})`,
    'a.js',
  ),
  clean(`const { data } = await client.from('users').select('id, name').eq('email', email)`, 'a.ts'),
  clean(
    `const TABLE = "orders"\nconst rows = await pool.query(\`SELECT * FROM \${TABLE} WHERE id = $1\`, [id])`,
    'a.ts',
  ),
  clean(
    `console.log(\`Please select a file from \${folder} and update the set\`)\nmap.get(\`select \${id} from list\`)`,
    'a.ts',
  ),
  clean(`const claims = jwt.verify(token, key, { algorithms: ['RS256'] })`, 'a.ts'),
]
