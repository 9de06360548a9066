/**
 * Runs inside the process of a function, under Deno and before the function’s code: opens the two sockets, gives every
 * permission back, loads the code and serves its handler. It imports nothing of ours: only this text goes in there.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Console } from 'node:console'
import { format } from 'node:util'

type Handler = (request: Request, context: object) => unknown
interface Call {
  id: string
  request_id: string
}
interface Gateway {
  close(): void
}
declare const Deno: {
  args: [codePath: string, callsPath: string, gatewayPath: string]
  readTextFileSync(path: string): string
  env: object
  stdin: { readable: ReadableStream<Uint8Array> }
  stdout: { writeSync(bytes: Uint8Array): number }
  createHttpClient(options: { proxy: { transport: 'unix'; path: string } }): Gateway
  permissions: { revoke(what: { name: string }): Promise<unknown> }
  serve(options: object, handler: Handler): unknown
  exit(code: number): never
}

const [codePath, callsPath, gatewayPath] = Deno.args
const underWay = new AsyncLocalStorage<Call>()
const nativeFetch = globalThis.fetch
const serve = Deno.serve
const gateway = Deno.createHttpClient({ proxy: { transport: 'unix', path: gatewayPath } })
let handler: Handler | null = null

/** Everything that sees the mark is taken before the function's code could replace it by its own. */
const { stringify } = JSON
const Bytes = Uint8Array
const encode = TextEncoder.prototype.encode.bind(new TextEncoder())
const writeOut = Deno.stdout.writeSync.bind(Deno.stdout)
const callUnder = underWay.getStore.bind(underWay)
const fieldOf = (name: 'buffer' | 'length') => {
  const field = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), name)
  return Function.prototype.call.bind(field?.get ?? (() => 0))
}
const [bufferOf, lengthOf] = [fieldOf('buffer'), fieldOf('length')]

/** Tells our lines from those that the code prints past the console. */
let mark = ''

/** One line of JSON for everything that goes out; the other side reads lines. It begins a line of its own. */
function write(line: { __proto__: null; [field: string]: unknown }): void {
  const bytes = encode(`\n${mark}${stringify(line)}\n`)
  const buffer = bufferOf(bytes) as ArrayBuffer
  const length = lengthOf(bytes) as number
  for (let done = 0; done < length; ) done += writeOut(new Bytes(buffer, done, length - done))
}

function log(level: string, words: unknown[]): void {
  const message = `${format(...words).slice(0, LONGEST_MESSAGE)}`
  write({ __proto__: null, level, message, request_id: callUnder()?.request_id ?? null })
}

const LONGEST_MESSAGE = 8 * 1024
const LEVELS = { debug: 'debug', trace: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error' }
for (const [method, level] of Object.entries(LEVELS)) {
  Reflect.set(console, method, (...words: unknown[]) => log(level, words))
}
/** The rest of the console, whose native form prints past the one above and so belongs to no call. */
const printer = new Console(lineStream('info') as never, lineStream('error') as never)
for (const method of [
  'dir',
  'dirxml',
  'table',
  'count',
  'countReset',
  'time',
  'timeLog',
  'timeEnd',
  'assert',
] as const) {
  Reflect.set(console, method, printer[method].bind(printer))
}

/** As much of a stream as a console writes to. */
function lineStream(level: string) {
  const write = (text: string) => {
    log(level, [text.replace(/\n$/, '')])
    return true
  }
  return { write, on() {}, once() {}, removeListener() {}, listenerCount: () => 0 }
}

/** Without it one forgotten `catch` would end the process, and all calls in it. */
function report(event: Event, error: unknown): void {
  event.preventDefault()
  log('error', [error])
}
addEventListener('unhandledrejection', (event) => report(event, Reflect.get(event, 'reason')))
addEventListener('error', (event) => report(event, Reflect.get(event, 'error')))

/** Everything that leaves goes through the gateway, which decides; the process itself has no network. */
globalThis.fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  const request = new Request(input, init)
  if (!/^https?:/.test(request.url)) return nativeFetch(request)
  const headers = new Headers(request.headers)
  headers.set('x-atrium-target', request.url)
  headers.set('x-atrium-redirect', request.redirect)
  if (!headers.has('x-atrium-call')) headers.set('x-atrium-call', underWay.getStore()?.id ?? '')
  const { method, body, signal } = request
  const sent = { method, headers, body, signal, redirect: 'manual', duplex: 'half', client: gateway }
  const answer = await nativeFetch('http://gateway.invalid/', sent as RequestInit)
  const failure = answer.headers.get('x-atrium-failure')
  if (failure !== null) throw new TypeError(decodeURIComponent(failure))
  const url = decodeURIComponent(answer.headers.get('x-atrium-url') ?? request.url)
  const visible = new Headers(answer.headers)
  visible.delete('x-atrium-url')
  const hasBody = ![101, 204, 205, 304].includes(answer.status)
  const response = new Response(hasBody ? answer.body : null, {
    status: answer.status,
    statusText: answer.statusText,
    headers: visible,
  })
  return Object.defineProperties(response, {
    url: { value: url },
    redirected: { value: url !== request.url },
  })
}

