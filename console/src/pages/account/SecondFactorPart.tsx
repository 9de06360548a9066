import type { Account } from '@atrium/sdk'
import { useState } from 'react'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fillWith } from '../../language/fill.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUpTotp } from './SetUpTotp.tsx'
import { useConfirmed } from './use-confirmed.tsx'
import { words } from './words.ts'

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
    done: () => words.authenticatorAppRemoved,
  })
  const renew = useAct({
    run: () => confirmed(() => client.account.generate_recovery_codes()),
    touches: ['account'],
    failure: toastFailure,
  })
  const close = () => setOpen(null)
  return (
    <Panel title={words.secondFactor} description={words.withOneAStolen}>
      <div className="space-y-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="flex items-center gap-2">
            {words.authenticatorApp}{' '}
            {has_totp ? <Badge tone="accent">{words.on}</Badge> : <Badge>{words.off}</Badge>}
          </p>
          {has_totp ? (
            <Button look="danger-quiet" onPress={() => setOpen('remove')}>
              {words.removeApp}
            </Button>
          ) : (
            <Button isPending={start.isPending} onPress={() => start.mutate()}>
              {words.setUpApp}
            </Button>
          )}
        </div>
        {(has_totp || passkeys > 0) && (
          <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
            <p>
              {fillWith(words.recoveryCodesLeftLeft, {
                left,
                it: left < 4 && <span className="block text-sm text-caution">{words.getNewOnesBefore}</span>,
              })}
            </p>
            <Button onPress={() => setOpen('renew')}>{words.newCodes}</Button>
          </div>
        )}
      </div>
      {start.data && <SetUpTotp setup={start.data} onClose={() => start.reset()} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={words.removeTheAuthenticatorApp}
          confirmLabel={words.removeIt}
          act={remove}
          onClose={close}
          onConfirm={() => remove.mutate(undefined, { onSettled: close })}
        >
          {passkeys > 0 ? words.yourPasskeysStayAnd : words.yourPasswordAloneWill}
        </ConfirmDialog>
      )}
      {open === 'renew' && (
        <ConfirmDialog
          title={words.getNewRecoveryCodes}
          confirmLabel={words.getNewCodes}
          look="primary"
          act={renew}
          onClose={close}
          onConfirm={() => renew.mutate(undefined, { onSettled: close })}
        >
          {words.theCodesThatYou}
        </ConfirmDialog>
      )}
      {renew.data && <RecoveryCodes codes={renew.data.recovery_codes} onClose={() => renew.reset()} />}
    </Panel>
  )
}
