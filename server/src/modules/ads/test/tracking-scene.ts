import { beforeEach } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useFolder } from '../../../../test/use-folder.ts'
import { useMade } from '../../../../test/use-started.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { standardGoals } from '../tracking/standard-goals.ts'
import { type AdScene, adScene } from './ad-scene.ts'

/** An app with an advertising account that nobody has verified the tracking of, and its code. */
export interface TrackingScene extends AdScene {
  scan(): ReturnType<AdScene['client']['ads']['scan_tracking']>
  write(path: string, content: string): Promise<unknown>
  /** Makes the goals and lets the platform publish their tags; returns the account's tag. */
  publishTags(): Promise<string>
  /** The call that reports a conversion of this type. */
  callFor(type: string): Promise<string>
  verifiedDate(): Promise<Date | null>
  isVerified(): Promise<boolean>
}

export async function trackingScene(app: TestApp, owner: Person): Promise<TrackingScene> {
  const scene = await adScene(app, owner, { is_tracked: false })
  const { app_id, account_id, customer_id, client, platform } = scene
  const verifiedDate = async () => {
    const rows = await app.sql<{ tracking_verified_date: Date | null }>`
      select tracking_verified_date from ad_accounts where id = ${account_id}`
    return rows[0]?.tracking_verified_date ?? null
  }
  return {
    ...scene,
    scan: () => client.ads.scan_tracking({ app_id }),
    write: (path, content) => client.source.write_file({ app_id, path }, { content }),
    async publishTags() {
      await platform.ensureGoals(customer_id, standardGoals('Shop'))
      app.clock.move(2)
      const read = await platform.accountTag(customer_id)
      if (read.outcome !== 'done' || read.value === null) throw new Error('The account has no tag')
      return read.value
    },
    async callFor(type) {
      const actions = await client.conversions.list_actions({ app_id })
      const { conversion_id, label } = actions.find((one) => one.conversion_type === type) ?? {}
      return `gtag('event', 'conversion', { send_to: '${conversion_id}/${label}' })`
    },
    verifiedDate,
    isVerified: async () => (await verifiedDate()) !== null,
  }
}

/** A server whose apps have code, and before each test a scene whose tags are published. */
export function useTracking() {
  const folder = useFolder()
  const app = useApp({ data_dir: folder, rate_limits: 'off', role: 'api' })
  const { owner, viewer, stranger } = useTeam(app)
  const scene = useMade(async () => {
    const made = await trackingScene(app, owner)
    return { ...made, tag: await made.publishTags() }
  }, beforeEach)
  return {
    ...{ folder, app, owner, viewer, stranger, scene },
    scan: () => scene.scan(),
    write: (path: string, content: string) => scene.write(path, content),
    basePage: (id = scene.tag) => taggedPage(id),
    isVerified: () => scene.isVerified(),
  }
}

/** A page with the base tag of this id. */
export function taggedPage(id: string): string {
  return `<head><script async src="https://www.googletagmanager.com/gtag/js?id=${id}"></script>
<script>gtag('config', '${id}')</script></head>`
}

/** Runs what is due now, and what that puts off by some seconds. */
export async function settleJobs({ atrium: { jobs }, clock }: TestApp): Promise<void> {
  await jobs.drain()
  clock.move(11)
  await jobs.drain()
}
