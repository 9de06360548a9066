import { findNamedIn } from '../../../tenancy/index.ts'

export const findEntities = findNamedIn({ table: 'entity_schemas', id: 'name' })
