import { Notice } from '../../ui/Notice.tsx'
import { Time } from '../../ui/Time.tsx'
import type { UnsettledLaunch } from './use-unsettled-launches.ts'

/** Launches of which nobody knows yet whether they happened; nothing while there are none. */
export function UnsettledLaunches({ launches }: { launches: readonly UnsettledLaunch[] }) {
  if (launches.length === 0) return null
  return (
    <Notice tone="caution" title="What became of a launch is not known yet">
      <p>
        It was sent to the ad platform, and the answer is lost. The campaign may exist. Do not launch it
        again: Atrium asks until it is known, and it appears below by itself if it was created.
      </p>
      <ul className="mt-1.5 space-y-0.5">
        {launches.map(({ id, campaign_name, created_date }) => (
          <li key={id} className="break-words">
            <span className="font-medium">{campaign_name}</span>, sent <Time at={created_date} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}
