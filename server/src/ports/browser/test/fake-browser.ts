/** Browsers in this process: the tests say what the pages hold and what happens on them. Nothing is loaded or drawn. */
import { setTimeout as pause } from 'node:timers/promises'
import { unlessAborted } from '../../../platform/abortable.ts'
import {
  BrowserFailure,
  type BrowserFault,
  type BrowserSession,
  type Browsers,
  MAX_NODES,
  type PageProblems,
  type PageTarget,
  type SessionOptions,
} from '../port.ts'
import {
  change,
  described,
  elementOf,
  type FakeEffect,
  type FakePage,
  type FakeSite,
  isAllowed,
  judge,
  type LiveNode,
  live,
  mask,
  matching,
  notFound,
  snapshotOf,
  targetOf,
  textOf,
} from './fake-page.ts'

export type { FakeEffect, FakeNode, FakePage, FakeSite } from './fake-page.ts'

export interface FakeBrowsers extends Browsers {
  open(options: SessionOptions): Promise<FakeSession>
  /** What pages there are; may be changed at any time. */
  site: FakeSite
  problem: string | null
  /** Every session that was opened, oldest first. */
  readonly sessions: FakeSession[]
  /** What was done in all sessions, such as `open`, `goto /cart`, `click button "Add"`, `fill textbox "Task" Milk`, `close`. */
  readonly happened: string[]
  readonly opened: number
  readonly closed: number
  /** The next sessions do not start. */
  failNext(fault: BrowserFault): void
}

export interface FakeSession extends BrowserSession {
  readonly options: SessionOptions
  readonly isOpen: boolean
  /** Ends the page as a crash does. */
  crash(): void
}

/** The smallest thing that begins and ends like a JPEG. */
export const FAKE_JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
/** A zip without files. */
export const FAKE_TRACE = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)])

export function createFakeBrowsers(site: FakeSite = {}, { most = 2 } = {}): FakeBrowsers {
  const sessions: FakeSession[] = []
  const waiting: (() => void)[] = []
  const open = new Set<object>()
  let closed = 0
  let fault: BrowserFault | null = null
  const browsers: FakeBrowsers = {
    site,
    problem: null,
    most,
    sessions,
    happened: [],
    get opened() {
      return sessions.length
    },
    get closed() {
      return closed
    },
    failNext(next) {
      fault = next
    },
    async open(options) {
      options.signal.throwIfAborted()
      const failed = browsers.problem === null ? fault : 'unavailable'
      fault = null
      if (failed) throw new BrowserFailure(failed, browsers.problem ?? 'No browser starts.')
      while (open.size >= most)
        await unlessAborted(options.signal, new Promise<void>((go) => waiting.push(go)))
      const place = {}
      open.add(place)
      browsers.happened.push('open')
      const session = openSession(browsers, options, () => {
        open.delete(place)
        closed++
        browsers.happened.push('close')
        for (const go of waiting.splice(0)) go()
      })
      sessions.push(session)
      return session
    },
    async close() {
      await Promise.all(sessions.map((session) => session.close({ wantTrace: false })))
    },
  }
  return browsers
}

