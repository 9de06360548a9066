import type { WebhookOwner } from '../../paths.ts'
import { CheckboxList } from '../../ui/CheckboxList.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { WebhookDraft } from '../../webhooks-of.ts'
import { eventOptions } from './webhook-words.ts'
import { words } from './words.ts'

interface WebhookFieldsProps {
  owner: WebhookOwner
  /** What they hold at first. */
  initial?: WebhookDraft
  events: string[]
  onEvents: (events: string[]) => void
}

/** The fields that making and editing a webhook share. */
export function WebhookFields({ owner: { kind }, initial, events, onEvents }: WebhookFieldsProps) {
  return (
    <>
      <TextField
        label={words.address}
        name="target_url"
        type="url"
        placeholder="https://hooks.example.com/atrium"
        hint={words.aPublicAddressThat}
        defaultValue={initial?.target_url ?? ''}
        maxLength={2048}
        isRequired
        autoFocus
      />
      <CheckboxList label={words.events} options={eventOptions(kind)} value={events} onChange={onEvents} />
      {kind === 'app' && (
        <TextField
          label={words.onlyTheseEntities}
          name="entity_names"
          placeholder={words.orderCustomer}
          hint={words.separatedByCommasLeft}
          defaultValue={initial?.entity_names?.join(', ') ?? ''}
          optional
        />
      )}
      <TextField
        label={words.description}
        name="description"
        hint={words.whatReceivesItSo}
        defaultValue={initial?.description ?? ''}
        maxLength={500}
        optional
      />
    </>
  )
}
