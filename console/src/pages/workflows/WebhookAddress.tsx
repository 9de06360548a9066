import { CopyButton } from '../../ui/CopyButton.tsx'
import { TextField } from '../../ui/TextField.tsx'

/** Where another service sends to; it is known once the trigger is saved. */
export function WebhookAddress({ url }: { url: string | null }) {
  if (url === null) return <p className="text-ink-2">The address is made when you save.</p>
  return (
    <div>
      <div className="flex items-end gap-2">
        <TextField
          label="Address"
          value={url}
          isReadOnly
          onFocus={({ target }) => target.select()}
          className="flex-1 font-mono [&_input]:text-sm"
        />
        <CopyButton text={url} label="Copy" look="button" />
      </div>
      <p className="caption mt-1.5">
        A POST to it starts a run with its body as the input. Those who know it can start runs; keep it like a
        password.
      </p>
    </div>
  )
}
