/** Where a forge is, and whose token goes there. */
import { type ForgeAccount, ForgeFailed, type ForgeRepository } from './port.ts'

export interface Place {
  /** Without a slash at its end. */
  address: string
  token: string
}

/**
 * The account of the installation is used at its own address only: a person who names another address must not be given
 * its token. Without an address it is that of the installation, where there is one (G541). Everybody who may connect an app
 * uses its token (G557).
 */
export function placeOf(repository: ForgeRepository, account: ForgeAccount | null, publicUrl: string): Place {
  const own = plainAddress(account?.base_url ?? publicUrl)
  const address = repository.base_url === null ? own : plainAddress(repository.base_url)
  const token = repository.access_token ?? (address === own ? (account?.token ?? null) : null)
  if (token === null)
    throw new ForgeFailed(
      'access_denied',
      'There is no access token for this repository; connect it with one.',
    )
  // A header cannot carry it, and what cannot be sent cannot be right.
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new ForgeFailed('access_denied', 'The access token has characters that no token has.')
  return { address, token }
}

function plainAddress(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new ForgeFailed('unreachable', 'The address of the forge cannot be called.')
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}
