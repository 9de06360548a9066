/** Names of branches and tags: the rules of `git check-ref-format --branch`, and bounds of ours (G790). */

/** Each name becomes a file, with `.lock` behind it, and each part but the last a folder. */
const MOST_BYTES = 240
const MOST_PARTS = 20

/** Returns why no branch or tag can have the name, for people; null when it can. */
export function branchNameFault(name: string): string | null {
  if (Buffer.byteLength(name) > MOST_BYTES) return `a name has at most ${MOST_BYTES} bytes`
  const parts = name.split('/')
  if (parts.length > MOST_PARTS) return `a name has at most ${MOST_PARTS} parts between slashes`
  if (name === 'HEAD' || name === '@') return `${name} is reserved by git`
  if (name.startsWith('-')) return 'a name does not begin with a hyphen'
  // U+FFFD stands for bytes that are not UTF-8.
  const isText = name.isWellFormed() && !name.includes('\ufffd')
  const isPlain = !FORBIDDEN.test(name) && !/\.\.|@\{|\.$/.test(name)
  const isWhole = parts.every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))
  return isText && isPlain && isWhole ? null : 'git takes no branch or tag of this name'
}

export function isBranchName(name: string): boolean {
  return branchNameFault(name) === null
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: git refuses them
const FORBIDDEN = /[\x00-\x20\x7f~^:?*[\\]/
