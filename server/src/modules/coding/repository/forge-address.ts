import { refuse } from '../../../platform/errors.ts'
import type { Deps } from '../deps.ts'

/** An address that people name, in its normal form without a slash at its end; refused when it must not be called. */
export function requireForgeAddress({ outboundHttp }: Pick<Deps, 'outboundHttp'>, text: string): string {
  const checked = outboundHttp.checkTarget(text)
  if (!checked.ok) throw refuse('invalid_repository_address', { message: checked.message })
  // What follows a question mark would become part of every address below it.
  if (checked.url.search !== '') throw refuse('invalid_repository_address')
  return checked.url.href.replace(/\/+$/, '')
}
