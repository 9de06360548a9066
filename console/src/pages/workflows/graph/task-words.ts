/** What a step does, in a few words. */
import { APPROVAL } from '@atrium/sdk'
import { isObject, type Json } from '../../../entity-schema.ts'

type Fields = { [key: string]: Json }

export function describeTask(task: unknown, kind: string): string {
  if (!isObject(task)) return ''
  const words = WORDS[kind]
  return words ? words(task) : ''
}

const WORDS: Record<string, (task: Fields) => string> = {
  call: describeCall,
  set: ({ set }) => (set && isObject(set) ? `Set ${Object.keys(set).join(', ')}` : 'Set values'),
  switch: ({ switch: cases }) => counted(Array.isArray(cases) ? cases.length : 0, 'case'),
  for: (task) => {
    const loop = inside(task, 'for')
    return `For each ${textIn(loop, 'each') || 'item'} in ${bare(textIn(loop, 'in'))}`
  },
  fork: (task) =>
    inside(task, 'fork').compete === true ? 'Side by side; the first to finish wins' : 'Side by side',
  try: (task) => ('retry' in inside(task, 'catch') ? 'Tried again when it fails' : 'Caught when it fails'),
  do: () => 'In order',
  wait: ({ wait }) => `Wait ${wait === undefined ? '' : describeDuration(wait)}`,
  raise: (task) => {
    const { error } = inside(task, 'raise')
    if (typeof error === 'string') return `Fail with ${error}`
    return `Fail: ${(error && isObject(error) && (textIn(error, 'title') || textIn(error, 'type'))) || 'error'}`
  },
  emit: (task) => `Emit ${textIn(inside(task, 'emit', 'event', 'with'), 'type')}`,
  run: () => 'Run JavaScript',
  listen: (task) => {
    const event = inside(task, 'listen', 'to', 'one', 'with')
    if (event.type !== APPROVAL) return `Wait for ${textIn(event, 'type') || 'an event'}`
    const message = textIn(inside(event, 'data'), 'message')
    return message ? `Ask: ${bare(message)}` : 'Ask for approval'
  },
}

function describeCall(task: Fields): string {
  const values = inside(task, 'with')
  const entity = textIn(values, 'entity_name') || 'records'
  switch (task.call) {
    case 'http':
      return `${(textIn(values, 'method') || 'get').toUpperCase()} ${bare(endpointOf(values))}`
    case 'entities.create':
      return `Create ${entity}`
    case 'entities.update':
      return `Update ${entity}`
    case 'entities.delete':
      return `Delete ${entity}`
    case 'entities.query':
      return `Find ${entity}`
    case 'functions.invoke':
      return `Call ${textIn(values, 'name') || 'a function'}`
    case 'agents.send_message':
      return 'Say something as an agent'
    case 'language_model.ask':
      return 'Ask the language model'
    case 'connectors.call':
      return `${(textIn(values, 'method') || 'get').toUpperCase()} ${textIn(values, 'connector') || 'a connected service'} ${textIn(values, 'path')}`.trim()
    default:
      return String(task.call ?? '')
  }
}

function endpointOf({ endpoint }: Fields): string {
  if (endpoint !== undefined && isObject(endpoint)) return textIn(endpoint, 'uri')
  return typeof endpoint === 'string' ? endpoint.replace(/^https?:\/\//, '') : ''
}

export function describeDuration(duration: Json): string {
  if (isObject(duration))
    return Object.entries(duration)
      .map(([unit, count]) => `${String(count)} ${count === 1 ? unit.replace(/s$/, '') : unit}`)
      .join(' ')
  const [, days, hours, minutes, seconds] =
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(String(duration)) ?? []
  const parts = [
    counted(days, 'day'),
    counted(hours, 'hour'),
    counted(minutes, 'minute'),
    counted(seconds, 'second'),
  ]
  return parts.filter(Boolean).join(' ') || bare(String(duration))
}

function counted(count: string | number | undefined, noun: string): string {
  return count === undefined ? '' : `${count} ${noun}${Number(count) === 1 ? '' : 's'}`
}

/** An expression without its brackets. */
function bare(text: string): string {
  return /^\$\{([^{}]*)\}$/.exec(text.trim())?.[1]?.trim() ?? text
}

function inside(fields: Fields, ...names: string[]): Fields {
  let at: Json | undefined = fields
  for (const name of names) at = at !== undefined && isObject(at) ? at[name] : undefined
  return at !== undefined && isObject(at) ? at : {}
}

function textIn(fields: Fields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}
