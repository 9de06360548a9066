import type { NamedView } from '../named-paths.ts'

export function namedViewOf(search: URLSearchParams): NamedView {
  return { search: search.get('search') ?? undefined, cursor: search.get('cursor') ?? undefined }
}
