import { Link } from 'react-router'
import { fillWith } from '../../language/fill.ts'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useAdsApp } from './use-ads-app.ts'
import { words } from './words.ts'

/** Why a campaign that nobody paused does not run. */
export function TrackingPending() {
  const { appId, workspaceId } = useAdsApp()
  return (
    <Notice title={words.waitingForConversionTracking}>
      {fillWith(words.campaignsStartByThemselves, {
        link: (
          <Link to={paths.tracking(workspaceId, appId)} className="font-medium text-accent hover:underline">
            {words.setUpTracking}
          </Link>
        ),
      })}
    </Notice>
  )
}
