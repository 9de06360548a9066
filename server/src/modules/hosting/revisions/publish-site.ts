import type { InputOf, operations } from '@atrium/contract'
import { DEFAULT_SITE_FOLDER, KEPT_SITE_REVISIONS } from '@atrium/contract/hosting'
import { transaction } from '../../../platform/database/transaction.ts'
import { invalid, refuse } from '../../../platform/errors.ts'
import { bytesOf, NOT_BASE64 } from '../../../platform/files/file-content.ts'
import { type App, type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { clashingPaths, type SiteFile, sitePathProblem } from '../site-rules.ts'
import { revisionStore } from '../site-store.ts'
import { addRevision, type Draft } from './add-revision.ts'
import { inFolder, readFolder, requireSizes } from './folder-of-code.ts'
import { presentRevision } from './present-revision.ts'
import { prepareContents } from './store-contents.ts'
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
    const done = await tryToPublish(deps, caller, app, {
      app_id: app.id,
      prepared: await prepareContents(deps.db, files),
      message,
      created_by: userOf(caller).email,
      now: deps.clock.now(),
    })
    if (done) return done
  }
  throw new Error('the contents of a site were purged while they were stored')
}

/** Undefined when contents that were counted on are gone. */
async function tryToPublish(deps: Deps, caller: Caller, app: App, draft: Draft) {
  const done = await transaction(deps.db, async (tx) => {
    const added = await addRevision(tx, draft)
    if (!added) return undefined
    const { site, revision, status } = added
    if (status === 'unchanged') return added
    await switchRevision(deps, tx, app, site, revision)
    await revisionStore(tx).deleteOld(app.id, {
      ...{ kept: KEPT_SITE_REVISIONS, isPreview: false, activeId: revision.id },
    })
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'site.publish',
      target_type: 'site_revision',
      target_id: revision.id,
      app_id: app.id,
      detail: { number: revision.number, file_count: revision.file_count, bytes: revision.bytes },
    })
    return { ...added, site: { ...site, active_revision_id: revision.id } }
  })
  if (!done) return undefined
  deps.sites.invalidate(app.id)
  const { site, revision, status } = done
  return { ...presentRevision(deps, site, revision), status, url: deps.siteAddresses.siteUrl(site) }
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
