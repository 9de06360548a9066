/** What is asked before a webhook loses something. */
import { toastFailure, useAct } from '../../act.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fillWith } from '../../language/fill.ts'
import type { WebhookOwner } from '../../paths.ts'
import { type AnyWebhook, type WebhookChanges, webhooksOf } from '../../webhooks-of.ts'
import { WebhookSecret } from './WebhookSecret.tsx'
import { words } from './words.ts'

interface WebhookDialogProps {
  owner: WebhookOwner
  webhook: AnyWebhook
  onClose: () => void
}

export function TurnOff({ owner, webhook, onClose }: WebhookDialogProps) {
  const turnOff = useChange(owner, webhook, { enabled: false }, words.webhookTurnedOff)
  return (
    <ConfirmDialog
      title={words.turnThisWebhookOff}
      confirmLabel={words.turnOff}
      act={turnOff}
      onClose={onClose}
      onConfirm={() => turnOff.mutate(undefined, { onSettled: onClose })}
    >
      {words.deliveriesThatWaitAre}
    </ConfirmDialog>
  )
}

export function RotateSecret({ owner, webhook, onClose }: WebhookDialogProps) {
  const rotate = useChange(owner, webhook, { signing: 'rotate' })
  if (rotate.data?.secret) return <WebhookSecret secret={rotate.data.secret} onClose={onClose} />
  return (
    <ConfirmDialog
      title={webhook.has_secret ? words.makeANewSecret : words.signDeliveries2}
      confirmLabel={webhook.has_secret ? words.rotateSecret : words.makeASecret}
      act={rotate}
      onClose={onClose}
      onConfirm={() => rotate.mutate()}
    >
      {webhook.has_secret ? words.for24HoursThe : words.aSecretIsMadeAnd}
    </ConfirmDialog>
  )
}

export function StopSigning({ owner, webhook, onClose }: WebhookDialogProps) {
  const stop = useChange(owner, webhook, { signing: 'disable' }, words.deliveriesAreNoLonger)
  return (
    <ConfirmDialog
      title={words.stopSigningDeliveries}
      confirmLabel={words.stopSigning}
      act={stop}
      onClose={onClose}
      onConfirm={() => stop.mutate(undefined, { onSettled: onClose })}
    >
      {words.theSecretIsForgotten}
    </ConfirmDialog>
  )
}

export function DeleteWebhook({ owner, webhook, onClose }: WebhookDialogProps) {
  const remove = useAct({
    run: () => webhooksOf(owner).delete(webhook.id),
    touches: ['webhooks'],
    done: () => words.webhookDeleted,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={words.deleteThisWebhook}
      confirmLabel={words.deleteWebhook}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      {fillWith(words.spanReceivesNothingMore, {
        span: <span className="font-mono text-sm break-all">{webhook.target_url}</span>,
      })}
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
