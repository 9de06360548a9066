import type { LucideIcon } from 'lucide-react'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { withoutRows } from '../../at-once.ts'
import { fill } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { words } from './words.ts'

interface RestoreButtonProps {
  appId: string
  fingerprint: string
  title: string
  icon?: LucideIcon
  size?: 'sm' | 'md'
}

/** An ignored finding shows again; nothing is lost by it, so nothing is asked. */
export function RestoreButton({ appId, fingerprint, title, ...look }: RestoreButtonProps) {
  const restore = useAct({
    run: () => client.findings.restore({ app_id: appId, fingerprint }),
    touches: ['scans'],
    atOnce: {
      within: ['scans', appId, 'ignored'],
      change: (data) => withoutRows(data, (row) => row.fingerprint === fingerprint),
    },
    done: () => words.theFindingShowsAgain,
    failure: toastFailure,
  })
  return (
    <Button
      {...look}
      aria-label={fill(words.restoreTitle, { title })}
      isPending={restore.isPending}
      onPress={() => restore.mutate()}
    >
      {words.restore}
    </Button>
  )
}
