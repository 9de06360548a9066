import type { InputOf, operations } from '@atrium/contract'
import { DEFAULT_SITE_FOLDER, KEPT_SITE_REVISIONS } from '@atrium/contract/hosting'
import { transaction } from '../../../platform/database/transaction.ts'
import { invalid, refuse } from '../../../platform/errors.ts'
import { bytesOf, NOT_BASE64 } from '../../../platform/file-content.ts'
import { makeId } from '../../../platform/ids.ts'
import { type App, type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { siteFileStore } from '../file-store.ts'
import { labelsFor, makePreviewKey } from '../site-address.ts'
import {
  clashingPaths,
  contentHashOf,
  isPublished,
  isTooLarge,
  type SiteFile,
  sitePathProblem,
} from '../site-rules.ts'
import { revisionStore, siteStore } from '../site-store.ts'
import { presentRevision } from './present-revision.ts'
import { type Prepared, prepareContents, storeContents } from './store-contents.ts'
import { switchRevision } from './switch-revision.ts'

type Input = InputOf<typeof operations.site.publish>

/** Contents that were stored can be purged only once more before they are sent again. */
const MOST_TRIES = 2

export async function publishSite(deps: Deps, caller: Caller, { params, body }: Input) {
  const { files: sent, folder = DEFAULT_SITE_FOLDER, message = null } = body
  const sentFiles = sent && readSent(sent)
  const wants = sentFiles ? null : inFolder(folder)
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const files = sentFiles ?? (await readFolder(deps, app.id, wants ?? inFolder(folder)))
  requireSizes(files.map(({ bytes }) => bytes.length))
  if (!files.some(({ path }) => path === 'index.html')) throw refuse('site_without_index')
  for (let tried = 1; tried <= MOST_TRIES; tried++) {
    const done = await tryToPublish(deps, caller, app, await prepareContents(deps.db, files), message)
    if (done) return done
  }
  throw new Error('the contents of a site were purged while they were stored')
}

/** Undefined when contents that were counted on are gone. */
async function tryToPublish(
  deps: Deps,
  caller: Caller,
  app: App,
  prepared: Prepared,
  message: string | null,
) {
  const { db, clock, siteAddresses } = deps
  const { files } = prepared
  const now = clock.now()
  const done = await transaction(db, async (tx) => {
    if (!(await storeContents(tx, prepared, now))) return undefined
    const site = await siteStore(tx).ensure(app.id, labelsFor(app.id), now)
    if (!site) throw refuse('app_not_found')
    const revisions = revisionStore(tx)
    const content_hash = contentHashOf(files)
    const active = site.active_revision_id && (await revisions.find(app.id, site.active_revision_id))
    if (active && active.content_hash === content_hash) {
      return { site, revision: active, status: 'unchanged' as const }
    }
    const revision = {
      id: makeId('srev', now),
      app_id: app.id,
      number: site.last_number + 1,
      preview_key: makePreviewKey(),
      content_hash,
      file_count: files.length,
      bytes: files.reduce((sum, { size }) => sum + size, 0),
      message,
      created_by: userOf(caller).email,
      created_date: now,
    }
    await revisions.insert(revision)
    await siteFileStore(tx).insertFiles(
      files.map(({ path, hash, content_type }) => ({ revision_id: revision.id, path, hash, content_type })),
    )
    await siteStore(tx).update(app.id, { last_number: revision.number })
    await switchRevision(deps, tx, app, site, revision)
    await revisions.deleteOld(app.id, KEPT_SITE_REVISIONS, revision.id)
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'site.publish',
      target_type: 'site_revision',
      target_id: revision.id,
      app_id: app.id,
      detail: { number: revision.number, file_count: revision.file_count, bytes: revision.bytes },
    })
    return { site: { ...site, active_revision_id: revision.id }, revision, status: 'published' as const }
  })
  if (!done) return undefined
  deps.sites.forget(app.id)
  const { site, revision, status } = done
  return { ...presentRevision(deps, site, revision), status, url: siteAddresses.siteUrl(site) }
}

function readSent(sent: NonNullable<Input['body']['files']>): SiteFile[] {
  const files = sent.map(({ path, content, encoding = 'utf-8' }, at) => {
    const problem = sitePathProblem(path)
    if (problem !== null) throw invalid(['body', 'files', at, 'path'], 'site_path', problem)
    const bytes = bytesOf(content, encoding)
    if (!bytes) throw invalid(['body', 'files', at, 'content'], 'base64', NOT_BASE64)
    return { path, bytes }
  })
  const [clash] = clashingPaths(files.map(({ path }) => path))
  if (clash) {
    const at = files.findLastIndex(({ path }) => path === clash.path)
    throw invalid(['body', 'files', at, 'path'], 'site_path', `There is ${clash.by} already`)
  }
  return files
}

/** Which files of the code are below a folder, and what they are called there. */
function inFolder(folder: string): (path: string) => string | null {
  const name = folder.replace(/^\.\/(?=.)/, '').replace(/(?<=.)\/$/, '')
  const problem = name === '.' ? null : sitePathProblem(name)
  if (problem !== null) throw invalid(['body', 'folder'], 'site_path', problem)
  const start = name === '.' ? '' : `${name}/`
  return (path) => {
    const below = path.startsWith(start) ? path.slice(start.length) : null
    return below !== null && isPublished(below, name) ? below : null
  }
}

async function readFolder(
  { siteSource }: Deps,
  appId: string,
  nameOf: (path: string) => string | null,
): Promise<SiteFile[]> {
  const files = await siteSource.read(appId, (path) => nameOf(path) !== null, requireSizes)
  return files.map(({ path, bytes }) => ({ path: nameOf(path) ?? path, bytes }))
}

function requireSizes(sizes: readonly number[]): void {
  if (isTooLarge(sizes)) throw refuse('site_too_large')
}
