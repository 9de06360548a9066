/** What the offline coder can be asked to do. */
export type Instruction =
  | { kind: 'write'; path: string; content: string }
  | { kind: 'append'; path: string; content: string }
  | { kind: 'insert'; path: string; at: 'before' | 'after'; anchor: string; content: string }
  /** Every place in the file. */
  | { kind: 'replace'; path: string; old: string; new: string; isWord: boolean }
  /** In all files that have it. */
  | { kind: 'replace_everywhere'; old: string; new: string; isWord: boolean }
  | { kind: 'move'; from: string; to: string }
  | { kind: 'delete'; path: string }
  | { kind: 'create_entity'; name: string; schema: object }
  | { kind: 'add_fields'; name: string; properties: Record<string, object>; required: string[] }

/** In a few words, for the plan and the summary. */
export function describeInstruction(instruction: Instruction): string {
  switch (instruction.kind) {
    case 'write':
      return `Write ${instruction.path}`
    case 'append':
      return `Add to the end of ${instruction.path}`
    case 'insert':
      return `Add to ${instruction.path} ${instruction.at} ${quoted(instruction.anchor)}`
    case 'replace':
      return `Replace ${quoted(instruction.old)} with ${quoted(instruction.new)} in ${instruction.path}`
    case 'replace_everywhere':
      return `Replace ${quoted(instruction.old)} with ${quoted(instruction.new)} in all files`
    case 'move':
      return `Move ${instruction.from} to ${instruction.to}`
    case 'delete':
      return `Delete ${instruction.path}`
    case 'create_entity':
      return `Create the entity ${instruction.name}`
    case 'add_fields':
      return `Add ${Object.keys(instruction.properties).join(', ')} to the entity ${instruction.name}`
  }
}

function quoted(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return `“${line.length > 60 ? `${line.slice(0, 59).toWellFormed()}…` : line}”`
}
