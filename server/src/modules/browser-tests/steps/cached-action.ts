import { Nullable, OneOf } from '@atrium/contract'
import { EXPECTATIONS, PAGE_ACTIONS, Target } from '@atrium/contract/flow-steps'
import { type Static, Type } from 'typebox'

/** What a step in words was understood as: all that is needed to do it again without a model. */
export const CachedAction = Type.Object({
  kind: OneOf(['navigate', 'act', 'assert', 'extract', 'wait']),
  path: Nullable(Type.String()),
  action: Nullable(OneOf(PAGE_ACTIONS)),
  expect: Nullable(OneOf(EXPECTATIONS)),
  target: Nullable(Target),
  /** Of the element when it was found: another one under the same target has drifted. */
  role: Nullable(Type.String()),
  name: Nullable(Type.String()),
  value: Nullable(Type.String()),
  count: Nullable(Type.Integer()),
  milliseconds: Nullable(Type.Integer()),
  /** The name that the instruction gives to what is read. */
  as: Type.Optional(Type.String()),
  /** What stood around it, where it was one of several of that role and name, or part of a row or the like. */
  near: Type.Optional(Type.String()),
})
export type CachedAction = Static<typeof CachedAction>
