import type { ReactNode } from 'react'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { PageTabs } from '../../layout/PageTabs.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canAdminister } from '../../permissions.ts'

/** The heading and tabs of what a workspace adds to the services that its apps connect to. */
export function OwnConnectorsHeader({ actions }: { actions?: ReactNode }) {
  const { id, user_role } = useWorkspace()
  const tabs = [
    { to: paths.ownConnectors(id), label: 'Own connectors' },
    ...(canAdminister(user_role) ? [{ to: paths.clientIds(id), label: 'Client ids' }] : []),
  ]
  return (
    <>
      <PageHeader
        title="Connectors"
        description="What this workspace adds to the services that its apps can be connected to."
        actions={actions}
      />
      <PageTabs label="Parts of connectors" tabs={tabs} />
    </>
  )
}
