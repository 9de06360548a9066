/** One patch of many files, as `git diff` writes it, by the path of each. */
export interface FilePatch {
  /** Null for what has no lines. */
  patch: string | null
  is_binary: boolean
}

/** `isCut`: its end is missing, and with it a part of the last file. */
export function splitPatch(text: string, isCut: boolean): Map<string, FilePatch> {
  // Lines end with a line feed and nothing else: a file may hold other characters that break lines.
  const sections = text.split(/(?<=\n)(?=diff --git )/)
  if (isCut) sections.pop()
  const found = new Map<string, FilePatch>()
  for (const section of sections) {
    const start = section.search(/(?<=\n)@@ /)
    const heading = start < 0 ? section : section.slice(0, start)
    const path = pathOf(heading)
    if (path === null) continue
    found.set(path, {
      patch: start < 0 ? null : section.slice(start),
      is_binary: /\n(?:Binary files |GIT binary patch)/.test(heading),
    })
  }
  return found
}

/** The new path, or the old one of a file that goes. */
function pathOf(heading: string): string | null {
  for (const form of [/\n\+\+\+ ([^\n]+)/, /\n--- ([^\n]+)/]) {
    const name = form.exec(heading)?.[1]
    if (name !== undefined && name !== '/dev/null') return plainName(name)
  }
  const renamed = /\nrename to ([^\n]+)/.exec(heading)?.[1]
  if (renamed !== undefined) return unquote(renamed)
  // Without a line that changed both names are the same, which says where the second begins.
  const both = /^diff --git ([^\n]+)/.exec(heading)?.[1]
  if (both === undefined) return null
  const second = both.slice(both.length / 2 + 0.5)
  return plainName(second)
}

/** Without the prefix, and the tab that git puts behind a name with blanks. */
function plainName(name: string): string {
  return unquote(name.replace(/\t$/, '')).replace(/^[ab]\//, '')
}

/** git writes names with odd characters in quotes, their bytes as octal numbers. */
function unquote(name: string): string {
  if (!/^".*"$/.test(name)) return name
  const bytes: number[] = []
  for (const [, octal, letter, plain] of name.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/g)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8))
    else bytes.push(...Buffer.from(plain ?? ESCAPED[letter ?? ''] ?? letter ?? ''))
  }
  return Buffer.from(bytes).toString('utf8')
}

const ESCAPED: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', a: '\x07' }
