/** What a search looks into belongs to the parts that keep it. */
import { findCampaigns } from '../modules/ads/index.ts'
import { findFlows } from '../modules/browser-tests/index.ts'
import { findEntities, findRecords } from '../modules/entities/index.ts'
import { findFunctions } from '../modules/functions/index.ts'
import type { SearchParts } from '../modules/search/index.ts'
import { findWorkflows } from '../modules/workflows/index.ts'
import { listMembers, type TenancyDeps } from '../tenancy/index.ts'

type Others = TenancyDeps & Parameters<typeof findRecords>[0]

export function createSearchParts(others: () => Others): SearchParts {
  return {
    entities: findEntities,
    functions: findFunctions,
    workflows: findWorkflows,
    flows: findFlows,
    campaigns: findCampaigns,
    // The list itself, so that a search shows nobody that it would hide.
    async members(caller, workspaceId, search, page_size) {
      const listed = await listMembers(others(), caller, {
        ...{ params: {}, headers: {} },
        query: { workspaceId },
        body: { search, page_size },
      })
      return listed.members
    },
    records: (caller, appIds, text, limit) => findRecords(others(), caller, appIds, text, limit),
  }
}
