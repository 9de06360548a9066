/** From schemas to plain TypeScript, with what the contract says of each field as comments. */
import { comment, notesOn, type Schema } from './field-notes.ts'

/** Declares interfaces once by name, and writes the types that refer to them. */
export class SchemaTypes {
  readonly #declared = new Map<string, string>()

  /** All interfaces, by name. */
  get text(): string {
    return [...this.#declared].map(([, text]) => text).join('\n')
  }

  /** An interface of this name; an input may also have undefined in place of what it leaves out. */
  declare(name: string, schema: Schema, form: 'input' | 'answer'): string {
    const isObject = schema.type === 'object' && Object.keys(schema.properties ?? {}).length > 0
    const text = isObject
      ? `${comment(notesOn(schema))}export interface ${name} ${this.#fields(schema, '', form)}\n`
      : `${comment(notesOn(schema))}export type ${name} = ${this.typeOf(schema)}\n`
    const before = this.#declared.get(name)
    if (before !== undefined && before !== text) throw new Error(`Two different types are called ${name}`)
    this.#declared.set(name, text)
    return name
  }

  typeOf(schema: Schema, indent = ''): string {
    const { $id, type, enum: words, anyOf } = schema
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (words) return words.map((word) => JSON.stringify(word)).join(' | ')
    if (anyOf) return joined(anyOf.map((each) => this.typeOf(each, indent)))
    if ($id !== undefined && isOf(type, 'object') && schema.properties) {
      const { $id: _, ...shape } = schema
      this.declare($id, { ...shape, type: 'object' }, 'answer')
      return isOf(type, 'null') ? `${$id} | null` : $id
    }
    if (Array.isArray(type)) return joined(type.map((each) => this.#ofType(each, schema, indent)))
    return type === undefined ? 'unknown' : this.#ofType(type, schema, indent)
  }

  #ofType(type: string, schema: Schema, indent: string): string {
    switch (type) {
      case 'string':
      case 'boolean':
      case 'null':
        return type
      case 'integer':
      case 'number':
        return 'number'
      case 'array': {
        const item = schema.items ? this.typeOf(schema.items, indent) : 'unknown'
        return /^[\w.]+$/.test(item) ? `${item}[]` : `(${item})[]`
      }
      case 'object':
        return this.#objectOf(schema, indent)
      default:
        throw new Error(`There is no type for ${type}`)
    }
  }

  #objectOf(schema: Schema, indent: string): string {
    if (schema.properties) return this.#fields(schema, indent, 'answer')
    const [any] = Object.values(schema.patternProperties ?? {})
    return `Record<string, ${any ? this.typeOf(any, indent) : 'unknown'}>`
  }

  #fields(schema: Schema, indent: string, form: 'input' | 'answer'): string {
    const inner = `${indent}  `
    const lines = Object.entries(schema.properties ?? {}).map(([name, field]) => {
      const isRequired = schema.required?.includes(name) === true
      const type = this.typeOf(field, inner)
      const orLeftOut = !isRequired && form === 'input' && type !== 'unknown' ? ' | undefined' : ''
      return `${comment(notesOn(field), inner)}${inner}${keyOf(name)}${isRequired ? '' : '?'}: ${type}${orLeftOut}\n`
    })
    // Only where the contract says that there may be others by name; most lists of fields are whole.
    const isOpen = schema.additionalProperties && '~unsafe' in schema
    if (isOpen) lines.push(`${inner}[field: string]: unknown\n`)
    return lines.length === 0 ? 'Record<never, never>' : `{\n${lines.join('')}${indent}}`
  }
}

export function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

function isOf(type: Schema['type'], wanted: string): boolean {
  return type === wanted || (Array.isArray(type) && type.includes(wanted))
}

function joined(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}
