/** What a package asks for, by name: in package.json, and in the entries of package-lock.json. */
export interface Needs {
  dependencies: ReadonlyMap<string, string>
  devDependencies: ReadonlyMap<string, string>
}

type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Null when there is none, or when it cannot be read: the lock file says most of it too. */
export function readManifest(text: string | null): Needs | null {
  if (text === null) return null
  try {
    const read: unknown = JSON.parse(text)
    return isFields(read) ? needsOf(read) : null
  } catch {
    return null
  }
}

/** Peers that need not be there bring nothing in. */
export function needsOf(fields: Fields): Needs {
  const meta = isFields(fields.peerDependenciesMeta) ? fields.peerDependenciesMeta : {}
  const isWanted = (name: string) => !(isFields(meta[name]) && meta[name].optional === true)
  const peers = textsIn(fields.peerDependencies).filter(([name]) => isWanted(name))
  const needs = [...peers, ...textsIn(fields.optionalDependencies), ...textsIn(fields.dependencies)]
  return { dependencies: new Map(needs), devDependencies: new Map(textsIn(fields.devDependencies)) }
}

function textsIn(value: unknown): [string, string][] {
  return isFields(value)
    ? Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    : []
}

/** Whether what is asked for comes from git, a folder or an address, and so is not what the registry has by that name. */
export function isElsewhere(spec: string): boolean {
  return /^(?:git|https?|file|link|portal|ssh|github|gitlab|bitbucket|gist)[+:]|^[\w.-]+\/[\w.-]+(?:#|$)|^[.~]{0,2}\//.test(
    spec,
  )
}

/** `npm:other@1.2.3` stands for another package; null for what is no alias. */
export function readAlias(spec: string): { name: string; version: string } | null {
  const [, name, version] = /^npm:(@?[^@]+)@(.+)$/.exec(spec) ?? []
  return name === undefined || version === undefined ? null : { name, version }
}
