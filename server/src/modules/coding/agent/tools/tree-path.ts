/** Which paths of a work tree tools may name. Pure: what lies at the path is looked at elsewhere. */
import { foldPath } from '../../../../platform/files/file-paths.ts'

const LONGEST_BYTES = 1_024
const LONGEST_NAME_BYTES = 255
const DEEPEST = 40

export type TreePath = { path: string } | { problem: string }

/** A path as the tools use it, without `./` in front and without a slash at its end; empty for the tree itself. */
export function readTreePath(given: string): TreePath {
  if (given !== given.toWellFormed()) return { problem: 'The path is not valid Unicode.' }
  if (UNSEEN.test(given)) return { problem: 'The path has control or invisible characters in it.' }
  if (given.includes('\\')) return { problem: 'Folders are separated by / in paths.' }
  if (given.startsWith('/') || /^[a-z]:/i.test(given) || given.startsWith('~'))
    return { problem: `Paths are relative to the repository, such as src/main.ts; ${quote(given)} is not.` }
  if (Buffer.byteLength(given) > LONGEST_BYTES) return { problem: 'The path is too long.' }
  const path = given.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '')
  if (path === '' || path === '.') return { path: '' }
  const names = path.split('/')
  if (names.length > DEEPEST) return { problem: `The path has more than ${DEEPEST} names.` }
  const problem = names.map(nameProblem).find((found) => found !== null)
  return problem === undefined ? { path } : { problem }
}

/** As `readTreePath`, for what must be a file or folder inside the tree. */
export function readInnerPath(given: string): TreePath {
  const read = readTreePath(given)
  return 'path' in read && read.path === '' ? { problem: 'The path names no file.' } : read
}

/** Control characters, and those that are not seen or turn the direction of the text around. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
/** What git keeps of a repository, by all the names that some file system takes for it. */
const OF_GIT = /^(?:\.git|git~\d+)$/

function nameProblem(name: string): string | null {
  if (name === '') return 'The path has two slashes in a row.'
  if (name === '.' || name === '..') return 'The path has . or .. in it; name the place itself.'
  if (Buffer.byteLength(name) > LONGEST_NAME_BYTES) return 'A name in the path is too long.'
  const plain = foldPath(name)
    .replace(/:.*$/s, '')
    .replace(/[ .]+$/, '')
  if (OF_GIT.test(plain)) return 'What git keeps in .git cannot be read or changed.'
  // Wide letters for dots and slashes are taken for the plain ones by some systems.
  if (/^\.+$|[\\/]/.test(foldPath(name))) return 'The path has characters that look like . or /.'
  return null
}

function quote(path: string): string {
  return JSON.stringify(path.slice(0, 80).toWellFormed())
}
