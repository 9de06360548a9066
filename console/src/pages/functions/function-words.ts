import type { Access } from './function-draft.ts'

export const ACCESS: Record<Access, { label: string; description: string }> = {
  app: { label: 'Those who use the app', description: 'Signed in, or as visitors where the app is public.' },
  anyone: { label: 'Anyone', description: 'Without a credential, for calls of other services.' },
}

export const ACCESS_OPTIONS = (['app', 'anyone'] as const).map((id) => ({ id, ...ACCESS[id] }))

export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

export const NAME_RULE = 'Letters, digits, - and _, with / between parts: hello, orders/paid.'

export const isFunctionName = (name: string) => /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/.test(name)

/** What a new function begins with. */
export const STARTER = `// Called for every request; answers with a Response.
Deno.serve(async (request) => {
  const { name = 'world' } = await request.json().catch(() => ({}))
  console.log('greeting', name)
  return Response.json({ message: \`Hello, \${name}!\` })
})
`
