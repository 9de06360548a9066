import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { CheckboxGroup } from 'react-aria-components'
import { fill } from '../../language/fill.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { OPERATIONS, type Operation, type Tools } from './agent-tools.ts'
import { words } from './words.ts'

interface AgentToolsProps {
  tools: Tools
  /** Of the app, to choose from. */
  entities: readonly string[]
  functions: readonly string[]
  onChange: (tools: Tools) => void
}

const WORDS: Record<Operation, string> = {
  read: words.read,
  create: words.create,
  update: words.update,
  delete: 'Delete',
}

/** What an agent may do: with which records, and by which functions. */
export function AgentTools({ tools, entities, functions, onChange }: AgentToolsProps) {
  const ofEntities = tools.entities.map(({ entity_name }) => entity_name)
  const ofFunctions = tools.functions.map(({ function_name }) => function_name)
  const without = <Tool,>(all: readonly Tool[], one: Tool) => all.filter((other) => other !== one)
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1.5 block text-sm font-medium">{words.tools}</legend>
      <p className="text-xs text-ink-3">{words.theAgentActsAs}</p>
      {tools.entities.map((tool) => (
        <ToolRow
          key={tool.entity_name}
          name={tool.entity_name}
          onRemove={() => onChange({ ...tools, entities: without(tools.entities, tool) })}
        >
          <CheckboxGroup
            aria-label={fill(words.whatItMayDo, { entityName: tool.entity_name })}
            value={[...tool.allowed_operations]}
            onChange={(chosen) =>
              onChange({
                ...tools,
                entities: tools.entities.map((one) =>
                  one === tool
                    ? { ...one, allowed_operations: OPERATIONS.filter((each) => chosen.includes(each)) }
                    : one,
                ),
              })
            }
            className="flex flex-wrap gap-x-5 gap-y-2"
          >
            {OPERATIONS.map((operation) => (
              <Checkbox key={operation} value={operation}>
                {WORDS[operation]}
              </Checkbox>
            ))}
          </CheckboxGroup>
        </ToolRow>
      ))}
      {tools.functions.map((tool) => (
        <ToolRow
          key={tool.function_name}
          name={tool.function_name}
          onRemove={() => onChange({ ...tools, functions: without(tools.functions, tool) })}
        >
          <TextField
            label={fill(words.whatFunctionNameDoes, { functionName: tool.function_name })}
            maxLength={10_000}
            value={tool.description}
            onChange={(description) =>
              onChange({
                ...tools,
                functions: tools.functions.map((one) => (one === tool ? { ...one, description } : one)),
              })
            }
            optional
          />
        </ToolRow>
      ))}
      <div className="grid gap-3 sm:grid-cols-2">
        <AddTool
          label={words.addAnEntity}
          names={entities.filter((name) => !ofEntities.includes(name))}
          onAdd={(entity_name) =>
            onChange({
              ...tools,
              entities: [...tools.entities, { entity_name, allowed_operations: ['read'] }],
            })
          }
        />
        <AddTool
          label={words.addAFunction}
          names={functions.filter((name) => !ofFunctions.includes(name))}
          onAdd={(function_name) =>
            onChange({ ...tools, functions: [...tools.functions, { function_name, description: '' }] })
          }
        />
      </div>
    </fieldset>
  )
}

interface ToolRowProps {
  name: string
  onRemove: () => void
  children: ReactNode
}

function ToolRow({ name, onRemove, children }: ToolRowProps) {
  return (
    <div className="space-y-2 rounded-md border border-line px-3 py-2">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 truncate text-sm font-medium">{name}</p>
        <IconButton size="sm" icon={X} label={fill(words.removeName, { name })} onPress={onRemove} />
      </div>
      {children}
    </div>
  )
}

interface AddToolProps {
  label: string
  names: readonly string[]
  onAdd: (name: string) => void
}

/** Shows nothing where there is nothing to add. */
function AddTool({ label, names, onAdd }: AddToolProps) {
  if (names.length === 0) return null
  return (
    <Select
      label={label}
      options={names.map((id) => ({ id, label: id }))}
      value={null}
      onChange={(id) => id !== null && onAdd(String(id))}
    />
  )
}
