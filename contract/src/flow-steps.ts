import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from './shared.ts'

/** What the steps of one flow may have. */
export const MAX_FLOW_STEPS = 50
export const DEFAULT_STEP_MS = 10_000

export const FLOW_STEP_KINDS = ['navigate', 'act', 'assert', 'extract', 'wait'] as const
export const PAGE_ACTIONS = [
  'click',
  'double_click',
  'fill',
  'select',
  'check',
  'uncheck',
  'press',
  'hover',
  'upload',
] as const
export const EXPECTATIONS = [
  'visible',
  'hidden',
  'text',
  'value',
  'enabled',
  'disabled',
  'checked',
  'unchecked',
  'count',
  'url',
  'title',
] as const

const Words = (maxLength: number) => Type.String({ minLength: 1, maxLength })

/** How an element of a page is found. */
export const Target = Type.Object(
  {
    role: Type.Optional(Words(64)),
    name: Type.Optional(Type.String({ maxLength: 500, description: 'The accessible name, with `role`' })),
    label: Type.Optional(Words(500)),
    placeholder: Type.Optional(Words(500)),
    text: Type.Optional(Words(500)),
    test_id: Type.Optional(Words(200)),
    css: Type.Optional(Words(1_000)),
    exact: Type.Optional(
      Type.Boolean({ description: 'Whether case and the whole text count; false unless set' }),
    ),
    nth: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000, description: 'Of several, from 0' })),
  },
  // No name of its own: an answer can hold several.
  { description: 'One of role, label, placeholder, text, test_id and css; `name` goes with `role`' },
)
export type Target = Static<typeof Target>

export const StepParams = Type.Object(
  {
    path: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_048,
        description: 'Of navigate: a path of the app, or a whole address',
      }),
    ),
    action: Type.Optional(OneOf(PAGE_ACTIONS, { description: 'Of act' })),
    target: Type.Optional(Target),
    value: Type.Optional(
      Type.String({
        maxLength: 10_000,
        description:
          'What is typed, chosen or pressed; of assert: the text, address or title that is expected',
      }),
    ),
    file: Type.Optional(
      Type.Object(
        { name: Words(200), content: Type.String({ maxLength: 65_536 }) },
        { description: 'Of upload: the file that is chosen' },
      ),
    ),
    expect: Type.Optional(OneOf(EXPECTATIONS, { description: 'Of assert; `visible` unless it is set' })),
    count: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000, description: 'With expect `count`' })),
    as: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$',
        description: 'Of extract: later steps write the text as {{NAME}}',
      }),
    ),
    milliseconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 30_000, description: 'Of wait' })),
  },
  { $id: 'StepParams', description: 'What the step does, exactly; without it the instruction is understood' },
)
export type StepParams = Static<typeof StepParams>

export const FlowStep = Type.Object(
  {
    id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
    kind: OneOf(FLOW_STEP_KINDS),
    instruction: Words(1_000),
    params: Nullable(StepParams),
    timeout_ms: Type.Integer({ minimum: 100, maximum: 60_000 }),
  },
  { $id: 'FlowStep' },
)
export type FlowStep = Static<typeof FlowStep>

/** A step as it is sent: what is left out is filled in. */
export const SentStep = Type.Object(
  {
    id: Type.Optional(FlowStep.properties.id),
    kind: Type.Optional(
      OneOf(FLOW_STEP_KINDS, { description: 'Found out from the instruction unless it is set' }),
    ),
    instruction: FlowStep.properties.instruction,
    params: Type.Optional(Nullable(StepParams)),
    timeout_ms: Type.Optional(FlowStep.properties.timeout_ms),
  },
  { $id: 'SentStep' },
)
export type SentStep = Static<typeof SentStep>
