import { useState } from 'react'
import { useAct } from '../../act.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf, textOrNull } from '../../form/form-values.ts'
import type { WebhookOwner } from '../../paths.ts'
import { type AnyWebhook, webhooksOf } from '../../webhooks-of.ts'
import { WebhookFields } from './WebhookFields.tsx'
import { entityNamesIn } from './webhook-words.ts'
import { words } from './words.ts'

interface EditWebhookProps {
  owner: WebhookOwner
  webhook: AnyWebhook
  onClose: () => void
}

export function EditWebhook({ owner, webhook, onClose }: EditWebhookProps) {
  const [events, setEvents] = useState<string[]>(webhook.events)
  const initial = { ...webhook, entity_names: webhook.entity_names ?? null }
  const save = useAct({
    run: (values: FormData) =>
      webhooksOf(owner).update(webhook.id, {
        target_url: textOf(values, 'target_url'),
        description: textOrNull(values, 'description'),
        events,
        entity_names: entityNamesIn(textOf(values, 'entity_names')),
      }),
    touches: ['webhooks'],
    done: () => words.webhookSaved,
    failure: 'inline',
  })
  return (
    <FormDialog
      title={words.editWebhook}
      submitLabel={words.saveChanges}
      onClose={onClose}
      act={save}
      disabledReason={events.length === 0 ? words.chooseAtLeastOne : undefined}
      onSubmit={(values) => save.mutate(values, { onSuccess: onClose })}
    >
      <WebhookFields owner={owner} initial={initial} events={events} onEvents={setEvents} />
    </FormDialog>
  )
}