/** The code's own `Deno.serve` only says which handler it is: the address is ours. */
Object.defineProperty(Deno, 'serve', {
  value: (...words: unknown[]) => {
    const options = words.find((word) => typeof word === 'object' && word !== null)
    const found =
      words.find((word) => typeof word === 'function') ?? (options && Reflect.get(options, 'handler'))
    if (typeof found !== 'function') throw new TypeError('Deno.serve needs a handler')
    handler = found as Handler
    const forever = new Promise<void>(() => {})
    const addr = { transport: 'tcp', hostname: '0.0.0.0', port: 8000 }
    return {
      addr,
      finished: forever,
      shutdown: async () => {},
      ref() {},
      unref() {},
      [Symbol.asyncDispose]: async () => {},
    }
  },
})

/** Work that goes on behind the answer. The other side keeps the call open until all of it is over. */
function trackWork(call: Call) {
  let open = 0
  const note = (state: string) => {
    const headers = { 'x-atrium-call': call.id, 'x-atrium-work': state }
    const sent = { method: 'POST', headers, client: gateway } as RequestInit
    nativeFetch('http://gateway.invalid/', sent).then(
      (answer) => answer.body?.cancel(),
      () => {},
    )
  }
  return {
    goesOn: () => open > 0,
    waitUntil(work: unknown): void {
      if (open++ === 0) note('begun')
      Promise.resolve(work)
        .catch((error) => log('error', [error]))
        .finally(() => {
          if (--open === 0) note('ended')
        })
    },
  }
}

async function respond(request: Request, info: object, call: Call): Promise<Response> {
  try {
    const { goesOn, waitUntil } = trackWork(call)
    const scheme = request.headers.get('x-atrium-scheme')
    // The address as the caller knows it; here it came by a socket.
    Object.defineProperty(request, 'url', { value: request.url.replace(/^http\+unix:/, `${scheme}:`) })
    const answer = await handler?.(request, { ...info, waitUntil })
    if (answer instanceof Response) return goesOn() ? withHeader(answer, 'x-atrium-work', 'begun') : answer
    log('error', ['The handler did not return a Response but', answer])
  } catch (error) {
    log('error', [error])
  }
  return Response.json({ error: 'The function failed; its logs say why.' }, { status: 500 })
}

function withHeader({ body, status, statusText, headers }: Response, name: string, value: string): Response {
  return new Response(body, { status, statusText, headers: [...headers, [name, value]] })
}

function answer(request: Request, info: object): unknown {
  const id = request.headers.get('x-atrium-call')
  if (id === null) return new Response(null, { status: 204 }) // only asks whether this process still answers
  const call = { id, request_id: request.headers.get('x-request-id') ?? '' }
  return underWay.run(call, () => respond(request, info, call))
}

const input = Deno.stdin.readable.getReader()
const exit: (code: number) => never = Deno.exit

/** Reads the first line of the input, which the code cannot read. */
async function readStart(): Promise<{ mark: string; secrets: Record<string, string> }> {
  const decoder = new TextDecoder()
  let text = ''
  while (!text.endsWith('\n')) {
    const { done, value } = await input.read()
    if (done) exit(0)
    text += decoder.decode(value, { stream: true })
  }
  return JSON.parse(text)
}

/** The stream ends with the process that started this one. */
async function endWithParent(): Promise<never> {
  while (!(await input.read()).done);
  exit(0)
}

/** Packages take them for granted. */
const USUAL = { HOME: '/', NO_COLOR: '1', PATH: '' }

/**
 * The environment of the code, which is not that of the process: Deno acts on names in there, some of them whenever a
 * connection is made. That of `node:process` reads it too.
 */
function provideEnvironment(secrets: Record<string, string>): void {
  const variables = new Map(Object.entries({ ...USUAL, ...secrets }))
  Object.assign(Deno.env, {
    get: (name: string) => variables.get(String(name)),
    set: (name: string, value: string) => void variables.set(String(name), String(value)),
    has: (name: string) => variables.has(String(name)),
    delete: (name: string) => void variables.delete(String(name)),
    toObject: () => Object.fromEntries(variables),
  })
}

async function listen(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  serve({ path: callsPath, onListen: () => resolve() }, answer)
  await promise
  for (const name of ['read', 'write', 'run', 'ffi', 'sys']) await Deno.permissions.revoke({ name })
  for (const host of [`unix:${callsPath}`, `unix:${gatewayPath}`]) {
    await Deno.permissions.revoke(Object.assign({ name: 'net' }, { host }))
  }
}

/** From a text, and so under the permissions of this moment: what is imported by a path may always be read. */
async function load(script: string): Promise<void> {
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  const code: { default?: unknown } = await import(address)
  const exported = code.default
  const isObject = typeof exported === 'object' && exported !== null
  const offered = isObject ? Reflect.get(exported, 'fetch') : exported
  if (!handler && typeof offered === 'function') handler = offered.bind(exported)
  if (!handler) throw new Error('The code neither calls Deno.serve nor exports a handler by default')
}

const start = await readStart()
mark = start.mark
void endWithParent()
provideEnvironment(start.secrets)
const script = Deno.readTextFileSync(codePath)
await listen()
try {
  await load(script)
  write({ __proto__: null, state: 'ready' })
} catch (error) {
  write({ __proto__: null, state: 'broken', message: format(error).slice(0, LONGEST_MESSAGE) })
}
