import type { StartedConnection } from '@atrium/sdk'
import { useState } from 'react'
import { refresh } from '../../api.ts'
import { fill } from '../../language/fill.ts'
import { toast } from '../../ui/toasts.tsx'
import { openService } from './open-service.ts'
import { words } from './words.ts'

export interface Waiting {
  connectionId: string | undefined
  url: string
  /** The browser kept the page from opening. */
  isBlocked: boolean
  /** Distinguishes it from one that was started before. */
  startedAt: number
}

/** What comes after a connection was started: it is there at once, a person has to approve it, or somebody else has it. */
export function useApproval(name: string, onClose: () => void) {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const [otherEmail, setOtherEmail] = useState<string | null>(null)
  return {
    waiting,
    /** Of the person whose connection is active. */
    otherEmail,
    async take({ redirect_url, connection_id, ...started }: StartedConnection) {
      if (started.error === 'different_user') {
        setOtherEmail(started.other_user_email ?? words.somebodyElse)
        return
      }
      setOtherEmail(null)
      if (redirect_url !== null) {
        const isBlocked = !openService(redirect_url)
        setWaiting({
          connectionId: connection_id ?? undefined,
          url: redirect_url,
          isBlocked,
          startedAt: Date.now(),
        })
        return
      }
      await refresh('connections', 'connectors', 'audit')
      toast.done(fill(words.nameConnected, { name }))
      onClose()
    },
    goBack: () => setWaiting(null),
    leaveTheirs: () => setOtherEmail(null),
  }
}
