import { join } from 'node:path'
import { localStorage } from './local.ts'
import type { FileStorage } from './port.ts'
import { type S3Options, s3Storage } from './s3.ts'

export interface FileStorageChoice {
  /** Where files lie, or wait until they have arrived whole. */
  folder: string
  /** Null: in the folder. The settings have been checked. */
  s3: Omit<S3Options, 'spoolFolder' | 'caFile'> | null
  caFile: string | null
}

export function chooseFileStorage({ folder, s3, caFile }: FileStorageChoice): FileStorage {
  if (s3 === null) return localStorage({ folder })
  return s3Storage({ ...s3, spoolFolder: join(folder, '.incoming'), caFile })
}
