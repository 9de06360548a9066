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

/** The reference page's library writes its own start script and styles into the page. */
export const DOCS_POLICY = {
  useDefaults: false,
  directives: {
    ...OURS_ONLY,
    fontSrc: ["'self'", 'data:'],
    scriptSrc: ["'self'", "'unsafe-inline'", "'unsafe-eval'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
  },
}
