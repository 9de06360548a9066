import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useAdsApp } from './use-ads-app.ts'

/** Why a campaign that nobody paused does not run. */
export function TrackingPending() {
  const { appId, workspaceId } = useAdsApp()
  return (
    <Notice title="Waiting for conversion tracking">
      Campaigns start by themselves as soon as the app tells the ad platform what visitors do.{' '}
      <Link to={paths.tracking(workspaceId, appId)} className="font-medium text-accent hover:underline">
        Set up tracking
      </Link>
    </Notice>
  )
}
