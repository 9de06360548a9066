/** What runs: in a release and in the image. Packages are installed next to it. */
export const RELEASE_FILES = [
  'package.json',
  'package-lock.json',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  '.env.example',
  'openapi.json',
  'contract',
  'sdk/package.json',
  'sdk/src',
  'server/package.json',
  'server/migrations',
  'server/src',
  'console/package.json',
  'console/dist',
  'docs',
  'scripts/setup.mjs',
] as const

/** Tests and their support need what only the repository has. */
export function belongsToRelease(path: string): boolean {
  return !/(\.test|\/conformance)\.tsx?$/.test(path) && !/(^|\/)(node_modules|test)(\/|$)/.test(path)
}
