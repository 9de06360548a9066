import { paths } from '../../paths.ts'
import { type ApiDescription, operationsIn } from './api-description.ts'

export interface Group {
  group: string
  pages: { to: string; title: string }[]
}

interface Entry {
  group: string
  to: string
  title: string
  /** All that it is found by. */
  words: string
  /** Shown only to who searches. */
  isDeep: boolean
}

const MOST_FOUND = 60

/** Everything that has an address: guides, groups of operations, and each operation. */
export function indexOf(
  guides: readonly { group: string; guides: readonly { name: string; title: string }[] }[],
  description: ApiDescription,
): Entry[] {
  return [
    ...guides.flatMap(({ group, guides }) =>
      guides.map(({ name, title }) => entry(group, paths.docs(name), title, '')),
    ),
    ...description.tags.map(({ name, description: about = '' }) =>
      entry('API', paths.docsOf(name), name, about),
    ),
    ...description.tags.flatMap(({ name }) =>
      operationsIn(description, name).map(({ operationId, summary, path }) => ({
        ...entry('Operations', `${paths.docsOf(name)}#${operationId}`, operationId, `${summary} ${path}`),
        isDeep: true,
      })),
    ),
  ]
}

function entry(group: string, to: string, title: string, more: string): Entry {
  return { group, to, title, words: `${title} ${more}`.toLowerCase(), isDeep: false }
}

/** Those with all the words; everything but single operations while nothing is searched. */
export function found(entries: readonly Entry[], search: string): Group[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = entries
    .filter(({ isDeep, words: all }) =>
      words.length === 0 ? !isDeep : words.every((word) => all.includes(word)),
    )
    .slice(0, words.length === 0 ? entries.length : MOST_FOUND)
  return [...Map.groupBy(shown, ({ group }) => group)].map(([group, pages]) => ({ group, pages }))
}
