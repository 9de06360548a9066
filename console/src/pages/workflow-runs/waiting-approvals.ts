import { APPROVAL, type WorkflowRunStep } from '@atrium/sdk'
import { isObject } from '../../entity-schema.ts'

/** The steps of a run that wait for a person. A step that says nothing of what it asks is looked up in the definition. */
export function waitingApprovals(steps: readonly WorkflowRunStep[], definition: unknown): WorkflowRunStep[] {
  return steps.filter(
    (step) => isListening(step) && (isObject(step.input) || asksByName(definition, step.name)),
  )
}

/** Whether the definition is needed to know which steps wait for a person. */
export function isUnclear(steps: readonly WorkflowRunStep[]): boolean {
  return steps.some((step) => isListening(step) && !isObject(step.input))
}

/** What is asked; null when the step says nothing of it. */
export function askedBy({ input }: WorkflowRunStep): string | null {
  return isObject(input) && typeof input.message === 'string' ? input.message : null
}

const isListening = ({ status, type }: WorkflowRunStep) => status === 'waiting' && type === 'listen'

/** Whether a task of this name, wherever it stands, listens for an approval. */
function asksByName(value: unknown, name: string): boolean {
  if (Array.isArray(value)) return value.some((each) => asksByName(each, name))
  if (!isObject(value)) return false
  return Object.entries(value).some(
    ([key, inner]) => (key === name && listensTo(inner) === APPROVAL) || asksByName(inner, name),
  )
}

function listensTo(task: unknown): unknown {
  let at = task
  for (const name of ['listen', 'to', 'one', 'with', 'type']) at = isObject(at) ? at[name] : undefined
  return at
}
