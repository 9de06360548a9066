import type { ReactNode } from 'react'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { PageTabs } from '../../layout/PageTabs.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canAdminister } from '../../permissions.ts'
import { words } from './words.ts'

/** The heading and tabs of what a workspace adds to the services that its apps connect to. */
export function OwnConnectorsHeader({ actions }: { actions?: ReactNode }) {
  const { id, user_role } = useWorkspace()
  const tabs = [
    { to: paths.ownConnectors(id), label: words.ownConnectors },
    ...(canAdminister(user_role) ? [{ to: paths.clientIds(id), label: words.clientIds2 }] : []),
  ]
  return (
    <>
      <PageHeader title={words.connectors} description={words.whatThisWorkspaceAdds} actions={actions} />
      <PageTabs label={words.partsOfConnectors} tabs={tabs} />
    </>
  )
}
