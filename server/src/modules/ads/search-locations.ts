import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'

/** Works without an advertising account. */
export async function searchLocations(
  { access, locations }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.ads.search_locations>,
) {
  await access.app(caller, params.app_id, 'editor')
  const { query: text = '', country_code = '', limit = 20, resource_names } = query
  const found =
    resource_names === undefined
      ? await locations.search({ query: text, country: country_code || null, limit })
      : (await locations.find(resource_names.split(','))).filter((location) => location !== null)
  return found.map((location) => ({ ...location, search_term: text }))
}
