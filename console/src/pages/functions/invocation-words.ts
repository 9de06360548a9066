/** How a call went, as a colour. */
export function toneOf(status: number, error_code: string | null): 'good' | 'caution' | 'danger' {
  if (error_code !== null || status >= 500) return 'danger'
  return status >= 400 ? 'caution' : 'good'
}

/** What kept a call from its function, or ended it, in a few words. */
export function failureWords(code: string): string {
  return FAILURES[code] ?? code
}

const FAILURES: Record<string, string> = {
  function_failed: 'Ended without a usable answer',
  function_timed_out: 'Took too long',
  function_busy: 'Too many calls at once',
  functions_unavailable: 'Could not be started',
  function_loop: 'Called in a circle',
}
