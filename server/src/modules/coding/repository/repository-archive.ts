import type { Static } from 'typebox'
import {
  type ArchiveRow,
  type Collection,
  collection,
  type ImportContext,
} from '../../../platform/archive/collection.ts'
import {
  archivedRow,
  archiveOf,
  exportByKey,
  requireReferences,
  storedRow,
} from '../../../platform/archive/table-archive.ts'
import type { Db } from '../../../platform/database/db.ts'
import { isBranchName } from '../../../ports/git/port.ts'
import { isOfExportedApp } from '../../../tenancy/index.ts'
import { repositories } from '../tables.ts'

const ArchivedRepository = archivedRow(repositories)
type Row = Static<typeof ArchivedRepository>

/** Which repository each app is connected to, without tokens and without what git holds (G550). */
export const repositoryArchive: readonly Collection[] = [
  collection({
    ...archiveOf(repositories),
    row: ArchivedRepository,
    import: importRepositories,
    export: (db, scope) => exportByKey(db, repositories, isOfExportedApp(scope, 'repositories.app_id')),
  }),
]

async function importRepositories(
  tx: Db,
  rows: readonly ArchiveRow<Row>[],
  context: ImportContext,
): Promise<number> {
  const stored = rows.map(({ row, index }) => {
    const whole = storedRow(repositories, row, context.now)
    if (!isBranchName(whole.base_branch))
      context.fail(index, 'base_branch', 'git takes no branch of this name')
    for (const name of ['base_url', 'web_url'] as const)
      if (!isAddress(whole[name])) context.fail(index, name, 'Input should be an http or https address')
    return { ...whole, clone_url: cloneUrlOf(whole) }
  })
  await requireReferences(tx, repositories, rows, context)
  return (await repositories.insertNew(tx, stored)).length
}

/** Whether it may be called is decided when it is. */
function isAddress(text: string | null): boolean {
  if (text === null) return true
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

const PUBLIC = { github: 'https://github.com', gitlab: 'https://gitlab.com', gitea: 'https://gitea.com' }

/** Where forges have it, as long as none has said so itself. That of a local one is never read. */
function cloneUrlOf({
  provider,
  full_name,
  base_url,
  web_url,
}: Pick<Row, 'provider' | 'full_name'> & { base_url: string | null; web_url: string | null }): string {
  if (provider === 'local') return ''
  return `${web_url ?? `${base_url ?? PUBLIC[provider]}/${full_name}`}.git`
}
