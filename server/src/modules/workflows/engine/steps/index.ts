import type {
  CallTask,
  DoTask,
  EmitTask,
  ForkTask,
  ForTask,
  ListenTask,
  RaiseTask,
  RunTask,
  SetTask,
  SwitchTask,
  TaskKind,
  TryTask,
  WaitTask,
} from '@atrium/contract/workflow-definition'
import type { Done, Step } from '../held-run.ts'
import { call } from './call.ts'
import { emit } from './emit.ts'
import { loop } from './for.ts'
import { fork } from './fork.ts'
import { listen } from './listen.ts'
import { raise } from './raise.ts'
import { runScript } from './run-script.ts'
import { set } from './set.ts'
import { choose } from './switch.ts'
import { tryAndCatch } from './try.ts'
import { wait } from './wait.ts'

/** How each kind of task is carried out. */
export const steps: Readonly<Record<TaskKind, (step: Step) => Promise<Done>>> = {
  // The kind was read off the task, so the task is of that kind.
  do: async (step) => {
    const { held, scope, id, task, input } = step as Step<DoTask>
    return { output: await held.runList({ ...scope, prefix: `${id}.` }, task.do, input) }
  },
  call: (step) => call(step as Step<CallTask>),
  set: (step) => set(step as Step<SetTask>),
  switch: (step) => choose(step as Step<SwitchTask>),
  for: (step) => loop(step as Step<ForTask>),
  fork: (step) => fork(step as Step<ForkTask>),
  try: (step) => tryAndCatch(step as Step<TryTask>),
  wait: (step) => wait(step as Step<WaitTask>),
  raise: (step) => raise(step as Step<RaiseTask>),
  emit: (step) => emit(step as Step<EmitTask>),
  run: (step) => runScript(step as Step<RunTask>),
  listen: (step) => listen(step as Step<ListenTask>),
}
