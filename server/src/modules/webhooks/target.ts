import { invalid } from '../../platform/errors.ts'
import type { Deps } from './deps.ts'

/** The address in its normal form, or a 422. Names are resolved and judged when they are called, not here. */
export function requireTarget({ outboundHttp }: Deps, text: string): string {
  const checked = outboundHttp.checkTarget(text)
  if (!checked.ok) throw invalid(['body', 'target_url'], 'url_parsing', checked.message)
  return checked.url.href
}
