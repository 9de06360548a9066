import { CopyButton } from '../../ui/CopyButton.tsx'
import { words } from './words.ts'

/** Where services send people back to; each wants it registered. */
export function RedirectAddress({ address }: { address: string }) {
  return (
    <div className="rounded-md bg-sunken px-3 py-2.5 text-sm">
      <p className="text-ink-3">{words.redirectAddressToBe}</p>
      <p className="flex items-center gap-1">
        <code className="min-w-0 font-mono text-xs break-all">{address}</code>
        <CopyButton text={address} label={words.copyTheRedirectAddress} />
      </p>
    </div>
  )
}
