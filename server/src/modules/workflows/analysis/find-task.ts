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

/**
 * `greet_all[3].mail` is the same place of the definition as `greet_all[4].mail`; so are the attempts of a `try`, as
 * `pay(2).send`, and what is reached again, as `check#2`.
 */
export function withoutRounds(stepId: string): string {
  return stepId.replaceAll(/\[\d+\]|\(\d+\)|#\d+/g, '')
}

function tasksOf(list: TaskList, above: string): PlacedTask[] {
  return list.flatMap((entry) =>
    Object.entries(entry).flatMap(([name, task]) => {
      const path = above === '' ? name : `${above}.${name}`
      return [{ path, name, task }, ...listsIn(task, path).flatMap(([inner, at]) => tasksOf(inner, at))]
    }),
  )
}

/** Each with what the ids of its steps begin with. */
function listsIn(task: Task, path: string): [TaskList, string][] {
  const lists: [TaskList, string][] = []
  if ('do' in task) lists.push([task.do, path])
  if ('try' in task) lists.push([task.try, path], [task.catch.do ?? [], `${path}(catch)`])
  if ('fork' in task) lists.push([task.fork.branches, path])
  return lists
}
