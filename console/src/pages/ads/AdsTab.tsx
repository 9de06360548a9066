import { type LoaderFunctionArgs, useLocation, useParams } from 'react-router'
import { adsQueries } from '../../ads-queries.ts'
import { loadForEditors } from '../../editors-only.ts'
import { EditorsOnly } from '../../layout/EditorsOnly.tsx'
import { PartPages } from '../../layout/PartPages.tsx'
import { StandIn } from '../../layout/StandIn.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { words } from './words.ts'

/** Every page shows amounts, which need the account's currency. */
export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return loadForEditors(request, app_id, adsQueries.readiness(app_id), adsQueries.account(app_id))
}

export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const { pathname } = useLocation()
  const ads = paths.ads(workspaceId, app_id)
  const pages = [
    { to: ads, label: words.overview },
    {
      to: paths.adCampaigns(workspaceId, app_id),
      also: paths.adLaunch(workspaceId, app_id),
      label: words.campaigns,
    },
    { to: paths.searchTerms(workspaceId, app_id), label: words.searchTerms },
    { to: paths.adAssets(workspaceId, app_id), label: words.assets },
    { to: paths.tracking(workspaceId, app_id), label: words.tracking },
  ]
  const isBelow = (to: string | undefined) =>
    to !== undefined && (pathname === to || (to !== ads && pathname.startsWith(`${to}/`)))
  return (
    <PartPages
      label={words.advertising}
      pages={pages.map(({ to, also, label }) => ({ to, label, isCurrent: isBelow(to) || isBelow(also) }))}
    >
      <StandIn of="advertising" className="border-b border-line px-5 py-2.5 sm:px-8" />
    </PartPages>
  )
}

export function ErrorBoundary() {
  return <EditorsOnly>{words.advertisingSpendsMoneySo}</EditorsOnly>
}
