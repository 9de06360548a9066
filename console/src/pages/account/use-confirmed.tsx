/** Some changes ask for a recent proof of who one is: it is asked for when it is missing, and the change goes on. */
import { ApiError } from '@atrium/sdk'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { ConfirmIdentity } from './ConfirmIdentity.tsx'

type Confirmed = <Result>(run: () => Promise<Result>) => Promise<Result>

const ConfirmedContext = createContext<Confirmed>((run) => run())

/** Runs it; where the server asks for a proof, runs it again after that. */
export const useConfirmed = () => useContext(ConfirmedContext)

interface ConfirmedProviderProps {
  email: string
  hasPasskey: boolean
  children: ReactNode
}

export function ConfirmedProvider({ email, hasPasskey, children }: ConfirmedProviderProps) {
  const [asking, setAsking] = useState<{ settle: (isConfirmed: boolean) => void } | null>(null)
  const confirmed: Confirmed = async (run) => {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'recent_sign_in_required')) throw error
      const { promise, resolve } = Promise.withResolvers<boolean>()
      setAsking({ settle: resolve })
      const isConfirmed = await promise
      setAsking(null)
      if (!isConfirmed) throw error
      return run()
    }
  }
  return (
    <ConfirmedContext value={confirmed}>
      {children}
      {asking && (
        <ConfirmIdentity
          email={email}
          hasPasskey={hasPasskey}
          onConfirmed={() => asking.settle(true)}
          onClose={() => asking.settle(false)}
        />
      )}
    </ConfirmedContext>
  )
}
