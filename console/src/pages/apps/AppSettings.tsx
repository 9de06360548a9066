import type { App } from '@atrium/sdk'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { useUnsavedWork } from '../../form/unsaved-work.ts'
import { useFieldErrors } from '../../form/use-field-errors.ts'
import { fill } from '../../language/fill.ts'
import { canEditApp, NEEDS_APP_EDITOR } from '../../permissions.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { VISIBILITY } from './app-words.ts'
import { words } from './words.ts'

type Settings = Pick<
  App,
  'name' | 'user_description' | 'published_url' | 'public_settings' | 'hide_authorship'
>

const VISIBILITIES = Object.entries(VISIBILITY).map(([id, words]) => ({ id, ...words }))

export function AppSettings({ app }: { app: App }) {
  const [edited, setEdited] = useState<Partial<Settings>>({})
  const shown = { ...app, ...edited }
  const changes = changesOf(app, edited)
  const isUnchanged = Object.keys(changes).length === 0
  useUnsavedWork(() => !isUnchanged)
  const save = useAct({
    run: () => client.apps.update({ app_id: app.id }, changes),
    touches: ['apps', 'agents'],
    done: ({ name }) => fill(words.nameSaved, { name }),
    failure: 'inline',
  })
  const change = (fields: Partial<Settings>) => setEdited({ ...edited, ...fields })
  const isLocked = !canEditApp(app)
  const fieldErrors = useFieldErrors(save.error)

  return (
    <Form
      className="space-y-5"
      validationErrors={fieldErrors}
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending && !isUnchanged) save.mutate(undefined, { onSuccess: () => setEdited({}) })
      }}
    >
      <FormFailure error={save.error} />
      <TextField
        label={words.name}
        name="name"
        value={shown.name}
        onChange={(name) => change({ name })}
        maxLength={200}
        isRequired
        isReadOnly={isLocked}
      />
      <TextField
        label={words.description}
        name="user_description"
        rows={3}
        value={shown.user_description ?? ''}
        onChange={(text) => change({ user_description: text || null })}
        maxLength={10_000}
        isReadOnly={isLocked}
        optional
      />
      <TextField
        label={words.publishedAddress}
        name="published_url"
        type="url"
        placeholder="https://orders.example.com"
        hint={words.startsWithHttpsOr}
        value={shown.published_url ?? ''}
        onChange={(text) => change({ published_url: text.trim() || null })}
        isReadOnly={isLocked}
        optional
      />
      <Select
        label={words.whoMayOpenIt}
        name="public_settings"
        options={VISIBILITIES}
        value={shown.public_settings}
        onChange={(id) =>
          change({ public_settings: VISIBILITY_IDS.find((known) => known === id) ?? shown.public_settings })
        }
        isDisabled={isLocked}
        hint={VISIBILITY[shown.public_settings].description}
      />
      <Switch
        label={words.hideWhoMadeIt}
        hint={words.thePublishedAppDoes}
        isSelected={shown.hide_authorship}
        onChange={(hide_authorship) => change({ hide_authorship })}
        isDisabled={isLocked}
      />
      <div className="flex gap-2 pt-1">
        <Button
          type="submit"
          look="primary"
          isPending={save.isPending}
          disabledReason={isLocked ? NEEDS_APP_EDITOR : isUnchanged ? words.nothingWasChanged : undefined}
        >
          {words.saveChanges}
        </Button>
        {!isUnchanged && (
          <Button look="quiet" onPress={() => setEdited({})}>
            {words.discard}
          </Button>
        )}
      </div>
    </Form>
  )
}

const VISIBILITY_IDS = Object.keys(VISIBILITY) as App['public_settings'][]
const FIELDS = [
  'name',
  'user_description',
  'published_url',
  'public_settings',
  'hide_authorship',
] as const satisfies (keyof Settings)[]

/** Only what differs is sent, so that two people editing different fields do not undo each other. */
function changesOf(app: App, edited: Partial<Settings>): Partial<Settings> {
  const differing = FIELDS.filter((name) => name in edited && edited[name] !== app[name])
  return Object.fromEntries(differing.map((name) => [name, edited[name]]))
}
