/** Finds the Deno that the installation brought along. */
import { createRequire } from 'node:module'

/** Null where it is not installed, or not published for this machine. */
export function findDeno(platform = process.platform, architecture = process.arch): string | null {
  const name = PACKAGES[`${platform}-${architecture}`]
  if (name === undefined) return null
  try {
    return createRequire(import.meta.url).resolve(`${name}/deno`)
  } catch {
    return null
  }
}

const PACKAGES: Record<string, string> = {
  'linux-x64': '@deno/linux-x64-glibc',
  'linux-arm64': '@deno/linux-arm64-glibc',
  'darwin-x64': '@deno/darwin-x64',
  'darwin-arm64': '@deno/darwin-arm64',
}
