/** What is asked before a webhook loses something. */
import { toastFailure, useAct } from '../../act.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import type { WebhookOwner } from '../../paths.ts'
import { type AnyWebhook, type WebhookChanges, webhooksOf } from '../../webhooks-of.ts'
import { WebhookSecret } from './WebhookSecret.tsx'

interface WebhookDialogProps {
  owner: WebhookOwner
  webhook: AnyWebhook
  onClose: () => void
}

export function TurnOff({ owner, webhook, onClose }: WebhookDialogProps) {
  const turnOff = useChange(owner, webhook, { enabled: false }, 'Webhook turned off')
  return (
    <ConfirmDialog
      title="Turn this webhook off?"
      confirmLabel="Turn off"
      act={turnOff}
      onClose={onClose}
      onConfirm={() => turnOff.mutate(undefined, { onSettled: onClose })}
    >
      Deliveries that wait are canceled. Events that happen while it is off are not sent later.
    </ConfirmDialog>
  )
}

export function RotateSecret({ owner, webhook, onClose }: WebhookDialogProps) {
  const rotate = useChange(owner, webhook, { signing: 'rotate' })
  if (rotate.data?.secret) return <WebhookSecret secret={rotate.data.secret} onClose={onClose} />
  return (
    <ConfirmDialog
      title={webhook.has_secret ? 'Make a new secret?' : 'Sign deliveries?'}
      confirmLabel={webhook.has_secret ? 'Rotate secret' : 'Make a secret'}
      act={rotate}
      onClose={onClose}
      onConfirm={() => rotate.mutate()}
    >
      {webhook.has_secret
        ? 'For 24 hours the webhook-signature header carries signatures by both secrets, so that the receiver can change over. The x-service-signature header changes at once.'
        : 'A secret is made and shown once. From then on every delivery is signed with it.'}
    </ConfirmDialog>
  )
}

export function StopSigning({ owner, webhook, onClose }: WebhookDialogProps) {
  const stop = useChange(owner, webhook, { signing: 'disable' }, 'Deliveries are no longer signed')
  return (
    <ConfirmDialog
      title="Stop signing deliveries?"
      confirmLabel="Stop signing"
      act={stop}
      onClose={onClose}
      onConfirm={() => stop.mutate(undefined, { onSettled: onClose })}
    >
      The secret is forgotten. A receiver that checks signatures will refuse deliveries, and one that does not
      cannot tell them from forged ones.
    </ConfirmDialog>
  )
}

export function DeleteWebhook({ owner, webhook, onClose }: WebhookDialogProps) {
  const remove = useAct({
    run: () => webhooksOf(owner).delete(webhook.id),
    touches: ['webhooks'],
    done: () => 'Webhook deleted',
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title="Delete this webhook?"
      confirmLabel="Delete webhook"
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      <span className="font-mono text-sm break-all">{webhook.target_url}</span> receives nothing more. What
      still waits is not sent, and the delivery log goes with it.
    </ConfirmDialog>
  )
}

function useChange(owner: WebhookOwner, webhook: AnyWebhook, changes: WebhookChanges, done?: string) {
  return useAct({
    run: () => webhooksOf(owner).update(webhook.id, changes),
    touches: ['webhooks', 'deliveries'],
    ...(done && { done: () => done }),
    failure: toastFailure,
  })
}
