export interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  overrides?: Record<string, unknown>
}

export interface Behind {
  name: string
  current: string
  newest: string
  /** Reason for staying behind. */
  held?: string
}

/** What is named with an exact version by any of our packages, without our own packages. */
export function namedVersions(manifests: readonly Manifest[]): Map<string, string> {
  const named = manifests.flatMap(({ dependencies, devDependencies, optionalDependencies, overrides }) =>
    [dependencies, devDependencies, optionalDependencies, overrides].flatMap((one) =>
      Object.entries(one ?? {}),
    ),
  )
  return new Map(
    named.filter((entry): entry is [string, string] => {
      const [name, version] = entry
      return !name.startsWith('@atrium/') && typeof version === 'string' && /^\d/.test(version)
    }),
  )
}

/**
 * Packages whose newest version is another one. The parts of a program for each platform go together: newest is what all
 * of them have.
 */
export function behindOf(
  named: ReadonlyMap<string, string>,
  newest: ReadonlyMap<string, string>,
  held: Readonly<Record<string, string>>,
): Behind[] {
  const families = Map.groupBy(named, ([name]) => familyOf(name))
  return [...families]
    .flatMap(([family, parts]): Behind[] => {
      const [, current = ''] = parts[0] ?? []
      const versions = new Set(parts.map(([name]) => newest.get(name) ?? ''))
      const [only = ''] = versions
      // Not published for all platforms yet, or nothing is known of it.
      if (versions.size > 1 || only === '' || only === current) return []
      const reason = held[family]
      return [{ name: family, current, newest: only, ...(reason !== undefined && { held: reason }) }]
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** `@deno/linux-x64-glibc` is a part of `@deno/*`. */
function familyOf(name: string): string {
  return name.replace(/(?:linux|darwin|windows|win32|win)-(?:x64|arm64).*$/, '*')
}
