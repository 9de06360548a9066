import type { Passkey } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { accountQueries } from '../../account-queries.ts'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { createPasskey } from '../../passkey.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Time } from '../../ui/Time.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { useConfirmed } from './use-confirmed.tsx'
import { words } from './words.ts'

export function PasskeysPart() {
  const { data: passkeys } = useSuspenseQuery(accountQueries.passkeys())
  const [isAdding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  return (
    <Panel title={words.passkeys} description={words.signInWithYour}>
      {passkeys.length > 0 && (
        <ul aria-label={words.passkeys} className="mb-4 divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <li
              key={passkey.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5"
            >
              <div className="min-w-0">
                <p className="truncate font-medium">{passkey.name}</p>
                <p className="text-sm text-ink-3">
                  {fillWith(passkey.last_used_at ? words.addedTimeUsedTime : words.addedTime, {
                    time: <Time at={passkey.created_date} />,
                    used: <Time at={passkey.last_used_at} />,
                  })}
                </p>
              </div>
              <div className="flex gap-1">
                <Button
                  size="sm"
                  look="quiet"
                  aria-label={fill(words.renameName, { name: passkey.name })}
                  onPress={() => setRenaming(passkey)}
                >
                  {words.rename}
                </Button>
                <Button
                  size="sm"
                  look="danger-quiet"
                  aria-label={fill(words.removeName, { name: passkey.name })}
                  onPress={() => setRemoving(passkey)}
                >
                  {words.remove}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Button icon={Plus} onPress={() => setAdding(true)}>
        {words.addPasskey}
      </Button>
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
      {renaming && <RenamePasskey passkey={renaming} onClose={() => setRenaming(null)} />}
      {removing && <RemovePasskey passkey={removing} onClose={() => setRemoving(null)} />}
    </Panel>
  )
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  const confirmed = useConfirmed()
  const add = useAct({
    run: async (values: FormData) => {
      const passkey = await createPasskey(await confirmed(() => client.account.start_passkey()))
      return client.account.add_passkey({ name: textOf(values, 'name'), passkey })
    },
    touches: ['account'],
    failure: 'inline',
    done: ({ passkey }) => fill(words.nameAdded, { name: passkey.name }),
  })
  if (add.data?.recovery_codes) return <RecoveryCodes codes={add.data.recovery_codes} onClose={onClose} />
  return (
    <FormDialog
      title={words.addAPasskey}
      submitLabel={words.goOn}
      width="sm"
      act={add}
      onClose={onClose}
      onSubmit={(values) =>
        add.mutate(values, {
          onSuccess: ({ recovery_codes }) => {
            if (recovery_codes === null) onClose()
          },
        })
      }
    >
      <p className="text-ink-2">{words.yourBrowserAsksNext}</p>
      <TextField
        label={words.name}
        name="name"
        maxLength={100}
        hint={words.theDeviceThatKeeps}
        isRequired
        autoFocus
      />
    </FormDialog>
  )
}

function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useAct({
    run: (values: FormData) =>
      client.account.update_passkey({ passkey_id: passkey.id }, { name: textOf(values, 'name') }),
    touches: ['account'],
    failure: 'inline',
    done: ({ name }) => fill(words.renamedToName, { name }),
  })
  return (
    <FormDialog
      title={fill(words.renameName, { name: passkey.name })}
      submitLabel={words.rename}
      width="sm"
      act={rename}
      onClose={onClose}
      onSubmit={(values) => rename.mutate(values, { onSuccess: onClose })}
    >
      <TextField
        label={words.name}
        name="name"
        defaultValue={passkey.name}
        maxLength={100}
        isRequired
        autoFocus
      />
    </FormDialog>
  )
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const confirmed = useConfirmed()
  const remove = useAct({
    run: () => confirmed(() => client.account.remove_passkey({ passkey_id: passkey.id })),
    touches: ['account'],
    failure: toastFailure,
    done: () => fill(words.nameRemoved, { name: passkey.name }),
  })
  return (
    <ConfirmDialog
      title={fill(words.removeName2, { name: passkey.name })}
      confirmLabel={words.removePasskey}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      {words.itCannotSignYou}
    </ConfirmDialog>
  )
}
