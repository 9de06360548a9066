import { CopyButton } from './CopyButton.tsx'

/** A few lines of code to copy. */
export function Snippet({ label, text }: { label: string; text: string }) {
  return (
    <div className="mt-2 flex items-start gap-2 rounded-md bg-sunken p-3">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard. */}
      <pre tabIndex={0} className="min-w-0 flex-1 overflow-x-auto font-mono text-xs leading-5">
        {text}
      </pre>
      <CopyButton text={text} label={label} />
    </div>
  )
}
