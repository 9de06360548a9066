/** How the installation is doing, for those who run it; what is looked at is other parts'. */
import { operations } from '@atrium/contract'
import { handle, module } from '../../platform/module.ts'
import type { Deps } from './deps.ts'
import { readInstallation } from './read-installation.ts'

export type { InstallationFacts } from './deps.ts'

export const installation = module<Deps>('installation', {
  handlers: [handle(operations.installation.read, readInstallation)],
})
