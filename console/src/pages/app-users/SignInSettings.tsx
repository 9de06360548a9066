import type { AnswerOf, Operations } from '@atrium/sdk'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { StandIn } from '../../layout/StandIn.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { words } from './words.ts'

type Settings = AnswerOf<Operations['sign_in_settings']['read']>

const ORIGINS_HINT = words.oneOnEachLine

/** Where the users of the app sign in: our pages, and the addresses that they may come from and go back to. */
export function SignInSettings(props: { appId: string; settings: Settings; onClose: () => void }) {
  const { appId, settings, onClose } = props
  const [allow_localhost, setLocalhost] = useState(settings.allow_localhost)
  const [use_hosted_pages, setHosted] = useState(settings.use_hosted_pages)
  const save = useAct({
    run: (allowed_origins: string[]) =>
      client.sign_in_settings.update(
        { app_id: appId },
        { allowed_origins, allow_localhost, use_hosted_pages },
      ),
    touches: ['sign_in_settings'],
    done: () => words.signInSettingsSaved,
    failure: 'inline',
  })
  return (
    <FormDialog
      title={words.signInSettings}
      submitLabel={words.saveChanges}
      act={save}
      isChanged={() =>
        allow_localhost !== settings.allow_localhost || use_hosted_pages !== settings.use_hosted_pages
      }
      onClose={onClose}
      onSubmit={(values) => save.mutate(linesOf(textOf(values, 'allowed_origins')), { onSuccess: onClose })}
    >
      <div>
        <p className="text-sm font-medium">{words.signInPage}</p>
        <p className="mt-1 flex items-center gap-1.5 text-sm">
          <a
            href={settings.hosted_url}
            target="_blank"
            rel="noreferrer"
            className="min-w-0 break-all text-accent underline underline-offset-2"
          >
            {settings.hosted_url}
          </a>
          <CopyButton text={settings.hosted_url} label={words.copyTheAddressOf} />
        </p>
        <p className="caption mt-1">{words.signInSignUp}</p>
        <StandIn of="mail" className="mt-2" />
      </div>
      <TextField
        label={words.allowedOrigins}
        name="allowed_origins"
        rows={4}
        defaultValue={settings.allowed_origins.join('\n')}
        hint={ORIGINS_HINT}
        className="[&_textarea]:font-mono"
        optional
      />
      <Switch
        label={words.allowLocalhost}
        hint={words.theListMayName}
        isSelected={allow_localhost}
        onChange={setLocalhost}
      />
      <Switch
        label={words.linksInEmailsLead}
        hint={words.alsoWhenTheApp}
        isSelected={use_hosted_pages}
        onChange={setHosted}
      />
    </FormDialog>
  )
}

function linesOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}
