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
    ...inBase64(secret),
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

/** A shorter one could stand in longer base64 by chance. */
const SHORTEST_PART = 12

/** By itself, and as a part of longer base64, where it begins at any of three places of a group. */
function inBase64(text: string): string[] {
  const bytes = Buffer.from(text)
  const whole = bytes.toString('base64')
  const parts = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    // Letters that bytes of others decide as well are left out.
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
  const forms = [whole, whole.replace(/=+$/, ''), ...(text.length >= SHORTEST_PART ? parts : [])]
  return forms.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')])
}
