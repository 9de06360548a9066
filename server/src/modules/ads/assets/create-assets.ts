import { Type } from 'typebox'
import { ApiError } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import { drawImage } from '../../../platform/images/draw-image.ts'
import { job } from '../../../platform/jobs/job.ts'
import type { AppFiles, Deps } from '../deps.ts'
import { assetStore, type MadeAsset } from './asset-store.ts'
import { copyOfModel } from './copy-of-model.ts'
import { endSession } from './end-session.ts'
import {
  type AssetRequest,
  IMAGE_SIZES,
  type ImageField,
  isText,
  type PlannedAsset,
  planAssets,
} from './plan-assets.ts'
import { type AssetSessionRow, sessionStore } from './session-store.ts'
import { chooseTexts, writeCopy } from './write-copy.ts'

const RETRY = [5, 30, 120]

/** Makes what a session asks for, one after the other; when it is repeated, only what is missing. */
export const createAssets = job('ads.make_assets', {
  payload: Type.Object({ session_id: Type.String() }),
  retry: RETRY,
  async run(deps: Deps, { session_id }, { attempt, signal }) {
    const session = await sessionStore(deps.db).findRunning(session_id)
    if (!session) return
    try {
      await makeMissing(deps, session, signal)
    } catch (error) {
      // The last try: what was made until now is all there will be.
      if (attempt > RETRY.length && !signal.aborted) await endSession(deps, session_id)
      throw error
    }
    await endSession(deps, session_id)
  },
})

async function makeMissing(deps: Deps, session: AssetSessionRow, signal: AbortSignal): Promise<void> {
  const made = new Set(await assetStore(deps.db).positionsMade(session.id))
  const plan = planAssets(session.input)
  const texts = plan.filter(({ field_type }) => isText(field_type))
  // Those are stored together or not at all.
  if (!texts.some(({ position }) => made.has(position))) await storeTexts(deps, session, texts)
  for (const { field_type, ordinal, position } of plan) {
    if (isText(field_type) || made.has(position)) continue
    signal.throwIfAborted()
    if (!(await storeImage(deps, session, { field_type, ordinal, position }))) return
  }
}

async function storeTexts(
  deps: Deps,
  session: AssetSessionRow,
  planned: readonly PlannedAsset[],
): Promise<void> {
  if (planned.length === 0) return
  const { input } = session
  const written = writeCopy(input)
  const byModel = await copyOfModel(deps, session)
  const sources = byModel ? [byModel, written] : [written]
  const now = deps.clock.now()
  const rows = [...Map.groupBy(planned, ({ field_type }) => field_type)].flatMap(([field_type, places]) => {
    const texts = isText(field_type) ? chooseTexts(field_type, places.length, ...sources) : []
    return texts.flatMap((text, at) => {
      const place = places[at]
      return place
        ? [{ id: makeId('ast', now), position: place.position, field_type, text, created_date: now }]
        : []
    })
  })
  await assetStore(deps.db).insert(session.id, rows)
}

interface PlannedImage extends PlannedAsset {
  field_type: ImageField
}

/** Returns whether there can be more: not when the app has no room left, or the session is over. */
async function storeImage(deps: Deps, session: AssetSessionRow, planned: PlannedImage): Promise<boolean> {
  const { db, clock, appFiles } = deps
  const { field_type, position, ordinal } = planned
  const asset: MadeAsset = { id: makeId('ast', clock.now()), position, field_type, created_date: clock.now() }
  const store = assetStore(db)
  if (field_type === 'LOGO' && ordinal === 0 && session.input.logo_url !== null) {
    return (await store.insert(session.id, [{ ...asset, url: session.input.logo_url }])) > 0
  }
  const size = IMAGE_SIZES[field_type]
  const bytes = await drawImage(wordsFor(session.input, planned), size)
  const name = `${field_type.toLowerCase()}-${ordinal + 1}.png`
  let isStored = false
  const file = await kept(deps, session, { name, bytes }, async (tx, { id, path }) => {
    const image = { ...asset, ...size, file_id: id, file_path: path }
    isStored = (await assetStore(tx).insert(session.id, [image])) > 0
    if (!isStored) await appFiles.remove(tx, session.app_id, [id])
  })
  if (!file) return false
  return isStored || (await sessionStore(db).findRunning(session.id)) !== null
}

function wordsFor(
  { business_name, business_description }: AssetRequest,
  { field_type, ordinal }: PlannedImage,
): string {
  return [business_name, business_description, field_type, ordinal].join('\n')
}

/** Null when the files of the app take as much room as they may. */
async function kept(
  { appFiles }: Deps,
  session: AssetSessionRow,
  file: { name: string; bytes: Buffer },
  alsoStore: Parameters<AppFiles['store']>[1],
) {
  const { app_id, created_by } = session
  try {
    return await appFiles.store({ app_id, created_by, content_type: 'image/png', ...file }, alsoStore)
  } catch (refusal) {
    if (refusal instanceof ApiError && refusal.code === 'file_limit_reached') return null
    throw refusal
  }
}
