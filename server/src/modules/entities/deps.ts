import type { Ground } from '../../tenancy/index.ts'
import type { RecordEvents } from './record-events.ts'
import type { SchemaCache } from './schema-cache.ts'

export interface Deps extends Ground {
  entitySchemas: SchemaCache
  recordEvents: RecordEvents
}
