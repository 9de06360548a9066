import { Panel } from '../../ui/Panel.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { TriggerFields } from './TriggerFields.tsx'
import { describeTrigger } from './trigger-words.ts'
import { WebhookAddress } from './WebhookAddress.tsx'
import { words } from './words.ts'
import { useDraft } from './workflow-draft.ts'

/** What starts a workflow, and what it is called. */
export function Component() {
  const draft = useDraft()
  const { name, description, trigger, saved, canEdit, appId } = draft
  return (
    <>
      <Panel title={words.trigger} description={words.whatStartsARun}>
        <div className="space-y-5">
          {canEdit ? (
            <TriggerFields
              appId={appId}
              trigger={trigger}
              onChange={(next) => draft.change({ trigger: next })}
            />
          ) : (
            <p>{describeTrigger(trigger)}</p>
          )}
          {trigger.type === 'webhook' && canEdit && <WebhookAddress url={saved.webhook_url} />}
        </div>
      </Panel>
      <Panel title={words.name} description={words.howTheWorkflowIs}>
        {canEdit ? (
          <div className="space-y-5">
            <TextField
              label={words.name}
              isRequired
              maxLength={120}
              value={name}
              onChange={(text) => draft.change({ name: text })}
            />
            <TextField
              label={words.description}
              optional
              rows={3}
              maxLength={1000}
              value={description}
              onChange={(text) => draft.change({ description: text })}
            />
          </div>
        ) : (
          <>
            <p className="font-medium">{name}</p>
            <p className="text-ink-2">{description || words.noDescription}</p>
          </>
        )}
      </Panel>
    </>
  )
}
