import type { AttentionSettings } from '@atrium/sdk'
import { Bell } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { toastFailure, useRequest } from '../../act.ts'
import { queryClient } from '../../api.ts'
import { homeQueries } from '../../home-queries.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { PlainButton } from '../../ui/PlainButton.tsx'
import { words } from './words.ts'

const load = () => import('./NotifyMe.tsx')
const NotifyMe = lazy(async () => ({ default: (await load()).NotifyMe }))

/** Opens the choice of what one is sent. Its code and what was chosen are read when it is first wanted. */
export function NotifyButton() {
  const { id: workspaceId } = useWorkspace()
  const [settings, setSettings] = useState<AttentionSettings | null>(null)
  const read = useRequest({
    run: async () => {
      const [chosen] = await Promise.all([
        queryClient.fetchQuery({ ...homeQueries.attentionSettings(workspaceId), staleTime: 0 }),
        load(),
      ])
      return chosen
    },
    onSuccess: setSettings,
    failure: toastFailure,
  })
  return (
    <>
      <PlainButton
        size="sm"
        look="quiet"
        icon={Bell}
        isPending={read.isPending}
        aria-haspopup="dialog"
        onClick={() => read.mutate()}
      >
        {words.notifyMe}
      </PlainButton>
      {settings && (
        <Suspense fallback={null}>
          <NotifyMe settings={settings} onClose={() => setSettings(null)} />
        </Suspense>
      )}
    </>
  )
}
