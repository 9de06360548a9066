import type { ReactNode } from 'react'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { PageTabs } from '../../layout/PageTabs.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canAdminister } from '../../permissions.ts'
import { words } from './words.ts'

/** The heading and tabs of all that is about the people of a workspace. */
export function MembersHeader({ actions }: { actions?: ReactNode }) {
  const { id, user_role } = useWorkspace()
  const tabs = [
    { to: paths.members(id), label: words.directory },
    { to: paths.credits(id), label: words.credits },
    ...(canAdminister(user_role) ? [{ to: paths.mail(id), label: words.mailOutbox2 }] : []),
  ]
  return (
    <>
      <PageHeader title={words.members} description={words.everyoneInThisWorkspace} actions={actions} />
      <PageTabs label={words.partsOfMembers} tabs={tabs} />
    </>
  )
}
