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

type Settings = AnswerOf<Operations['sign_in_settings']['read']>

const ORIGINS_HINT =
  'One on each line, such as https://preview.example.com or http://localhost:5173: no path. The published address counts anyway.'

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
    done: () => 'Sign-in settings saved',
    failure: 'inline',
  })
  return (
    <FormDialog
      title="Sign-in settings"
      submitLabel="Save changes"
      act={save}
      isChanged={() =>
        allow_localhost !== settings.allow_localhost || use_hosted_pages !== settings.use_hosted_pages
      }
      onClose={onClose}
      onSubmit={(values) => save.mutate(linesOf(textOf(values, 'allowed_origins')), { onSuccess: onClose })}
    >
      <div>
        <p className="text-sm font-medium">Sign-in page</p>
        <p className="mt-1 flex items-center gap-1.5 text-sm">
          <a
            href={settings.hosted_url}
            target="_blank"
            rel="noreferrer"
            className="min-w-0 break-all text-accent underline underline-offset-2"
          >
            {settings.hosted_url}
          </a>
          <CopyButton text={settings.hosted_url} label="Copy the address of the sign-in page" />
        </p>
        <p className="caption mt-1">
          Sign-in, sign-up, new passwords and links by email, served by Atrium. With ?from_url=… people come
          back to the app, signed in.
        </p>
        <StandIn of="mail" className="mt-2" />
      </div>
      <TextField
        label="Allowed origins"
        name="allowed_origins"
        rows={4}
        defaultValue={settings.allowed_origins.join('\n')}
        hint={ORIGINS_HINT}
        className="[&_textarea]:font-mono"
        optional
      />
      <Switch
        label="Allow localhost"
        hint="The list may name http://localhost and http://127.0.0.1, for developing."
        isSelected={allow_localhost}
        onChange={setLocalhost}
      />
      <Switch
        label="Links in emails lead to the sign-in page above"
        hint="Also when the app has a published address. Without this, they lead to its own pages, such as /reset-password."
        isSelected={use_hosted_pages}
        onChange={setHosted}
      />
    </FormDialog>
  )
}

function linesOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}
