/** Where archives find the bytes of the files of apps, in a server and in the commands of an operator. */
import { join } from 'node:path'
import type { FileArchiveOutside } from '../modules/integrations/index.ts'
import { chooseFileStorage } from '../ports/file-storage/choose.ts'
import type { Config } from '../settings/config.ts'

export type ArchiveConfig = Pick<Config, 'data_dir'> & Partial<Pick<Config, 's3' | 'outbound_ca_file'>>

export function filesToArchive({ data_dir, s3, outbound_ca_file }: ArchiveConfig): FileArchiveOutside {
  const folder = join(data_dir, 'uploads')
  const fileStorage = chooseFileStorage({ folder, s3: s3 ?? null, caFile: outbound_ca_file ?? null })
  return { fileStorage, spoolFolder: join(folder, '.importing') }
}
