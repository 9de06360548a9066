import { words } from './words.ts'

/** The beginning of what an endpoint answered: text from elsewhere, shown as nothing but text. */
export function ResponseBody({ text }: { text: string }) {
  return (
    <figure>
      <figcaption className="mb-1 caption">{words.startOfTheAnswer}</figcaption>
      <pre className="max-h-40 overflow-auto rounded-md border border-line bg-surface p-3 font-mono text-xs whitespace-pre-wrap break-all text-ink-2">
        {text}
      </pre>
    </figure>
  )
}
