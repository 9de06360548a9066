/** What public/start.js asked for while the scripts were on their way: each answer is taken once. */
const asked = (): Map<string, Promise<Response | null>> | undefined => Reflect.get(globalThis, 'firstAnswers')

export const fetchFirst: typeof fetch = async (input, init) => {
  const started = asked()?.get(String(input))
  asked()?.delete(String(input))
  // What is given up in between is refused by the second one, as it would have been by the first.
  return (started && (await Promise.race([started, givenUp(init?.signal)]))) ?? fetch(input, init)
}

function givenUp(signal: AbortSignal | null | undefined): Promise<null> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve(null)
    signal?.addEventListener('abort', () => resolve(null), { once: true })
  })
}

/** Once the first page is there: what it did not take would be old for another one. */
export const dropFirstAnswers = () => asked()?.clear()
