import { sql } from 'kysely'
import { findNamedIn } from '../../tenancy/index.ts'

export const findWorkflows = findNamedIn({ table: 'workflows', only: sql`archived_at is null` })
