import { CODE_TASKS } from './code.ts'
import { PEOPLE_TASKS } from './people.ts'
import type { CodingTask } from './task.ts'
import { TEXT_TASKS } from './texts.ts'

export const CODING_TASKS: readonly CodingTask[] = [...CODE_TASKS, ...TEXT_TASKS, ...PEOPLE_TASKS]
