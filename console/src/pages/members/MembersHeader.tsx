import type { ReactNode } from 'react'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { PageTabs } from '../../layout/PageTabs.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canAdminister } from '../../permissions.ts'

/** The heading and tabs of all that is about the people of a workspace. */
export function MembersHeader({ actions }: { actions?: ReactNode }) {
  const { id, user_role } = useWorkspace()
  const tabs = [
    { to: paths.members(id), label: 'Directory' },
    { to: paths.credits(id), label: 'Credits' },
    ...(canAdminister(user_role) ? [{ to: paths.mail(id), label: 'Mail outbox' }] : []),
  ]
  return (
    <>
      <PageHeader
        title="Members"
        description="Everyone in this workspace, and those who were invited."
        actions={actions}
      />
      <PageTabs label="Parts of members" tabs={tabs} />
    </>
  )
}
