/** Whatever is ignored and restored in two apps at once, each has what its own people did, and the audit log agrees. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRuns } from '../../../../test/random-runs.ts'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const app = useSharedApp()
const { owner, editor } = useTeam(app)

const Fingerprint = fc.constantFrom('a', 'b', 'c/d', 'é')
const Reason = fc.constantFrom('wont_fix' as const, 'accepted_risk' as const, null)
const Step = fc.record({
  what: fc.constantFrom('ignore', 'ignore', 'restore'),
  fingerprint: Fingerprint,
  reason: Reason,
})
type Step = typeof Step extends fc.Arbitrary<infer S> ? S : never

async function take(app_id: string, who: typeof owner, { what, fingerprint, reason }: Step) {
  const { findings } = app.as(who)
  if (what === 'restore') return findings.restore({ app_id, fingerprint })
  return findings.ignore({ app_id }, { fingerprint, finding_type: 'rls', reason })
}

const ignored = async (app_id: string) => (await app.as(owner).findings.list_ignored({ app_id })).items
const newApps = () => Promise.all([app.make.app(owner), app.make.app(owner)])

test('one after the other in each app, both apps at once', async () => {
  const Steps = fc.array(Step, { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(Steps, Steps, async (left, right) => {
      const apps = await newApps()
      const runs = apps.map(async ({ id }, at) => {
        const expected = new Map<string, string | null>()
        for (const step of [left, right][at] ?? []) {
          await take(id, at === 0 ? owner : editor, step)
          if (step.what === 'restore') expected.delete(step.fingerprint)
          else expected.set(step.fingerprint, step.reason)
        }
        const seen = (await ignored(id)).map(({ fingerprint, reason }) => [fingerprint, reason] as const)
        expect(new Map(seen)).toEqual(expected)
      })
      await Promise.all(runs)
    }),
    { numRuns: randomRuns(4) },
  )
})

test('all at once: what is there was ignored once more often than restored', { tags: 'slow' }, async () => {
  const Steps = fc.array(Step, { minLength: 6, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(Steps, async (steps) => {
      const apps = await newApps()
      await Promise.all(
        steps.flatMap((step, n) =>
          apps.map(({ id }) => take(id, n % 2 === 0 ? owner : editor, { ...step, reason: null })),
        ),
      )
      for (const { id: app_id } of apps) {
        const here = new Set((await ignored(app_id)).map(({ fingerprint }) => fingerprint))
        const { items } = await app.as(owner).audit.list({ app_id, limit: 100 })
        for (const { fingerprint } of steps) {
          const count = (action: string) =>
            items.filter((item) => item.action === action && item.target_id === fingerprint).length
          const more = count('findings.ignore') - count('findings.restore')
          expect([fingerprint, more]).toEqual([fingerprint, here.has(fingerprint) ? 1 : 0])
        }
      }
    }),
    { numRuns: randomRuns(4) },
  )
})
