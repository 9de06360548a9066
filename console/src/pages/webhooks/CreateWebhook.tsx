import { useState } from 'react'
import { useAct } from '../../act.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf, textOrNull } from '../../form/form-values.ts'
import type { WebhookOwner } from '../../paths.ts'
import { Switch } from '../../ui/Switch.tsx'
import { webhooksOf } from '../../webhooks-of.ts'
import { WebhookFields } from './WebhookFields.tsx'
import { WebhookSecret } from './WebhookSecret.tsx'
import { entityNamesIn } from './webhook-words.ts'
import { words } from './words.ts'

export function CreateWebhook({ owner, onClose }: { owner: WebhookOwner; onClose: () => void }) {
  const [events, setEvents] = useState<string[]>(
    owner.kind === 'agent' ? ['message.completed'] : ['entity.created', 'entity.updated', 'entity.deleted'],
  )
  const [isSigned, setSigned] = useState(true)
  const create = useAct({
    run: (values: FormData) =>
      webhooksOf(owner).create({
        target_url: textOf(values, 'target_url'),
        description: textOrNull(values, 'description'),
        events,
        entity_names: entityNamesIn(textOf(values, 'entity_names')),
        generate_secret: isSigned,
      }),
    touches: ['webhooks'],
    done: () => words.webhookCreated,
    failure: 'inline',
  })

  // The secret exists only in this answer: once it is here, the dialog shows nothing else.
  if (create.data?.secret) return <WebhookSecret secret={create.data.secret} onClose={onClose} />
  return (
    <FormDialog
      title={words.newWebhook}
      submitLabel={words.createWebhook}
      onClose={onClose}
      act={create}
      disabledReason={events.length === 0 ? words.chooseAtLeastOne : undefined}
      onSubmit={(values) =>
        create.mutate(values, { onSuccess: ({ secret }) => (secret ? undefined : onClose()) })
      }
    >
      <WebhookFields owner={owner} events={events} onEvents={setEvents} />
      <Switch
        label={words.signDeliveries}
        hint={words.aSecretIsMade}
        isSelected={isSigned}
        onChange={setSigned}
      />
    </FormDialog>
  )
}
