import { CopyButton } from './CopyButton.tsx'
import { Pre } from './Pre.tsx'

/** A few lines of code to copy. */
export function Snippet({ label, text }: { label: string; text: string }) {
  return (
    <div className="mt-2 flex items-start gap-2 rounded-md bg-sunken p-3">
      <Pre className="min-w-0 flex-1 overflow-x-auto font-mono text-xs leading-5">{text}</Pre>
      <CopyButton text={text} label={label} />
    </div>
  )
}
