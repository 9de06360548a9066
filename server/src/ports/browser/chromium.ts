/** The adapter: one Chromium for each session, by Playwright. docs/decisions/0031-browser-tests.md */
import type { Log } from '../../platform/log.ts'
import { createSlots } from '../../platform/slots.ts'
import type { OutboundSockets } from '../outbound-http/port.ts'
import { createFindCredential } from './credential.ts'
import { firstLine } from './faults.ts'
import { createHostRules } from './host-rules.ts'
import { type LaunchOptions, launchBrowser, NoSandbox, type RunningBrowser } from './launch.ts'
import { BrowserFailure, type BrowserSession, type Browsers, type SessionOptions } from './port.ts'
import { startProxy } from './proxy.ts'
import { registerSecretHolders } from './screenshot.ts'
import { createSession } from './session.ts'
import { isStillOurs, makeProcessFolder, makeSessionFolder, removeFolder } from './session-folders.ts'
import { findWall, type Wall } from './wall.ts'

export interface ChromiumOptions {
  /** The program. */
  path: string
  most: number
  log: Log
  sockets: OutboundSockets
  /** Where folders for temporary files are made; the machine's own unless it is set. */
  parentFolder?: string
  /** The best that the machine offers, unless it is set. */
  wall?: Wall['kind']
}

export function createChromium(options: ChromiumOptions): Browsers {
  const { most, log, sockets } = options
  const takeSlot = createSlots(most)
  const closing = new AbortController()
  const sessions = new Set<BrowserSession>()
  let place: Promise<Place> | null = null

  /** Only when the first session opens: most servers run no test. */
  async function prepared(): Promise<Place> {
    const known = place
    // One that failed is not kept: the disk may have room the next time.
    const isUsable = await known?.then(({ folder }) => isStillOurs(folder)).catch(() => false)
    if (!isUsable && place === known) place = null
    place ??= prepare(options)
    return place
  }

  async function start(session: SessionOptions, { folder: parent, wall, launch }: Place) {
    // Before the proxy, which would stay open when there is no room for the folder.
    const folder = await makeSessionFolder(parent)
    const rules = createHostRules(session.hosts, session.ownOrigins)
    const findCredential = createFindCredential(session.authorization, rules)
    const proxy = await startProxy({ rules, sockets, findCredential })
    const release = async () => {
      await Promise.all([proxy.close(), removeFolder(folder)])
    }
    try {
      const running = await launch({ wall, folder, proxyPort: proxy.port, signal: session.signal })
      return { session, parts: { running, proxy, folder, findCredential, release } }
    } catch (error) {
      await release()
      throw error
    }
  }

  async function open(asked: SessionOptions): Promise<BrowserSession> {
    const signal = AbortSignal.any([asked.signal, closing.signal])
    const freeSlot = await takeSlot('browser', signal)
    try {
      const { session, parts } = await start({ ...asked, signal }, await prepared())
      let opened: BrowserSession | null = null
      const release = async () => {
        await parts.release()
        if (opened) sessions.delete(opened)
        freeSlot()
      }
      opened = await createSession(session, { ...parts, release })
      sessions.add(opened)
      return opened
    } catch (error) {
      freeSlot()
      signal.throwIfAborted()
      log.warn({ err: error }, 'a browser could not be opened')
      throw error instanceof BrowserFailure
        ? error
        : new BrowserFailure('unavailable', `The browser does not start: ${firstLine(error)}`)
    }
  }

  return {
    problem: null,
    most,
    open,
    async close() {
      closing.abort(new BrowserFailure('unavailable', 'The server stops.'))
      await Promise.all([...sessions].map((session) => session.close({ wantTrace: false })))
      const last = await place?.catch(() => null)
      if (last) await removeFolder(last.folder)
    },
  }
}

interface Place {
  folder: string
  wall: Wall
  launch(options: Omit<LaunchOptions, 'ownWall'>): Promise<RunningBrowser>
}

async function prepare({ path, log, parentFolder, ...options }: ChromiumOptions): Promise<Place> {
  const { selectors } = await import('playwright-core')
  const [folder] = await Promise.all([makeProcessFolder(parentFolder), registerSecretHolders(selectors)])
  const wall = await findWall(path, folder, options.wall)
  // Behind bubblewrap it is not root. Both are wanted: bubblewrap leaves pages the network, the browser's own does not.
  let ownWall = wall.kind === 'bubblewrap' || process.getuid?.() !== 0
  const warn = () =>
    wall.kind === 'bubblewrap'
      ? log.info({}, 'browsers run behind bubblewrap alone: their own sandbox does not start there')
      : log.warn(
          {},
          'browsers run without a wall of their own: install bubblewrap, or run as another user than root',
        )
  if (!ownWall) warn()
  return {
    folder,
    wall,
    async launch(options) {
      try {
        return await launchBrowser({ ...options, ownWall })
      } catch (error) {
        if (!ownWall || !(error instanceof NoSandbox) || options.signal.aborted) throw error
        const running = await launchBrowser({ ...options, ownWall: false })
        ownWall = false
        warn()
        return running
      }
    },
  }
}
