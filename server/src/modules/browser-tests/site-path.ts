/**
 * Sites may lie below a path of their origin, such as `/sites/app_1`, and `/` of a test is their own first page. That path
 * is the base of a site: empty, or without a slash at its end.
 */
export function withBase(path: string, base: string): string {
  return path === base || path.startsWith(`${base}/`) ? path : `${base}${path}`
}

/** The path within the site; null when it is none of it. */
export function withoutBase(path: string, base: string): string | null {
  return path.startsWith(`${base}/`) ? path.slice(base.length) : null
}
