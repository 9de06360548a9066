import { findNamedIn } from '../../tenancy/index.ts'

export const findFunctions = findNamedIn({ table: 'functions', id: 'name' })
