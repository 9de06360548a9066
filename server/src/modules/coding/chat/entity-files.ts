/** The entities of an app, as files that the builder reads and writes. */

const ENTITY_FILE = /^entities\/([^/]+)\.json$/

export const entityPath = (name: string) => `entities/${name}.json`

/** The entity that a file of the copy stands for; null for other files. */
export function entityOf(path: string): string | null {
  return ENTITY_FILE.exec(path)?.[1] ?? null
}

export function entityText(schema: unknown): string {
  return `${JSON.stringify(schema, null, 2)}\n`
}

/** Undefined when it is no JSON. */
export function readEntityText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the coder wrote it
  }
}
