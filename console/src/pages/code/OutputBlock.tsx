import { fillWith } from '../../language/fill.ts'
import { classNames } from '../../ui/class-names.ts'
import { words } from './words.ts'

interface OutputBlockProps {
  label: string
  text: string
  isError?: boolean
}

const BLOCK =
  'max-h-96 overflow-auto rounded-md border px-3 py-2 font-mono text-xs leading-5 whitespace-pre-wrap break-words'

export function OutputBlock({ label, text, isError = false }: OutputBlockProps) {
  if (text === '') return null
  return (
    <figure>
      <figcaption className="mb-0.5 text-xs text-ink-3">{label}</figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached.
        tabIndex={0}
        className={classNames(
          BLOCK,
          isError ? 'border-danger/40 bg-danger-soft/50' : 'border-line bg-sunken',
          'text-ink',
        )}
      >
        {text}
      </pre>
    </figure>
  )
}

interface TerminalBlockProps {
  command: string
  output: string
  isError: boolean
}

/** A command and what it wrote, as a terminal shows it. */
export function TerminalBlock({ command, output, isError }: TerminalBlockProps) {
  return (
    <figure>
      <figcaption className="sr-only">{fillWith(words.outputOfCommand, { command })}</figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached.
        tabIndex={0}
        className={classNames(
          BLOCK,
          'bg-tooltip text-on-tooltip',
          isError ? 'border-danger' : 'border-tooltip',
        )}
      >
        <span aria-hidden className="opacity-60 select-none">
          ${' '}
        </span>
        <span className="font-semibold">{command}</span>
        {'\n'}
        {output === '' ? <span className="opacity-60">{words.itWroteNothing}</span> : output}
      </pre>
    </figure>
  )
}
