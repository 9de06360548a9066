/** Code that tries to get out. Each attempt runs behind both walls: Deno's permissions alone, and bubblewrap too. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesOf, textOf, useFunctionRuntime } from './test/function-runtime.ts'

/** A service of the machine that no function may reach. */
const service = createServer((_, response) => response.end('reached'))
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  port = (service.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => service.close(resolve)))

const OWN_FILE = new URL(import.meta.url).pathname
const OWN_FOLDER = new URL('../../../../', import.meta.url).pathname
/** Expressions that a function evaluates; each must throw, or give what the second column says. */
const attempts: Record<string, [expression: string, result?: RegExp]> = {
  // Files
  'read a file': [`Deno.readTextFileSync('/etc/passwd')`],
  'read a file asynchronously': [`await Deno.readTextFile('/etc/hosts')`],
  'read our source': [`Deno.readTextFileSync(${JSON.stringify(OWN_FILE)})`],
  'read by node:fs': [`(await import('node:fs')).readFileSync('/etc/passwd')`],
  'read by node:fs/promises': [`await (await import('node:fs/promises')).readFile('/etc/passwd')`],
  'read the own script': [`Deno.readTextFileSync(new URL(import.meta.url))`],
  'read our environment by proc': [`Deno.readTextFileSync('/proc/1/environ')`],
  'read the own memory': [`Deno.readFileSync('/proc/self/mem')`],
  'list the root': [`[...Deno.readDirSync('/')]`],
  'list the sockets': [`[...Deno.readDirSync(new URL('./s', import.meta.url))]`],
  'write a file': [`Deno.writeTextFileSync('/tmp/atrium-escape', 'x')`],
  'write in the own folder': [`Deno.writeTextFileSync(new URL('./x', import.meta.url), 'x')`],
  'make a temporary file': [`Deno.makeTempFileSync()`],
  'make a link': [`Deno.symlinkSync('/etc/passwd', '/tmp/atrium-escape')`],
  'remove the sockets': [`Deno.removeSync(new URL('./s/calls', import.meta.url))`],
  'open a database': [`new (await import('node:sqlite')).DatabaseSync('/tmp/atrium-escape.db')`],
  'open a database in memory and attach': [
    `new (await import('node:sqlite')).DatabaseSync(':memory:').exec("attach '/tmp/atrium-escape.db' as x")`,
  ],
  'stat a file': [`Deno.statSync('/etc/passwd')`],
  'resolve a path': [`Deno.realPathSync('/proc/self/exe')`],
  'change the folder': [`Deno.chdir('/etc')`],
  'fetch a file': [`await (await fetch('file:///etc/passwd')).text()`],
  // Imports
  'import a file of the machine': [`await import('file:///etc/passwd')`],
  'import JSON of the machine by its name': [
    `(await import('file://${OWN_FOLDER}package.json', { with: { type: 'json' } })).default.name`,
  ],
  'import JSON of the machine': [
    `await import(['file://', 'package.json'].join(${JSON.stringify(OWN_FOLDER)}), { with: { type: 'json' } })`,
  ],
  'import by eval': [`await eval("import('file:///etc/hosts')")`],
  'import by new Function': [`await new Function("return import('file:///etc/hosts')")()`],
  'import from the network': [`await import(['https:', '', 'example.com', 'x.js'].join('/'))`],
  'import a package': [`await import(['npm', 'left-pad'].join(':'))`],
  'import from jsr': [`await import(['jsr', '@std/path'].join(':'))`],
  'require a file': [`(await import('node:module')).createRequire('file:///etc/')('./hosts')`],
  'load WebAssembly from a file': [`await WebAssembly.instantiateStreaming(fetch('file:///etc/passwd'))`],
  // Environment and machine
  'see our settings': [
    `JSON.stringify(Object.keys(Deno.env.toObject()).sort())`,
    /^\["HOME","NO_COLOR","PATH","WORD"\]$/,
  ],
  'see the environment of a thread': [
    `await new Promise((resolve, reject) => { const w = new Worker('data:application/javascript,' + encodeURIComponent("try { postMessage(Deno.env.toObject()) } catch (e) { postMessage(e) }"), { type: 'module' }); w.onmessage = ({ data }) => data instanceof Error ? reject(data) : resolve(data); w.onerror = reject })`,
  ],
  'see the process environment': [`Object.keys(process.env).includes('DATABASE_URL')`, /^false$/],
  'name of the host': [`Deno.hostname()`],
  'network interfaces': [`Deno.networkInterfaces()`],
  'network interfaces by node': [`(await import('node:os')).networkInterfaces()`],
  'release of the system': [`Deno.osRelease()`],
  user: [`(await import('node:os')).userInfo()`],
  'load of the machine': [`Deno.loadavg()`],
  'memory of the machine': [`Deno.systemMemoryInfo()`],
  // Processes
  'run a program': [`new Deno.Command('id').outputSync()`],
  'run Deno again': [`new Deno.Command(Deno.execPath(), { args: ['eval', '1'] }).outputSync()`],
  'run by node:child_process': [`(await import('node:child_process')).execSync('id')`],
  'fork by node:child_process': [
    `await new Promise((resolve, reject) => require('node:child_process').fork('/tmp/x.js').on('error', reject).on('spawn', () => resolve('reached')))`,
  ],
  'kill another process': [`Deno.kill(Deno.ppid, 'SIGKILL')`],
  'kill by node': [`process.kill(process.ppid, 'SIGKILL')`],
  'load a library': [`Deno.dlopen('/lib/libc.so.6', {})`],
  'load an addon': [`process.dlopen({ exports: {} }, '/tmp/x.node')`],
  'ask for a permission': [`(await Deno.permissions.request({ name: 'read' })).state`, /^(prompt|denied)$/],
  'ask for the network': [`(await Deno.permissions.request({ name: 'net' })).state`, /^(prompt|denied)$/],
  'ask for programs': [`(await Deno.permissions.request({ name: 'run' })).state`, /^(prompt|denied)$/],
  'set user': [`process.setuid(0)`],
  'open the inspector': [`(await import('node:inspector')).open(9999)`],
  // Network
  'connect to our ports': [`await Deno.connect({ port: PORT })`],
  'connect by node:net': [
    `await new Promise((resolve, reject) => require('node:net').connect(PORT, '127.0.0.1', () => resolve('reached')).on('error', reject))`,
  ],
  'fetch from loopback': [`await (await fetch('http://127.0.0.1:PORT/')).text()`],
  'fetch from localhost': [`await (await fetch('http://localhost:PORT/')).text()`],
  'fetch from IPv6 loopback': [`await (await fetch('http://[::1]:PORT/')).text()`],
  'fetch from a mapped address': [`await (await fetch('http://[::ffff:127.0.0.1]:PORT/')).text()`],
  'fetch from a number': [`await (await fetch('http://2130706433:PORT/')).text()`],
  'fetch from 0': [`await (await fetch('http://0:PORT/')).text()`],
  'fetch from a private range': [`await (await fetch('https://10.0.0.1/')).text()`],
  'fetch from another private range': [`await (await fetch('https://192.168.1.1/')).text()`],
  'fetch the metadata of a cloud': [`await (await fetch('http://169.254.169.254/latest/meta-data/')).text()`],
  'fetch by a client of its own': [
    `await (await fetch('http://127.0.0.1:PORT/', { client: Deno.createHttpClient({}) })).text()`,
  ],
  'fetch over a socket of the machine': [
    `await (await fetch('http://x/', { client: Deno.createHttpClient({ proxy: { transport: 'unix', path: '/run/docker.sock' } }) })).text()`,
  ],
  'fetch through a proxy': [
    `await (await fetch('http://x/', { client: Deno.createHttpClient({ proxy: { url: 'http://127.0.0.1:PORT' } }) })).text()`,
  ],
  'fetch with the name of the gateway': [`await (await fetch('http://gateway.invalid/')).text()`],
  'connect to the own sockets': [
    `await Deno.connect({ transport: 'unix', path: new URL('./s/gateway', import.meta.url).pathname })`,
  ],
  'listen on a port': [`Deno.listen({ port: 0 })`],
  'listen by node:http': [
    `await new Promise((resolve, reject) => require('node:http').createServer().listen(0, resolve).on('error', reject))`,
  ],
  'listen on a socket': [`Deno.listen({ transport: 'unix', path: '/tmp/atrium-escape.sock' })`],
  'look up a name': [`await Deno.resolveDns('example.com', 'A')`],
  'look up a name by node': [`await (await import('node:dns/promises')).resolve4('example.com')`],
  'send a datagram': [`Deno.listenDatagram({ port: 0, transport: 'udp' })`],
  'open a WebSocket': [`new WebSocket('ws://127.0.0.1:PORT/')`],
  'open an EventSource': [
    `await new Promise((resolve, reject) => { const s = new EventSource('http://127.0.0.1:PORT/'); s.onopen = () => resolve('reached'); s.onerror = reject })`,
  ],
  'request by node:http': [
    `await new Promise((resolve, reject) => require('node:http').get('http://127.0.0.1:PORT/', resolve).on('error', reject))`,
  ],
  // Threads have no more rights than the code that starts them.
  'read in a thread': [
    `await new Promise((resolve, reject) => { const w = new Worker('data:application/javascript,' + encodeURIComponent("try { postMessage(Deno.readTextFileSync('/etc/passwd')) } catch (e) { postMessage(e) }"), { type: 'module' }); w.onmessage = ({ data }) => data instanceof Error ? reject(data) : resolve(data); w.onerror = reject })`,
  ],
  'connect in a thread': [
    `await new Promise((resolve, reject) => { const w = new Worker('data:application/javascript,' + encodeURIComponent("fetch('http://127.0.0.1:PORT/').then((r) => r.text()).then(postMessage, postMessage)"), { type: 'module' }); w.onmessage = ({ data }) => data instanceof Error ? reject(data) : resolve(data); w.onerror = reject })`,
  ],
  'connect in a thread through a proxy of the environment': [
    `await new Promise((resolve, reject) => { const w = new Worker('data:application/javascript,' + encodeURIComponent("try { Deno.env.set('HTTP_PROXY', 'http://127.0.0.1:PORT') } catch {} fetch('http://gateway.invalid/').then((r) => r.text()).then(postMessage, postMessage)"), { type: 'module' }); w.onmessage = ({ data }) => data instanceof Error ? reject(data) : resolve(data); w.onerror = reject })`,
  ],
  // Tricks with what surrounds the code
  'the API with an invented call': [
    `await (await fetch('http://api.atrium.invalid/', { headers: { 'x-atrium-call': crypto.randomUUID() } })).text()`,
  ],
  'put back the first fetch': [
    `await (await Request.prototype.constructor, delete globalThis.fetch, fetch('http://127.0.0.1:PORT/')).text()`,
  ],
  'store on the disk': [
    `(await caches.open('x'), await (await caches.open('x')).put('http://x/', new Response('x')))`,
  ],
}

describe.each(['bubblewrap', 'none'] as const)('behind %s', (wall) => {
  const { deploy, call } = useFunctionRuntime({ wall })

  test(`${Object.keys(attempts).length} attempts are contained`, async () => {
    const tries = Object.entries(attempts).map(
      ([name, [expression]]) =>
        `${JSON.stringify(name)}: async () => (${expression.replaceAll('PORT', String(port))})`,
    )
    const code = `import { createRequire } from 'node:module'
      const require = createRequire('file:///')
      const tries = { ${tries.join(',\n')} }
      Deno.serve(async (request) => {
        try { return new Response('GOT ' + String(await tries[await request.text()]())) }
        catch (error) { return new Response('threw ' + error) }
      })`
    const version = await deploy(code, { WORD: 'x' })
    const loose: string[] = []
    for (const [name, [, expected]] of Object.entries(attempts)) {
      const said = await textOf(await call(version, { method: 'POST', body: bytesOf(name) }))
      const isContained = expected
        ? said.startsWith('GOT ') && expected.test(said.slice(4))
        : said.startsWith('threw ')
      if (!isContained) loose.push(`${name}: ${said.slice(0, 300)}`)
    }
    expect(loose).toEqual([])
  })
})
