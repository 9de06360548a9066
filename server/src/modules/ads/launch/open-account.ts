/** The account of the app, opened by the first launch. Of several launches at once one opens it, the others wait. */
import { setTimeout as wait } from 'node:timers/promises'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import type { App, Caller } from '../../../tenancy/index.ts'
import {
  type AdAccountRow,
  accountOf,
  deletePendingAccount,
  insertAccount,
} from '../accounts/account-store.ts'
import { platformUnavailable } from '../campaigns/reachable-account.ts'
import type { Deps } from '../deps.ts'
import { accountReference } from './draft.ts'
import { type LaunchRow, moveLaunch, openingSince } from './launch-store.ts'
import { leaveUnknown } from './reconcile-launch.ts'
import { storeAccount } from './store-account.ts'
import { STALE_SECONDS } from './sweep-launches.ts'

export interface Opening {
  app: App
  launch: LaunchRow
  currency_code: string
  timezone: string
  mayOpenAccount: boolean
}

/** No launch waits longer for another one's account. */
const LONGEST_WAIT_MS = 20_000
const SHORTEST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1_000

/** `isNew`: this launch has opened it. */
export async function accountForLaunch(
  deps: Deps,
  caller: Caller,
  opening: Opening,
): Promise<{ account: AdAccountRow; isNew: boolean }> {
  const { db, clock } = deps
  const { app, launch } = opening
  const waitsUntil = performance.now() + LONGEST_WAIT_MS
  for (let pause = SHORTEST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const account = await accountOf(db, app.id)
    if (account && account.status !== 'PENDING') return { account, isNew: false }
    if (!account && !opening.mayOpenAccount) {
      await release(deps, launch)
      throw refuse('no_ads_account')
    }
    if (!account) {
      const begun = await begin(deps, opening)
      if (begun) return { account: await ask(deps, caller, begun, opening), isNew: true }
      continue
    }
    const since = await openingSince(db, app.id)
    if (since === null || since.getTime() < clock.now().getTime() - STALE_SECONDS * 1000)
      return { account: await lookFor(deps, caller, account, opening), isNew: false }
    if (performance.now() > waitsUntil) {
      await release(deps, launch)
      throw refuse('launch_in_progress')
    }
    await wait(pause)
  }
}

/** Noted before it is sent. Null when another was faster. */
function begin({ db, clock, adPlatform }: Deps, { app, launch, currency_code, timezone }: Opening) {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const account = await insertAccount(tx, {
      id: makeId('ada', now),
      app_id: app.id,
      platform: adPlatform.kind,
      reference: accountReference(app.id),
      account_name: app.name,
      currency_code,
      timezone,
      created_date: now,
    })
    if (!account) return null
    const sent = await moveLaunch(tx, launch.id, { from: ['started'], to: 'account_sent' }, now)
    if (!sent) throw refuse('outcome_unknown')
    return { account, sent }
  })
}

async function ask(
  deps: Deps,
  caller: Caller,
  { account, sent }: { account: AdAccountRow; sent: LaunchRow },
  { app }: Opening,
): Promise<AdAccountRow> {
  const { reference, account_name: name, currency_code, timezone: time_zone } = account
  const asked = await deps.adPlatform.createAccount({ reference, name, currency_code, time_zone })
  switch (asked.outcome) {
    case 'done':
      return saveOpened(deps, caller, account, app, asked.value)
    case 'rejected':
      await deleteUnopened(deps, account, sent, { to: 'rejected', error: { reasons: asked.reasons } })
      throw refuse('rejected_by_platform', { extra: { reasons: asked.reasons, account_created: false } })
    case 'unavailable':
      await deleteUnopened(deps, account, sent, { to: 'released', error: { message: asked.message } })
      throw platformUnavailable()
    case 'unknown':
      await leaveUnknown(deps, sent, 'account', asked.message)
      throw refuse('outcome_unknown')
  }
}

/** Another launch has asked for it and does not know what became of that. */
async function lookFor(
  deps: Deps,
  caller: Caller,
  account: AdAccountRow,
  { app, launch }: Opening,
): Promise<AdAccountRow> {
  const found = await deps.adPlatform.findAccount(account.reference)
  if (found.outcome === 'done' && found.value) return saveOpened(deps, caller, account, app, found.value)
  await release(deps, launch)
  throw found.outcome === 'unavailable' ? platformUnavailable() : refuse('outcome_unknown')
}

async function saveOpened(
  deps: Deps,
  caller: Caller,
  account: AdAccountRow,
  app: App,
  opened: Parameters<typeof storeAccount>[3],
): Promise<AdAccountRow> {
  const place = { account, workspace_id: app.workspace_id }
  const kept = (await storeAccount(deps, caller, place, opened)) ?? (await accountOf(deps.db, app.id))
  if (!kept) throw new Error(`The advertising account of ${app.id} is gone`)
  return kept
}

async function deleteUnopened(
  { db, clock }: Deps,
  account: AdAccountRow,
  { id }: LaunchRow,
  ended: { to: 'rejected' | 'released'; error: unknown },
): Promise<void> {
  await transaction(db, async (tx) => {
    await deletePendingAccount(tx, account.id)
    await moveLaunch(tx, id, { from: ['account_sent'], ...ended }, clock.now())
  })
}

async function release({ db, clock }: Deps, { id }: LaunchRow): Promise<void> {
  await moveLaunch(db, id, { from: ['started'], to: 'released' }, clock.now())
}
