/** What coding needs of the app that it changes. */
import type { BuiltApps } from '../modules/coding/index.ts'
import type { Db } from '../platform/database/db.ts'

/** What other parts of the server offer for it. */
export interface OtherParts {
  db: Db
}

export function createBuiltApps(_others: () => OtherParts): BuiltApps {
  const notBuilt = () => {
    throw new Error('not built')
  }
  return {
    sourceRevision: notBuilt,
    sourceFiles: notBuilt,
    changeSource: notBuilt,
    entitySchemas: notBuilt,
    setEntitySchema: notBuilt,
    makePreview: notBuilt,
  }
}
