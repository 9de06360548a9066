import { CopyButton } from '../../ui/CopyButton.tsx'

/** Where a provider sends people back to: it has to know the address before anybody signs in. */
export function CallbackAddress({ address, of }: { address: string; of?: string }) {
  return (
    <div className="rounded-md bg-sunken px-3 py-2.5 text-sm">
      <p className="text-ink-3">Callback address, to be entered at the provider</p>
      <p className="flex items-center gap-1">
        <code className="min-w-0 font-mono text-xs break-all">{address}</code>
        <CopyButton text={address} label={`Copy the callback address${of ? ` of ${of}` : ''}`} />
      </p>
    </div>
  )
}
