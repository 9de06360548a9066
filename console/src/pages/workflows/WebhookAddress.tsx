import { CopyButton } from '../../ui/CopyButton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { words } from './words.ts'

/** Where another service sends to; it is known once the trigger is saved. */
export function WebhookAddress({ url }: { url: string | null }) {
  if (url === null) return <p className="text-ink-2">{words.theAddressIsMade}</p>
  return (
    <div>
      <div className="flex items-end gap-2">
        <TextField
          label={words.address}
          value={url}
          isReadOnly
          onFocus={({ target }) => target.select()}
          className="flex-1 font-mono [&_input]:text-sm"
        />
        <CopyButton text={url} label={words.copy} look="button" />
      </div>
      <p className="caption mt-1.5">{words.aPostToIt}</p>
    </div>
  )
}
