import type { Account } from '@atrium/sdk'
import { useState } from 'react'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUpTotp } from './SetUpTotp.tsx'
import { useConfirmed } from './use-confirmed.tsx'

export function SecondFactorPart({ account }: { account: Account }) {
  const confirmed = useConfirmed()
  const [open, setOpen] = useState<'remove' | 'renew' | null>(null)
  const { has_totp, passkeys, recovery_codes_left: left } = account
  const start = useAct({
    run: () => confirmed(() => client.account.start_totp()),
    touches: [],
    failure: toastFailure,
  })
  const remove = useAct({
    run: () => confirmed(() => client.account.remove_totp()),
    touches: ['account'],
    failure: toastFailure,
    done: () => 'Authenticator app removed',
  })
  const renew = useAct({
    run: () => confirmed(() => client.account.generate_recovery_codes()),
    touches: ['account'],
    failure: toastFailure,
  })
  const close = () => setOpen(null)
  return (
    <Panel
      title="Second factor"
      description="With one, a stolen password is not enough to sign in. A passkey counts as one too."
    >
      <div className="space-y-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="flex items-center gap-2">
            Authenticator app {has_totp ? <Badge tone="accent">On</Badge> : <Badge>Off</Badge>}
          </p>
          {has_totp ? (
            <Button look="danger-quiet" onPress={() => setOpen('remove')}>
              Remove app
            </Button>
          ) : (
            <Button isPending={start.isPending} onPress={() => start.mutate()}>
              Set up app
            </Button>
          )}
        </div>
        {(has_totp || passkeys > 0) && (
          <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
            <p>
              Recovery codes: {left} left
              {left < 4 && (
                <span className="block text-sm text-caution">Get new ones before they run out.</span>
              )}
            </p>
            <Button onPress={() => setOpen('renew')}>New codes</Button>
          </div>
        )}
      </div>
      {start.data && <SetUpTotp setup={start.data} onClose={() => start.reset()} />}
      {open === 'remove' && (
        <ConfirmDialog
          title="Remove the authenticator app?"
          confirmLabel="Remove it"
          act={remove}
          onClose={close}
          onConfirm={() => remove.mutate(undefined, { onSettled: close })}
        >
          {passkeys > 0
            ? 'Your passkeys stay, and so do the recovery codes.'
            : 'Your password alone will be enough to sign in again, and the recovery codes stop.'}
        </ConfirmDialog>
      )}
      {open === 'renew' && (
        <ConfirmDialog
          title="Get new recovery codes?"
          confirmLabel="Get new codes"
          look="primary"
          act={renew}
          onClose={close}
          onConfirm={() => renew.mutate(undefined, { onSettled: close })}
        >
          The codes that you have now stop working.
        </ConfirmDialog>
      )}
      {renew.data && <RecoveryCodes codes={renew.data.recovery_codes} onClose={() => renew.reset()} />}
    </Panel>
  )
}
