import { fill } from '../../language/fill.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { words } from './words.ts'

/** Where a provider sends people back to: it has to know the address before anybody signs in. */
export function CallbackAddress({ address, of }: { address: string; of?: string }) {
  return (
    <div className="rounded-md bg-sunken px-3 py-2.5 text-sm">
      <p className="text-ink-3">{words.callbackAddressToBe}</p>
      <p className="flex items-center gap-1">
        <code className="min-w-0 font-mono text-xs break-all">{address}</code>
        <CopyButton
          text={address}
          label={of ? fill(words.copyTheCallbackAddressOf, { of }) : words.copyTheCallbackAddress}
        />
      </p>
    </div>
  )
}
