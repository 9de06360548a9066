/** From what Playwright throws to the few faults that callers tell apart. */
import { BrowserFailure, type BrowserFault } from './port.ts'

/** The first line without the name of the call, and without the log that follows. */
export function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return (text.split('\n', 1)[0] ?? '').replace(/^[a-zA-Z]+\.[a-zA-Z]+: /, '').replace(/^Error: /, '')
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}

/** Null for what says nothing by itself: a time that ran out, or a fault of ours. */
export function faultOf(error: unknown): BrowserFailure | null {
  if (error instanceof BrowserFailure) return error
  const text = error instanceof Error ? error.message : String(error)
  for (const [pattern, fault, sentence] of KNOWN) {
    if (pattern.test(text)) return new BrowserFailure(fault, sentence ?? firstLine(error))
  }
  return null
}

const KNOWN: [RegExp, BrowserFault, string | null][] = [
  [/strict mode violation/, 'ambiguous', 'Several elements of the page fit the target.'],
  [/Page crashed|Target crashed/, 'crashed', 'The page crashed.'],
  [/has been closed|Target closed|browser has disconnected/i, 'crashed', 'The page was closed.'],
  [
    /while parsing|Unknown engine|is not a valid (selector|XPath)|Malformed (attribute|selector)/i,
    'invalid',
    null,
  ],
  [/Unknown key/, 'invalid', null],
  [
    /Element is not an? |Not a checkbox|Node is not an? |Cannot type text into|Malformed value/,
    'invalid',
    null,
  ],
  [
    /Clicking the checkbox did not change its state/,
    'timed_out',
    'The box did not change when it was clicked.',
  ],
  [/Download is starting/, 'unreachable', 'The address is a download, which runs refuse.'],
  [/net::ERR_TOO_MANY_REDIRECTS/, 'unreachable', 'The address redirects without end.'],
  [/net::ERR_CERT/, 'unreachable', 'The certificate of the host is not trusted.'],
  [/invalid URL/, 'invalid', 'The address is none that a browser understands.'],
  [/net::ERR_/, 'unreachable', null],
]
