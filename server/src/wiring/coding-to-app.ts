/** What coding needs of the app that it changes. */
import type { BuiltApps } from '../modules/coding/index.ts'
import { buildSchemas, faultOfSchema, readSchemas, type SchemaCache } from '../modules/entities/index.ts'
import { previewSite } from '../modules/hosting/index.ts'
import { createBuiltSource, type SourceParts } from './coding-to-source.ts'

/** What other parts of the server offer for it. */
export interface OtherParts extends SourceParts, SiteParts {
  entitySchemas: SchemaCache
}

type SiteParts = Parameters<typeof previewSite>[0]

export function createBuiltApps(others: () => OtherParts): BuiltApps {
  return {
    ...createBuiltSource(others),
    async entitySchemas(appId) {
      const schemas = await readSchemas(others().db, appId)
      return schemas.map((schema) => ({ name: schema.name, schema }))
    },
    entitySchemaFault: faultOfSchema,
    setEntitySchemas: (tx, change) => buildSchemas(others(), tx, change),
    invalidateEntitySchemas: (appId) => others().entitySchemas.invalidate(appId),
    makePreview: (request) => previewSite(others(), request),
  }
}
