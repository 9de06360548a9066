/** What a model may answer about a step of each kind: nothing else can be done on the page. */
import { Nullable, OneOf } from '@atrium/contract'
import { EXPECTATIONS, FLOW_STEP_KINDS, type FlowStep, PAGE_ACTIONS } from '@atrium/contract/flow-steps'
import { type Static, Type } from 'typebox'

const Ref = Nullable(Type.String({ maxLength: 64, description: 'The ref of an element of the page' }))
const Words = (maxLength: number, description: string) => Nullable(Type.String({ maxLength, description }))
const common = {
  problem: Words(500, 'Why the step cannot be carried out on this page, for the person; null when it can'),
  is_missing: Type.Boolean({
    description: 'Whether the step is clear, but what it needs is not on the page',
  }),
}

const ActAnswer = Type.Object({
  ...common,
  ref: Ref,
  action: OneOf(PAGE_ACTIONS),
  value: Words(10_000, 'What is typed, chosen or pressed, or the name of the file'),
})

const NavigateAnswer = Type.Object({
  ...common,
  path: Words(2_048, 'The path, when the step names one'),
  ref: Nullable(Type.String({ maxLength: 64, description: 'Else the link that leads there' })),
})

const AssertAnswer = Type.Object({
  ...common,
  expect: OneOf(EXPECTATIONS),
  ref: Nullable(
    Type.String({ maxLength: 64, description: 'The element that it is about, when it is there' }),
  ),
  value: Words(2_000, 'The text, value, address or title that is expected'),
  count: Nullable(Type.Integer({ minimum: 0, maximum: 10_000 })),
  quotes: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
    maxItems: 5,
    description: 'Texts of the page, word for word, that the choice of the element rests on',
  }),
})

const ExtractAnswer = Type.Object({ ...common, ref: Ref })

const WaitAnswer = Type.Object({
  ...common,
  milliseconds: Nullable(Type.Integer({ minimum: 1, maximum: 30_000 })),
  ref: Ref,
  text: Words(2_000, 'The text to wait for, when no element of the page stands for it'),
})

export const ANSWERS = {
  navigate: NavigateAnswer,
  act: ActAnswer,
  assert: AssertAnswer,
  extract: ExtractAnswer,
  wait: WaitAnswer,
} as const satisfies Record<FlowStep['kind'], unknown>

export type Answers = { [Kind in FlowStep['kind']]: Static<(typeof ANSWERS)[Kind]> }

/** More than a person would want to read. */
const MAX_PLANNED = 20

export const PlanAnswer = Type.Object({
  steps: Type.Array(
    Type.Object({
      kind: OneOf(FLOW_STEP_KINDS),
      instruction: Type.String({ minLength: 1, maxLength: 1_000 }),
    }),
    { maxItems: MAX_PLANNED },
  ),
})
