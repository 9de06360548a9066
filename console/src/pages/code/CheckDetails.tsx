import { CircleCheck, CircleSlash, CircleX } from 'lucide-react'
import { fillWith } from '../../language/fill.ts'
import { TerminalBlock } from './OutputBlock.tsx'
import type { Step } from './session-steps.ts'
import { words } from './words.ts'

const LOOKS = {
  passed: { icon: CircleCheck, ink: 'text-accent', label: 'passed' },
  failed: { icon: CircleX, ink: 'text-danger', label: 'failed' },
  skipped: { icon: CircleSlash, ink: 'text-ink-3', label: words.wasLeftOut },
}

/** A check of the repository that ran before the pull request: types, tests or style. */
export function CheckDetails({ check }: { check: Extract<Step, { kind: 'check' }> }) {
  const { name, command, status, output } = check
  const known = status === 'passed' || status === 'failed' ? status : 'skipped'
  const { icon: Icon, ink, label } = LOOKS[known]
  return (
    <details className="text-sm">
      <summary className="cursor-pointer">
        <span className="inline-flex flex-wrap items-center gap-x-2 align-middle">
          <Icon aria-hidden className={`size-4 ${ink}`} />
          <span>
            {fillWith(words.checkSpanLabel, { span: <span className="font-medium">{name}</span>, label })}
          </span>
          {command && <code className="font-mono text-xs break-all text-ink-3">{command}</code>}
        </span>
      </summary>
      <div className="mt-1.5 ps-5">
        <TerminalBlock command={command || name} output={output} isError={status === 'failed'} />
      </div>
    </details>
  )
}
