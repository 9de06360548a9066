/** Which files are read, by their paths alone. */

/** Why a file was not read. */
export type SkipReason = 'apart' | 'bundled' | 'too_large' | 'syntax'

const CODE = /\.(?:[mc]?[jt]s|[jt]sx|vue|svelte|html?)$/i
const APART =
  /(?:^|\/)(?:node_modules|bower_components|vendor|dist|build|out|coverage|\.next|\.nuxt|\.output|\.svelte-kit|__tests__|__mocks__|e2e|cypress)\/|\.(?:min|bundle|chunk)\.[mc]?js$|\.(?:test|spec|stories|e2e)\.[mc]?[jt]sx?$|\.d\.[mc]?ts$/i

export function isCodePath(path: string): boolean {
  return CODE.test(path)
}

/** Not the app's own code as it is served: packages, what was built, tests. */
export function isApart(path: string): boolean {
  return APART.test(path)
}
