import { type AvailableConnector, CONNECTOR_CATEGORIES } from '@atrium/sdk'
import type { ConnectorsView } from '../../paths.ts'
import { CATEGORY_WORDS, type Category } from './connector-words.ts'

type Searched = Pick<AvailableConnector, 'integration_type' | 'display_name' | 'description' | 'category'>

/** Every word that was typed must be found in the name, type, description or category. */
export function matches(connector: Searched, { search, category }: ConnectorsView): boolean {
  const wanted = categoryOf(category)
  if (wanted && connector.category !== wanted) return false
  const { integration_type, display_name, description } = connector
  const text = [display_name, integration_type, description, CATEGORY_WORDS[connector.category]]
    .join(' ')
    .toLowerCase()
  const words = (search ?? '').toLowerCase().split(/\s+/)
  return words.every((word) => text.includes(word))
}

/** The category an address names, if there is one. */
export const categoryOf = (text: string | null | undefined): Category | undefined =>
  CONNECTOR_CATEGORIES.find((known) => known === text)

/** Those that have a connector, with how many. */
export function categoriesOf(connectors: readonly Pick<AvailableConnector, 'category'>[]) {
  const counts = Map.groupBy(connectors, ({ category }) => category)
  return CONNECTOR_CATEGORIES.filter((id) => counts.has(id)).map((id) => ({
    id,
    label: `${CATEGORY_WORDS[id]} (${counts.get(id)?.length ?? 0})`,
  }))
}
