/** Finds the Deno that the installation brought along. */
import { createRequire } from 'node:module'

export interface Machine {
  platform: NodeJS.Platform
  arch: string
}

/** Null where it is not installed, or not published for this machine. */
export function findDeno(machine: Machine = process): string | null {
  const name = packageFor(machine)
  if (name === undefined) return null
  try {
    return createRequire(import.meta.url).resolve(`${name}/deno`)
  } catch {
    return null
  }
}

/** Why functions do not run where it is not found, and what to do about it. */
export function denoProblem(machine: Machine = process): string {
  const name = packageFor(machine)
  if (name === undefined)
    return `Backend functions run on Linux and macOS on x64 and arm64, and not on ${machine.platform}-${machine.arch}.`
  const libraries = machine.platform === 'linux' ? ', which needs a Linux with glibc' : ''
  return `Backend functions need the package ${name}${libraries}. Run npm install without --omit=optional, and start Atrium again.`
}

function packageFor({ platform, arch }: Machine): string | undefined {
  return PACKAGES[`${platform}-${arch}`]
}

const PACKAGES: Record<string, string> = {
  'linux-x64': '@deno/linux-x64-glibc',
  'linux-arm64': '@deno/linux-arm64-glibc',
  'darwin-x64': '@deno/darwin-x64',
  'darwin-arm64': '@deno/darwin-arm64',
}
