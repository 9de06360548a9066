/** What coding needs of the app that it changes. */
import type { BuiltApps } from '../modules/coding/index.ts'
import { createBuiltSource, type SourceParts } from './coding-to-source.ts'

/** What other parts of the server offer for it. */
export interface OtherParts extends SourceParts {}

export function createBuiltApps(others: () => OtherParts): BuiltApps {
  const notBuilt = () => {
    throw new Error('not built')
  }
  return {
    ...createBuiltSource(others),
    entitySchemas: notBuilt,
    setEntitySchema: notBuilt,
    makePreview: notBuilt,
  }
}