function openSession(browsers: FakeBrowsers, options: SessionOptions, onClose: () => void): FakeSession {
  const { signal } = options
  let url = 'about:blank'
  let title = ''
  let nodes: LiveNode[] = []
  let keys: FakePage['keys'] = {}
  let looks = 0
  let refs = new Map<string, LiveNode>()
  let problems: PageProblems = { console_errors: [], failed_requests: [] }
  let state: 'open' | 'crashed' | 'closed' = 'open'

  const end = () => {
    if (state === 'closed') return
    state = 'closed'
    signal.removeEventListener('abort', end)
    onClose()
  }
  signal.addEventListener('abort', end, { once: true })

  const requireOpen = () => {
    signal.throwIfAborted()
    if (state !== 'open') throw new BrowserFailure('crashed', 'The page ended.')
  }
  /** The nodes as they are at this look. */
  const look = () => {
    looks++
    return nodes.filter(
      ({ from_look = 1, until_look = Infinity }) => looks >= from_look && looks <= until_look,
    )
  }
  /** Tries until it returns something else than undefined, or the time is over. */
  const within = async <T>(timeoutMs: number, attempt: () => T | undefined): Promise<T | undefined> => {
    const end = performance.now() + timeoutMs
    for (;;) {
      requireOpen()
      const result = attempt()
      if (result !== undefined || performance.now() >= end) return result
      await unlessAborted(signal, pause(Math.min(5, timeoutMs)))
    }
  }
  const note = ({ console_errors = [], failed_requests = [] }: Partial<FakePage>) => {
    problems.console_errors.push(...console_errors)
    problems.failed_requests.push(...failed_requests)
  }
  const load = async (address: string, timeoutMs: number) => {
    const to = new URL(address, url === 'about:blank' ? undefined : url)
    browsers.happened.push(`goto ${to.pathname}${to.search}`)
    if (!isAllowed(to, options)) throw new BrowserFailure('not_allowed', `${to.host} may not be reached.`)
    const found = browsers.site[to.href] ?? browsers.site[to.pathname + to.search]
    const page = typeof found === 'function' ? found() : (found ?? notFound(to))
    if (page.until && !(await inTime(signal, page.until, timeoutMs)))
      throw new BrowserFailure('unreachable', `${to.href} does not load.`)
    requireOpen()
    if (page.fault) throw new BrowserFailure(page.fault, `${to.href} does not load.`)
    url = to.href
    title = page.title ?? ''
    nodes = (page.nodes ?? []).map(live)
    keys = page.keys ?? {}
    looks = 0
    refs = new Map()
    note(page)
  }
  const take = async (effect: FakeEffect, timeoutMs: number) => {
    if (effect.until && !(await inTime(signal, effect.until, timeoutMs)))
      throw new BrowserFailure('timed_out', 'The element did not take it in time.')
    requireOpen()
    note(effect)
    if (effect.crash) state = 'crashed'
    const { hide = [], show = [], set = {} } = effect
    nodes = [...nodes.filter(({ name = '' }) => !hide.includes(name)), ...show.map(live)]
    for (const node of nodes) node.value = set[node.name ?? ''] ?? node.value
    title = effect.title ?? title
    if (effect.goto !== undefined) await load(effect.goto, timeoutMs)
    requireOpen()
  }
  const only = (target: PageTarget, timeoutMs: number) =>
    within(timeoutMs, () => {
      const found = matching(look(), target)
      if (found.length > 1)
        throw new BrowserFailure('ambiguous', `There are ${found.length} of ${described(target)}.`)
      return found[0]
    })

  return {
    options,
    pid: null,
    get isOpen() {
      return state !== 'closed'
    },
    crash() {
      state = 'crashed'
    },
    url: () => mask(url, options),
    async title() {
      requireOpen()
      return mask(title, options)
    },
    async goto(address, timeoutMs) {
      requireOpen()
      await load(address, timeoutMs)
    },
    async snapshot() {
      requireOpen()
      const seen = look()
        .filter(({ hidden }) => !hidden)
        .slice(0, MAX_NODES)
      refs = new Map(seen.map((node, at) => [`e${at + 1}`, node]))
      return snapshotOf(mask(url, options), mask(title, options), refs, (text) => mask(text, options))
    },
    async find(target) {
      requireOpen()
      const found = matching(look(), target)
      return { count: found.length, elements: found.slice(0, 10).map((node) => elementOf(node, options)) }
    },
    async targetOf(ref) {
      requireOpen()
      const node = refs.get(ref)
      if (!node || !nodes.includes(node)) throw new BrowserFailure('not_found', `There is no ${ref}.`)
      return targetOf(nodes, node)
    },
    async perform(action, timeoutMs) {
      requireOpen()
      const { target, value } = action
      const node = target && (await only(target, timeoutMs))
      if (target && !node) throw new BrowserFailure('not_found', `There is no ${described(target)}.`)
      const isReady = () => (!node || (!node.hidden && !node.states.includes('disabled')) ? true : undefined)
      if (!(await within(timeoutMs, isReady)))
        throw new BrowserFailure('timed_out', `${target && described(target)} did not take it in time.`)
      const shown = node ? ` ${node.role} "${node.name ?? ''}"` : ''
      browsers.happened.push(`${action.action}${shown}${value === null ? '' : ` ${mask(value, options)}`}`)
      if (node) change(node, action)
      const does = node ? node.does?.[action.action] : keys?.[value ?? '']
      const effect = typeof does === 'function' ? does(value) : does
      const href = action.action === 'click' ? node?.href : undefined
      await take({ ...(href !== undefined && { goto: href }), ...effect }, timeoutMs)
    },
    async read(target, timeoutMs) {
      requireOpen()
      const node = await only(target, timeoutMs)
      if (!node) throw new BrowserFailure('not_found', `There is no ${described(target)}.`)
      return mask(textOf(node), options)
    },
    async check(expectation, timeoutMs) {
      requireOpen()
      let actual = ''
      const holds = await within(timeoutMs, () => {
        const judged = judge({ url, title, nodes: look() }, expectation)
        actual = mask(judged.actual, options)
        return judged.holds || undefined
      })
      return { holds: holds ?? false, actual }
    },
    async screenshot() {
      requireOpen()
      return FAKE_JPEG
    },
    problems() {
      const noted = problems
      problems = { console_errors: [], failed_requests: [] }
      return noted
    },
    async close({ wantTrace }) {
      const had = state === 'open'
      end()
      return wantTrace && had ? FAKE_TRACE : null
    },
  }
}

async function inTime(signal: AbortSignal, promise: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const over = new AbortController()
  const late = pause(timeoutMs, false, { signal: over.signal }).catch(() => false)
  try {
    return await unlessAborted(signal, Promise.race([promise.then(() => true), late]))
  } finally {
    over.abort()
  }
}
