import type { WebhookOwner } from '../../paths.ts'
import { CheckboxList } from '../../ui/CheckboxList.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { WebhookDraft } from '../../webhooks-of.ts'
import { eventOptions } from './webhook-words.ts'

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
        label="Address"
        name="target_url"
        type="url"
        placeholder="https://hooks.example.com/atrium"
        hint="A public address that starts with https://"
        defaultValue={initial?.target_url ?? ''}
        maxLength={2048}
        isRequired
        autoFocus
      />
      <CheckboxList label="Events" options={eventOptions(kind)} value={events} onChange={onEvents} />
      {kind === 'app' && (
        <TextField
          label="Only these entities"
          name="entity_names"
          placeholder="Order, Customer"
          hint="Separated by commas; left empty, changes of every entity are sent."
          defaultValue={initial?.entity_names?.join(', ') ?? ''}
          optional
        />
      )}
      <TextField
        label="Description"
        name="description"
        hint="What receives it, so that you know it again."
        defaultValue={initial?.description ?? ''}
        maxLength={500}
        optional
      />
    </>
  )
}
