/** What agents may do with records is done by the use cases of entities, under the same rules. */
import type { RecordTools } from '../modules/agents/index.ts'
import type { Deps } from '../modules/entities/deps.ts'
import { createRecord, deleteRecord, listRecords, updateRecord } from '../modules/entities/index.ts'

/** No rule is passed by: an agent is never one who may. */
const headers = {}

export function createRecordTools(deps: () => Deps): RecordTools {
  return {
    async describe(appId, entityName) {
      const found = await deps().entitySchemas.of(appId, entityName)
      if (!found) return null
      const properties = Object.entries(found.schema.properties ?? {})
      return {
        fields: properties
          .filter(([, { rls }]) => rls?.read !== false)
          .map(([name, { type = 'any' }]) => ({ name, type: [type].flat().join(' or ') })),
      }
    },
    list(caller, params, { filter, sort, limit }) {
      const query = { ...(filter && { q: JSON.stringify(filter) }), ...(sort && { sort }), limit }
      return listRecords(deps(), caller, { params, query, headers, body: undefined }, { set: () => {} })
    },
    create: (caller, params, body) =>
      createRecord(deps(), caller, { params, query: {}, headers, body: { ...body } }),
    update: (caller, { app_id, entity_name }, entity_id, body) =>
      updateRecord(deps(), caller, {
        params: { app_id, entity_name, entity_id },
        query: {},
        headers,
        body: { ...body },
      }),
    delete: (caller, { app_id, entity_name }, entity_id) =>
      deleteRecord(deps(), caller, {
        params: { app_id, entity_name, entity_id },
        query: {},
        headers,
        body: undefined,
      }),
  }
}
