import { invalid } from '../../../platform/errors.ts'
import type { Deps } from '../deps.ts'

const LOC = ['body', 'start_url']

/**
 * Where runs begin, or a 422: a path of the site of the app, or a whole address in its normal form. Of this installation
 * it can only be the site of the app: a browser that runs here must not open for anybody what else is reached from here.
 */
export async function requireStartUrl(
  { testedApps, outboundHttp }: Pick<Deps, 'testedApps' | 'outboundHttp'>,
  appId: string,
  text: string,
): Promise<string> {
  if (text.startsWith('/')) return requirePath(text)
  const url = URL.parse(text)
  const whose = url && isPlain(text, url) ? await testedApps.whoseAddress(appId, url) : 'elsewhere'
  if (whose === 'installation') {
    const msg = 'Of this server, a test can only begin at the site of its app or a preview of it.'
    throw invalid([...LOC], 'start_url', msg)
  }
  if (url && whose === 'site') return url.href
  const checked = outboundHttp.checkTarget(text)
  if (!checked.ok) throw invalid([...LOC], 'url_parsing', checked.message)
  // Pages that choose what they show by it need it.
  checked.url.hash = url?.hash ?? ''
  return checked.url.href
}

/** A path that stays within the site, wherever that lies: no dots that lead up, no two slashes that lead to a host. */
function requirePath(text: string): string {
  const [path = ''] = text.split(/[?#]/, 1)
  if (text.startsWith('//') || path.split('/').some(isDots) || !isClean(text)) {
    const msg = 'Send a path such as /cart, or a whole address such as https://example.com/cart.'
    throw invalid([...LOC], 'start_url', msg)
  }
  return text
}

function isDots(part: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(part)
}

/** What a browser and we read in the same way; all else is left to the guard, which refuses it. */
function isPlain(text: string, { username, password }: URL): boolean {
  return /^https?:\/\//i.test(text) && username === '' && password === '' && isClean(text)
}

function isClean(text: string): boolean {
  return !/[\s\\\p{Cc}]/u.test(text)
}
