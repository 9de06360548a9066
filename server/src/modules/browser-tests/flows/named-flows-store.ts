import { findNamedIn } from '../../../tenancy/index.ts'

export const findFlows = findNamedIn({ table: 'test_flows' })
