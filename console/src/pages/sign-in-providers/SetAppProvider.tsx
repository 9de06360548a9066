import { useState } from 'react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import type { AppProvider } from '../../sign-in-queries.ts'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { CallbackAddress } from './CallbackAddress.tsx'
import { ClientFields, clientIn } from './ClientFields.tsx'
import { IssuerField } from './IssuerField.tsx'
import { words } from './words.ts'

type Kind = AppProvider['kind']

const KINDS: readonly { id: Kind; label: string; description?: string }[] = [
  { id: 'google', label: words.google },
  { id: 'github', label: words.gitHub, description: words.alsoAGitHubEnterprise },
  { id: 'openid', label: words.anotherProvider, description: words.anyThatSpeaksOpenID },
]

interface SetAppProviderProps {
  appId: string
  /** An address of the installation, as providers know it. */
  base: string
  /** The one to change; without it another is added. */
  saved?: AppProvider
  /** Ids that are taken. */
  taken: readonly string[]
  onClose: () => void
}

export function SetAppProvider({ appId, base, saved, taken, onClose }: SetAppProviderProps) {
  const kinds = KINDS.filter(({ id }) => !taken.includes(id))
  const [kind, setKind] = useState<Kind>(saved?.kind ?? kinds[0]?.id ?? 'openid')
  const [ownId, setOwnId] = useState('')
  const [is_enabled, setEnabled] = useState(saved?.is_enabled ?? true)
  const id = saved?.id ?? (kind === 'openid' ? ownId.trim() : kind)
  const set = useAct({
    run: (values: FormData) => {
      const name = textOf(values, 'name')
      const issuer = textOf(values, 'issuer')
      return client.app_providers.set(
        { app_id: appId, provider: id },
        { ...clientIn(values), ...(name && { name }), ...(issuer && { issuer }), is_enabled },
      )
    },
    touches: ['app_providers'],
    done: ({ name }) => fill(words.nameSaved, { name }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={saved ? fill(words.changeName, { name: saved.name }) : words.addASignIn}
      submitLabel={words.saveProvider}
      act={set}
      isChanged={() => is_enabled !== (saved?.is_enabled ?? true)}
      onClose={onClose}
      onSubmit={(values) => set.mutate(values, { onSuccess: onClose })}
    >
      {!saved && (
        <Select
          label={words.provider}
          options={kinds}
          value={kind}
          onChange={(chosen) => setKind(KINDS.find((each) => each.id === chosen)?.id ?? 'openid')}
        />
      )}
      {!saved && kind === 'openid' && (
        <TextField
          label={words.id}
          value={ownId}
          onChange={setOwnId}
          maxLength={40}
          hint={words.aPartOfThe}
          autoComplete="off"
          spellCheck="false"
          validate={(typed) => whyNoId(typed.trim(), taken)}
          isRequired
        />
      )}
      {id !== '' && (
        <CallbackAddress address={saved?.redirect_uri ?? callbackAt(base, appId, id)} of="the new client" />
      )}
      {kind !== 'google' && (
        <TextField
          label={words.name}
          name="name"
          defaultValue={saved?.name ?? ''}
          maxLength={60}
          hint={words.whatPeopleReadOn}
          optional
        />
      )}
      {kind === 'openid' && <IssuerField saved={saved?.issuer} hint={words.theAddressByWhich} />}
      {kind === 'github' && (
        <IssuerField
          label={words.addressOfYourGitHub}
          saved={saved?.issuer}
          hint={words.leaveItEmptyFor}
          optional
        />
      )}
      <ClientFields saved={saved ?? null} />
      <Switch
        label={words.peopleCanSignIn}
        hint={words.turnedOffItIs}
        isSelected={is_enabled}
        onChange={setEnabled}
      />
    </FormDialog>
  )
}

function callbackAt(base: string, appId: string, id: string): string {
  return new URL(`/api/apps/${encodeURIComponent(appId)}/auth/${encodeURIComponent(id)}/callback`, base).href
}

function whyNoId(id: string, taken: readonly string[]): string | null {
  if (taken.includes(id)) return words.thereIsOneWith
  if (id === 'google' || id === 'github') return words.chooseItAsThe
  return id === '' || /^[a-z][a-z0-9-]*$/.test(id) ? null : words.smallLettersDigitsAnd
}
