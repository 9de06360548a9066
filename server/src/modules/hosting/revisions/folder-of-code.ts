import { invalid, refuse } from '../../../platform/errors.ts'
import type { Deps } from '../deps.ts'
import { isPublished, isTooLarge, type SiteFile, sitePathProblem } from '../site-rules.ts'

/** Which files of the code are below a folder, and what they are called there. */
export function inFolder(folder: string): (path: string) => string | null {
  const name = folder.replace(/^\.\/(?=.)/, '').replace(/(?<=.)\/$/, '')
  const problem = name === '.' ? null : sitePathProblem(name)
  if (problem !== null) throw invalid(['body', 'folder'], 'site_path', problem)
  const start = name === '.' ? '' : `${name}/`
  return (path) => {
    const below = path.startsWith(start) ? path.slice(start.length) : null
    return below !== null && isPublished(below, name) ? below : null
  }
}

export async function readFolder(
  { siteSource }: Pick<Deps, 'siteSource'>,
  appId: string,
  nameOf: (path: string) => string | null,
): Promise<SiteFile[]> {
  const files = await siteSource.read(appId, (path) => nameOf(path) !== null, requireSizes)
  return files.map(({ path, bytes }) => ({ path: nameOf(path) ?? path, bytes }))
}

export function requireSizes(sizes: readonly number[]): void {
  if (isTooLarge(sizes)) throw refuse('site_too_large')
}
