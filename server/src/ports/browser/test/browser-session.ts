/** Browsers and sessions as tests open them: to pages on loopback, with patience for a busy machine. */

import { type CollectedLog, collectedLog } from '../../../../test/collected-log.ts'
import type { OutboundHttpOptions } from '../../outbound-http/guarded.ts'
import { createOutboundHttp } from '../../outbound-http/guarded.ts'
import { chooseBrowsers } from '../choose.ts'
import type { BrowserSession, Browsers, PageAction, SessionOptions } from '../port.ts'
import { type BrowserPages, startBrowserPages } from './browser-pages.ts'

export interface TestBrowsers extends Browsers {
  /** The site that sessions take for their own. */
  readonly pages: BrowserPages
  readonly log: CollectedLog
  session(more?: Partial<SessionOptions>): Promise<BrowserSession>
}

export async function startTestBrowsers(
  most = 2,
  outbound: Partial<OutboundHttpOptions> = {},
): Promise<TestBrowsers> {
  const pages = await startBrowserPages()
  const sockets = createOutboundHttp({ allow: [], caFile: null, ...outbound })
  const log = collectedLog()
  const browsers = chooseBrowsers({
    path: process.env.BROWSER_PATH ?? null,
    most,
    log,
    sockets,
  })
  return {
    ...browsers,
    pages,
    log,
    session: (more = {}) =>
      browsers.open({
        hosts: [],
        ownOrigins: [pages.origin],
        authorization: null,
        secrets: [],
        signal: new AbortController().signal,
        ...more,
      }),
    async close() {
      await browsers.close()
      await sockets.close()
      await pages.close()
    },
  }
}

/** Far more than a page on loopback takes, also on a busy machine. */
export const PATIENCE_MS = 20_000

/** An action on an element, with what it needs. */
export function act(
  action: PageAction['action'],
  target: PageAction['target'],
  more: Partial<PageAction> = {},
): PageAction {
  return { action, target, value: null, file: null, ...more }
}
