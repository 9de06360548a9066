import { createSectionReader, parsePairs } from './parse-diff.ts'
import type { DiffLimits, TreeDiff } from './port.ts'
import { runGit } from './run-git.ts'

/** No driver, filter or converter of a repository has a part in it. */
const PLAIN = ['--no-ext-diff', '--no-textconv', '--no-color', '--ignore-submodules=none', '-r', '-M']

/** What differs between two trees, which are there. */
export async function diffTrees(
  dir: string,
  { base, head }: { base: string; head: string },
  limits: DiffLimits,
): Promise<Pick<TreeDiff, 'files' | 'truncated'>> {
  const compare = ['--end-of-options', base, head]
  const listed = await runGit({
    dir,
    args: ['diff-tree', ...PLAIN, '--raw', '--numstat', '-z', '--no-abbrev', ...compare],
  })
  const all = parsePairs(listed.output)
  const pairs = all.slice(0, limits.maxFiles)
  // Who counts lines wants no patches, and has none made.
  if (pairs.length > 0 && limits.maxPatchBytes > 0) {
    const patches: (string | null)[] = []
    const wanted = pairs.reduce((sum, { sections }) => sum + sections, 0)
    const reader = createSectionReader(limits, (patch) => patches.push(patch) < wanted)
    const { wasStopped } = await runGit({
      dir,
      args: ['diff-tree', ...PLAIN, '-p', '--src-prefix=a/', '--dst-prefix=b/', ...compare],
      take: reader.take,
    })
    if (!wasStopped) reader.end()
    for (const { file, sections } of pairs) {
      const own = patches.splice(0, sections)
      const isWhole = !file.is_binary && own.length === sections && !own.includes(null)
      file.patch = isWhole && Buffer.byteLength(own.join('')) <= limits.maxPatchBytes ? own.join('') : null
    }
  }
  return { files: pairs.map(({ file }) => file), truncated: all.length > pairs.length }
}
