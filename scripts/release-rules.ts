const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

export function isLater(version: string, than: string): boolean {
  const [wanted, current] = [VERSION.exec(version), VERSION.exec(than)]
  if (!wanted || !current) return false
  const at = [1, 2, 3].find((part) => wanted[part] !== current[part])
  return at !== undefined && Number(wanted[at]) > Number(current[at])
}

/** The version of a package and of our own packages that it names; in a lock file those of all our packages. */
export function withVersion(text: string, version: string): string {
  const manifest = JSON.parse(text)
  const all = [
    manifest,
    ...Object.entries(manifest.packages ?? {})
      .filter(isOurs)
      .map(([, one]) => one),
  ]
  for (const one of all as Record<string, Record<string, string> | string>[]) {
    if (typeof one.version === 'string') one.version = version
    for (const kind of ['dependencies', 'devDependencies'])
      for (const name of Object.keys(one[kind] ?? {}))
        if (name.startsWith('@atrium/')) (one[kind] as Record<string, string>)[name] = version
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

function isOurs([path]: [string, unknown]): boolean {
  return !path.includes('node_modules')
}

/** What is unreleased becomes the section of the version; null when there is nothing. */
export function releaseChangelog(text: string, version: string, day: string): string | null {
  const [, before = '', news = ''] =
    /^([\s\S]*?)## Unreleased\n([\s\S]*?)(?=\n## |$(?![\s\S]))/.exec(text) ?? []
  if (news.trim() === '') return null
  const rest = text.slice(before.length + '## Unreleased\n'.length + news.length)
  return `${before}## Unreleased\n\n## ${version} · ${day}\n${news}${rest}`
}
