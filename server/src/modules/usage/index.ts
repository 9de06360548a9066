/** What a workspace uses, against what it may; what is counted is other modules'. */
import { operations } from '@atrium/contract'
import { handle, module } from '../../platform/module.ts'
import type { Deps } from './deps.ts'
import { readUsage } from './read-usage.ts'

export type { AppMeter, AppUse, UsageSources, WorkspaceUse } from './deps.ts'

export const usage = module<Deps>('usage', { handlers: [handle(operations.usage.read, readUsage)] })
