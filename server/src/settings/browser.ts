import { ConfigError } from './config-error.ts'

export const browserSettings = {
  BROWSER_PATH: {
    default: 'found on the machine',
    meaning: 'Chromium for automated tests of apps',
  },
  BROWSERS: {
    default: '2',
    meaning: 'How many browsers this node runs at a time for automated tests; 0 runs none here',
  },
} as const

/** Each takes some hundred MiB: more on one node is a slip of the keyboard. */
const MOST_BROWSERS = 64

export interface BrowserSettings {
  browser_path: string | null
  browsers: number
}

export function readBrowserSettings(path: string | null, count: string | null): BrowserSettings {
  const text = count ?? browserSettings.BROWSERS.default
  const browsers = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  if (!(browsers <= MOST_BROWSERS))
    throw new ConfigError(`BROWSERS=${text} is not a whole number from 0 to ${MOST_BROWSERS}.`)
  return { browser_path: path, browsers }
}
