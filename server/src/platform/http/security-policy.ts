/** For what others wrote and our origin serves: it runs nothing, loads nothing and belongs to no origin. */
export const UNTRUSTED_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** What a page of the same origin could load and run although the page's policy allows nothing foreign. */
const LOADED_BY_PAGES = /^text\/css\b|^[a-z]+\/(x-)?(java|ecma|live|j)script/i

/** With nosniff, no browser takes plain text for a script or a style sheet. */
export function harmlessType(type: string): string {
  return LOADED_BY_PAGES.test(type.trim()) ? 'text/plain; charset=utf-8' : type
}

const OURS_ONLY = {
  defaultSrc: ["'self'"],
  baseUri: ["'none'"],
  connectSrc: ["'self'"],
  fontSrc: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  imgSrc: ["'self'", 'data:', 'https:'],
  objectSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
}

/** Everything the console needs comes from ourselves, images also from where else we serve them; nothing inline runs. */
export function consolePolicy(imageOrigin: string | null) {
  const imgSrc = [...OURS_ONLY.imgSrc, ...(imageOrigin ? [imageOrigin] : [])]
  return { useDefaults: false, directives: { ...OURS_ONLY, imgSrc } }
}
