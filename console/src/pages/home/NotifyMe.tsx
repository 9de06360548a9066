import type { AttentionSettings } from '@atrium/sdk'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { queryClient, workspaceClient } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { homeQueries } from '../../home-queries.ts'
import { StandIn } from '../../layout/StandIn.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { LEAST_SEVERITIES } from './attention-words.ts'
import { words } from './words.ts'

interface NotifyMeProps {
  settings: AttentionSettings
  onClose: () => void
}

/** What the person wants to be sent of what needs them, and where. */
export function NotifyMe({ settings, onClose }: NotifyMeProps) {
  const { id: workspaceId } = useWorkspace()
  const [mail, setMail] = useState(settings.mail)
  const [least, setLeast] = useState(settings.least_severity)
  const save = useAct({
    run: (change: Partial<AttentionSettings>) => workspaceClient(workspaceId).attention.configure(change),
    touches: [],
    done: (saved) => {
      queryClient.setQueryData(homeQueries.attentionSettings(workspaceId).queryKey, saved)
      return saved.mail || saved.webhook_url ? words.youAreNotified : words.youAreNotNotified
    },
    failure: 'inline',
  })
  return (
    <FormDialog
      title={words.notifyMe}
      submitLabel={words.save}
      onClose={onClose}
      act={save}
      isChanged={() => mail !== settings.mail || least !== settings.least_severity}
      onSubmit={(values) => {
        const webhook_url = String(values.get('webhook_url') ?? '').trim() || null
        // What is left out stays as it is, also when it was changed in another tab.
        const change = {
          ...(mail !== settings.mail && { mail }),
          ...(least !== settings.least_severity && { least_severity: least }),
          ...(webhook_url !== settings.webhook_url && { webhook_url }),
        }
        save.mutate(change, { onSuccess: onClose })
      }}
    >
      <p className="text-ink-2">{words.whatIsNewIs}</p>
      <Select
        label={words.whatIsSent}
        options={LEAST_SEVERITIES}
        value={least}
        onChange={(chosen) => setLeast(LEAST_SEVERITIES.find(({ id }) => id === chosen)?.id ?? least)}
      />
      <div>
        <Switch label={words.byEmail} hint={words.toTheAddressOf} isSelected={mail} onChange={setMail} />
        <StandIn of="mail" className="mt-2" />
      </div>
      <TextField
        name="webhook_url"
        label={words.toAnAddress}
        hint={words.suchAsAnIncoming}
        placeholder="https://"
        defaultValue={settings.webhook_url ?? ''}
        optional
      />
    </FormDialog>
  )
}
