/** The explanation of those who have no model: by the same evidence, always the same for the same run. */
import { redact } from '../../../platform/text/redact.ts'
import type { KnownCause, Signs } from './cause.ts'
import { changesSinceSuccess, type Evidence, type EvidenceKind } from './evidence.ts'
import type { Finding } from './explanation.ts'
import type { FailureFacts } from './failure-facts.ts'
import { withoutRounds } from './find-task.ts'
import { type History, judgeHistory } from './judge-history.ts'
import { KNOWN_CAUSES } from './known-causes.ts'

export function explainByRules(facts: FailureFacts, evidence: readonly Evidence[]): Finding {
  const signs = readSigns(facts)
  const known = KNOWN_CAUSES.find((cause) => cause.fits(signs))
  const history = judgeHistory(facts)
  const kinds: EvidenceKind[] = ['error', 'task', ...(signs.empty.length > 0 ? (['input'] as const) : [])]
  return {
    cause: [whatFailed(facts, signs, known), describeHistory(facts, history)].filter(Boolean).join(' '),
    evidence_ids: evidence
      .filter(({ kind }) => kinds.includes(kind) || SHOWN_BY[history].includes(kind))
      .map(({ id }) => id),
    fix_steps: [...stepsFor(history, known), ...(known?.fix ?? GENERAL_FIX)],
    confidence: !known ? 'low' : signs.status !== null || history === 'regression' ? 'high' : 'medium',
  }
}

const GENERAL_FIX = [
  'Read the message of the error, and compare what the task was given with what it expects.',
  'Run the workflow again from the failed step once the reason is gone.',
]

const SHOWN_BY: Record<History, readonly EvidenceKind[]> = {
  first: [],
  never_worked: ['history'],
  regression: ['changes'],
  flake: ['history'],
  persistent: ['history', 'changes'],
  new: ['history', 'changes'],
}

function readSigns({ run, failing }: FailureFacts): Signs {
  const error = failing?.error ?? run.error
  const message = `${run.error?.code ?? ''} ${error?.code ?? ''} ${error?.message ?? ''}`
  return {
    status: NO_ANSWER.test(failing?.error?.code ?? '') ? null : (failing?.error?.status ?? null),
    words: message.toLowerCase(),
    type: failing?.type ?? '',
    empty: emptyNames(failing?.input, '').slice(0, MOST_EMPTY),
  }
}

/** Faults of the engine itself: their status says of what kind they are, and nobody answered with it. */
const NO_ANSWER =
  /^(connection_|connector_|integration_|dns_|tls_|network_|blocked_|invalid_|answer_too|step_output|too_many_steps|not_a_list|scripts?_|model_)/

const MOST_EMPTY = 5
/** What tasks are given is rarely nested deeper, and names with more dots help nobody. */
const DEEPEST_NAME = 3

function emptyNames(value: unknown, above: string, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === DEEPEST_NAME) return []
  return Object.entries(value).flatMap(([name, item]) => {
    const place = above === '' ? name : `${above}.${name}`
    return item === null || item === '' ? [place] : emptyNames(item, place, depth + 1)
  })
}

function whatFailed(
  { run, failing, secrets }: FailureFacts,
  signs: Signs,
  known: KnownCause | undefined,
): string {
  const error = failing?.error ?? run.error
  const said = error ? `: ${redact(error.message, secrets)}` : ''
  const ended = /[.!?]$/.test(said) ? '' : '.'
  if (!failing) {
    return known
      ? `The run as a whole ${known.says(signs)}${said}${ended}`
      : `The run failed as a whole${said}${ended}`
  }
  const tries = failing.attempt > 1 ? `, in ${failing.attempt} attempts,` : ''
  const step = `The step \`${failing.id}\` (${failing.type})${tries}`
  return known ? `${step} ${known.says(signs)}${said}${ended}` : `${step} failed${said}${ended}`
}

function describeHistory(facts: FailureFacts, history: History): string {
  const { run, failing, earlier, last_success } = facts
  switch (history) {
    case 'first':
      return ''
    case 'never_worked':
      return `None of the ${earlier.length} runs before it succeeded.`
    case 'regression': {
      const changes = changesSinceSuccess(facts) ?? []
      const place = failing && withoutRounds(failing.id)
      const isHere = changes.some(({ path }) => path === place)
      const what = isHere
        ? 'this step is among what was changed since'
        : changes.length > 0
          ? `changed since: ${changes
              .slice(0, 3)
              .map(({ path }) => `\`${path}\``)
              .join(', ')}`
          : 'the definition was saved again since'
      return `The last run that succeeded had version ${last_success?.version} and this one has version ${run.version}; ${what}.`
    }
    case 'flake':
      return 'The same definition succeeds at times and fails like this at times, so it depends on the moment or on the input.'
    case 'persistent':
      return 'The same definition worked before and fails like this each time since, so something outside it changed.'
    case 'new':
      return 'The same definition worked before, and it never failed like this in its last runs: the input is different, or it is temporary.'
  }
}

function stepsFor(history: History, known: KnownCause | undefined): string[] {
  if (history === 'regression') {
    return ['Compare the version of the workflow that worked with this one, and take back what broke it.']
  }
  if (history === 'flake' && known?.isPassing) {
    return ['Run it again; it will probably succeed.']
  }
  return []
}
