/** Collects what goes wrong in pages, within bounds: a broken page reports the same thing without end. */
import type { BrowserContext, Request } from 'playwright-core'
import { shorten } from '../../platform/text/shorten.ts'
import type { PageProblems } from './port.ts'

const MOST = 20
const TEXT_LENGTH = 500

export interface ProblemOptions {
  mask(text: string): string
  /** Why the proxy did not reach an address. */
  refusalOf(url: string): string | null
}

/** Returns what takes out all that was collected since the last time. */
export function collectProblems(context: BrowserContext, options: ProblemOptions): () => PageProblems {
  let found: PageProblems = { console_errors: [], failed_requests: [] }
  const shown = (text: string) => shorten(options.mask(text), TEXT_LENGTH)

  function addError(text: string): void {
    if (found.console_errors.length < MOST) found.console_errors.push(shown(text))
  }

  function addRequest(request: Request, status: number | null, error: string | null): void {
    if (found.failed_requests.length >= MOST) return
    // Pages may make up methods, too.
    const { method, url } = { method: shown(request.method()), url: shown(request.url()) }
    found.failed_requests.push({ method, url, status, error: error === null ? null : shown(error) })
  }

  context.on('console', (message) => {
    // Said again by the request itself.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      addError(message.text())
  })
  context.on('weberror', (error) => {
    const cause: unknown = error.error()
    addError(cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause))
  })
  context.on('requestfailed', (request) => {
    const refusal = options.refusalOf(request.url())
    const error = request.failure()?.errorText ?? 'failed'
    if (refusal !== null) addRequest(request, null, `not_allowed: ${refusal}`)
    // Given up by the page itself, as it moved on.
    else if (error !== 'net::ERR_ABORTED') addRequest(request, null, error)
  })
  context.on('response', (response) => {
    if (response.status() >= 400) addRequest(response.request(), response.status(), null)
  })

  return () => {
    const problems = found
    found = { console_errors: [], failed_requests: [] }
    return problems
  }
}
