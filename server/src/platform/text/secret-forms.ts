/** The forms in which pages, addresses, JSON and logs show the value of a secret. */

/** Shorter ones stand in every other word: to hide them would hide half of every page. */
export const SHORTEST_MASKED = 4
export const MASKED = '••••'

export function formsOfSecret(secret: string): string[] {
  const json = inJson(secret)
  // As Node prints it in an object, and Playwright writes the names of elements into messages and logs.
  const printed = json.replaceAll('\\"', '"')
  const quoted = printed.replaceAll("'", "\\'")
  return [
    secret,
    json,
    inJson(json),
    printed,
    quoted,
    inJson(quoted),
    ...inAddresses(secret.toWellFormed()),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
    // Pages show runs of white space as one blank.
    secret.replaceAll(/\s+/g, ' ').trim(),
  ].filter((form) => form.length >= SHORTEST_MASKED)
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** As pages encode it, as forms do, and as browsers do with what nobody encoded. */
function inAddresses(text: string): string[] {
  const encoded = encodeURIComponent(text)
  const address = new URL('http://address')
  address.search = `?${text}`
  const plus = encoded.replaceAll('%20', '+')
  const asForm = new URLSearchParams([['', text]]).toString().slice('='.length)
  return [encoded, encoded.replaceAll("'", '%27'), plus, asForm, address.search.slice(1)]
}
