/** Search over all of a workspace; what is looked into belongs to other modules. */
import { operations } from '@atrium/contract'
import { handle, module } from '../../platform/module.ts'
import type { Deps } from './deps.ts'
import { findThings } from './find-things.ts'

export type { SearchParts } from './deps.ts'

export const search = module<Deps>('search', {
  handlers: [handle(operations.search.find, findThings)],
})
