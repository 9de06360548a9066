import { CopyButton } from '../../ui/CopyButton.tsx'

/** Where services send people back to; each wants it registered. */
export function RedirectAddress({ address }: { address: string }) {
  return (
    <div className="rounded-md bg-sunken px-3 py-2.5 text-sm">
      <p className="text-ink-3">Redirect address, to be registered with the service</p>
      <p className="flex items-center gap-1">
        <code className="min-w-0 font-mono text-xs break-all">{address}</code>
        <CopyButton text={address} label="Copy the redirect address" />
      </p>
    </div>
  )
}
