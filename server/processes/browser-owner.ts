/** A process that opens browsers for a test, says so, and waits for its end. Its page computes for ever. */
import { createLog } from '../src/platform/log.ts'
import { createChromium } from '../src/ports/browser/chromium.ts'
import { findBrowser } from '../src/ports/browser/find-browser.ts'
import { startBrowserPages } from '../src/ports/browser/test/browser-pages.ts'
import type { Wall } from '../src/ports/browser/wall.ts'
import { createOutboundHttp } from '../src/ports/outbound-http/guarded.ts'

const [parentFolder = '', wall = 'bubblewrap'] = process.argv.slice(2)

const pages = await startBrowserPages({ '/': '<script>while (true);</script>' })
const browsers = createChromium({
  path: findBrowser(process.env.BROWSER_PATH ?? null).path ?? '',
  most: 1,
  log: createLog('silent'),
  sockets: createOutboundHttp({ allow: [], caFile: null }),
  parentFolder,
  wall: wall as Wall['kind'], // the test passes no other
})
process.stdout.write('starts\n')
const { signal } = new AbortController()
const { pid, goto } = await browsers.open({
  hosts: [],
  ownOrigins: [pages.origin],
  authorization: null,
  secrets: [],
  signal,
})
goto(`${pages.origin}/`, 600_000).catch(() => {})
process.stdout.write(`opened ${pid}\n`)
setInterval(() => {}, 600_000)
