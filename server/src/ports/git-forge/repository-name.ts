/** Why no repository can be called so; null when one can. Folders, addresses and git itself have names of their own. G544 */
export function repositoryNameFault(fullName: string): string | null {
  const parts = fullName.split('/')
  if (parts.length !== 2 || fullName.length > LONGEST)
    return 'Name it by owner and name, with a slash between them.'
  for (const part of parts) {
    if (!/^[A-Za-z0-9_.-]+$/.test(part))
      return 'Use letters, digits, `_`, `.` and `-` in the name of a repository.'
    if (/^\.+$/.test(part)) return `\`${part}\` is no name for a repository.`
    if (/\.(?:git|lock)$/i.test(part)) return 'The name of a repository cannot end in `.git` or `.lock`.'
    if (part.startsWith('-')) return 'The name of a repository cannot begin with `-`.'
  }
  return null
}

const LONGEST = 201
