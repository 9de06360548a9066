import { fillWith } from '../../../language/fill.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { Time } from '../../../ui/Time.tsx'
import type { UnsettledLaunch } from './use-unsettled-launches.ts'
import { words } from './words.ts'

/** Launches of which nobody knows yet whether they happened; nothing while there are none. */
export function UnsettledLaunches({ launches }: { launches: readonly UnsettledLaunch[] }) {
  if (launches.length === 0) return null
  return (
    <Notice tone="caution" title={words.whatBecameOfA}>
      <p>{words.itWasSentTo}</p>
      <ul className="mt-1.5 space-y-0.5">
        {launches.map(({ id, campaign_name, created_date }) => (
          <li key={id} className="break-words">
            {fillWith(words.spanSentTime, {
              span: <span className="font-medium">{campaign_name}</span>,
              time: <Time at={created_date} />,
            })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
