import type { Task, TaskList, WorkflowDefinition } from '@atrium/contract/workflow-definition'

export interface PlacedTask {
  /** The names on the way to it, as in the id of a step without the rounds of loops. */
  path: string
  name: string
  task: Task
}

/** Every task of a definition, those within others included, in the order of the document. */
export function listTasks({ do: list }: WorkflowDefinition): PlacedTask[] {
  return tasksOf(list, '')
}

/** The task that a step carried out; undefined when none has its name. */
export function findTask(
  definition: WorkflowDefinition,
  step: { id: string; name: string },
): PlacedTask | undefined {
  const tasks = listTasks(definition)
  const path = withoutRounds(step.id)
  return tasks.find((task) => task.path === path) ?? tasks.find(({ name }) => name === step.name)
}

/** `greet_all[3].mail` is the same place of the definition as `greet_all[4].mail`. */
export function withoutRounds(stepId: string): string {
  return stepId.replaceAll(/\[\d+\]/g, '')
}

function tasksOf(list: TaskList, above: string): PlacedTask[] {
  return list.flatMap((entry) =>
    Object.entries(entry).flatMap(([name, task]) => {
      const path = above === '' ? name : `${above}.${name}`
      return [{ path, name, task }, ...listsIn(task).flatMap((inner) => tasksOf(inner, path))]
    }),
  )
}

function listsIn(task: Task): TaskList[] {
  const lists: TaskList[] = []
  if ('do' in task) lists.push(task.do)
  if ('try' in task) lists.push(task.try, task.catch.do ?? [])
  if ('fork' in task) lists.push(task.fork.branches)
  return lists
}
