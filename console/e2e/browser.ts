/** Finds the Chromium of this machine: `BROWSER_PATH`, then the usual places. */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const USUAL_PLACES = [
  // Without the windows, tabs and menus of a browser that nobody looks at: pages come in a third of the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const QUIET = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page lives for seconds: only the quick optimiser saves more than it costs, of axe a fifth.
  '--js-flags=--no-opt',
]

let running: Promise<Browser> | undefined

/**
 * The one browser of this worker, started by its first file; each console has contexts of its own in it. It ends with
 * the worker, however that ends: Chromium exits when the pipe to it closes.
 */
export function sharedBrowser(): Promise<Browser> {
  running ??= launchBrowser().then((browser) => {
    // After a crash only the test at hand fails.
    browser.once('disconnected', () => {
      running = undefined
    })
    return browser
  })
  return running
}

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser(), args: QUIET })
}

function findBrowser(): string {
  const chosen = process.env.BROWSER_PATH
  if (chosen) {
    if (existsSync(chosen)) return chosen
    throw new Error(`BROWSER_PATH names ${chosen}, which does not exist.`)
  }
  const found = USUAL_PLACES.find((path) => existsSync(path))
  if (found) return found
  throw new Error(
    'The console tests need Chromium and found none. Install it (Debian: apt-get install chromium) or set BROWSER_PATH.',
  )
}
