import { existsSync } from 'node:fs'
import { join } from 'node:path'

export type FoundBrowser = { path: string; problem: null } | { path: null; problem: string }

export interface Machine {
  platform: NodeJS.Platform
  exists(path: string): boolean
}

const THIS_MACHINE: Machine = { platform: process.platform, exists: existsSync }

/** The one that the operator names, else the one in the usual places. */
export function findBrowser(named: string | null, machine: Machine = THIS_MACHINE): FoundBrowser {
  if (named !== null) {
    if (machine.exists(named)) return { path: named, problem: null }
    return { path: null, problem: `BROWSER_PATH names ${named}, which does not exist.` }
  }
  const path = usualPlaces(machine.platform).find((place) => machine.exists(place))
  return path === undefined ? { path: null, problem: NONE_FOUND } : { path, problem: null }
}

const NONE_FOUND =
  'Automated tests need Chromium, and none was found on this machine. Install it (Debian: apt-get install chromium-headless-shell) or name it with BROWSER_PATH.'

function usualPlaces(platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') return MACOS
  if (platform === 'win32') return WINDOWS
  return FOLDERS.flatMap((folder) => NAMES.map((name) => join(folder, name)))
}

const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin']

/** The first one has no windows, tabs and menus, which nobody would look at: pages come in a third of the time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

const MACOS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  '/opt/homebrew/bin/chromium',
]

const WINDOWS = [
  'C:\\Program Files\\Chromium\\Application\\chrome.exe',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]
