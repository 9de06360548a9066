import type { Log } from '../../platform/log.ts'
import type { OutboundSockets } from '../outbound-http/port.ts'
import { createChromium } from './chromium.ts'
import { findBrowser } from './find-browser.ts'
import type { Browsers } from './port.ts'
import { unavailableBrowsers } from './unavailable.ts'

/** What operators may set. */
export interface BrowserOptions {
  /** Null: the one that is found on the machine. */
  path: string | null
  /** How many at a time. */
  most: number
  log: Log
  sockets: OutboundSockets
}

/** Chromium where there is one. */
export function chooseBrowsers({ path: named, most, log, sockets }: BrowserOptions): Browsers {
  if (most === 0) return unavailableBrowsers('This server runs no browsers: BROWSERS is 0.')
  const { path, problem } = findBrowser(named)
  return path === null ? unavailableBrowsers(problem) : createChromium({ path, most, log, sockets })
}
