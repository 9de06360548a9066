import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Log } from '../../platform/log.ts'
import type { Git } from '../git/port.ts'

export interface LocalForgeOptions {
  db: Db
  clock: Clock
  log: Log
  git: Git
  folder: string
  /** Repositories of one workspace. */
  most: number
  /** The public address of the server. */
  baseUrl(): string
}
