/** Which paths files may have: those that mean the same file on every system they may be written to. */

export interface PathLimits {
  bytes: number
  depth: number
}

/** What is wrong with the path; null when nothing is. */
export function pathProblem(path: string, { bytes, depth }: PathLimits): string | null {
  if (Buffer.byteLength(path) > bytes) return `A path has at most ${bytes} bytes`
  if (path !== path.normalize('NFC')) return 'A path must be in the Unicode normal form C'
  const names = path.split('/')
  if (names.length > depth) return `A path has at most ${depth} names`
  for (const name of names) {
    const problem = nameProblem(name)
    if (problem !== null) return problem
  }
  return null
}

/** Equal for paths that some system takes for the same: letters in either case, and forms that look alike. */
export function foldPath(path: string): string {
  return path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC')
}

/** `a/b/c` → `a`, `a/b` */
export function foldersOf(path: string): string[] {
  const names = path.split('/')
  return names.slice(1).map((_, i) => names.slice(0, i + 1).join('/'))
}

/**
 * Those of the added paths that cannot be there, each with what stands in its way: the same path in other letters, a
 * file that would have to be a folder, or the other way round. The known ones get along with each other.
 */
export function takenPaths(
  known: readonly string[],
  added: readonly string[],
): { path: string; by: string }[] {
  const files = new Map<string, string>()
  const folders = new Map<string, string>()
  const inTheWay = (path: string, names: readonly string[]) => {
    const fold = foldPath(path)
    const same = files.get(fold) ?? folders.get(fold)
    const above = names.map((name) => files.get(foldPath(name)) ?? folders.get(foldPath(name)) ?? name)
    return same ?? above.find((found, at) => found !== names[at] || files.has(foldPath(found))) ?? null
  }
  const add = (path: string, names: readonly string[]) => {
    files.set(foldPath(path), path)
    for (const name of names) folders.set(foldPath(name), name)
  }
  for (const path of known) add(path, foldersOf(path))
  return added.flatMap((path) => {
    const names = foldersOf(path)
    const by = inTheWay(path, names)
    if (by !== null) return [{ path, by }]
    add(path, names)
    return []
  })
}

const LONGEST_NAME_BYTES = 255 // of most file systems
/** Characters that no name may have on Windows, or that cannot be seen. */
const FORBIDDEN = /[\\:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/u
/** Names that Windows takes for a device, whatever follows after a dot. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9])\s*(\.|$)/
/** What git itself looks for in a folder, and the short names that Windows gives to it. */
const OF_GIT = /^(\.git|git~\d+|\.gitmodules|gitmod~\d+|gi7eb[0-9a-f]~\d+)$/

function nameProblem(name: string): string | null {
  if (name === '') return 'A path starts and ends with a name, with one slash between two'
  if (name === '.' || name === '..') return 'A path names no folder by dots'
  if (FORBIDDEN.test(name)) return 'A path has no control, invisible or \\ : * ? " < > | characters'
  if (/^ |[ .]$/.test(name)) return 'A name does not start with a space, nor end with a space or a dot'
  if (Buffer.byteLength(name) > LONGEST_NAME_BYTES) return `A name has at most ${LONGEST_NAME_BYTES} bytes`
  const plain = foldPath(name)
  // A wide letter, dot or slash may be taken for the plain one.
  if (/^\.+$|[\\/:]/.test(plain) || OF_GIT.test(plain.replace(/[ .]+$/, ''))) {
    return 'A path names nothing that belongs to git, or looks like it'
  }
  if (DEVICE.test(plain)) return 'A name is not one that Windows keeps for a device, such as con or aux.txt'
  return null
}
