/** The default: no model at all, the same words for the same question, and it says so. */
import { collectText } from './collect-text.ts'
import { estimateUsage } from './count-tokens.ts'
import { type LanguageModel, ModelUnavailable, type ReplyPart, type ReplyRequest } from './port.ts'

/**
 * Restates the question and repeats what the instructions say about it. Failures are provoked by the
 * question: `[unavailable]` fails at once, `[breaks-off]` after the first words.
 */
export function offlineModel(): LanguageModel {
  async function* reply(request: ReplyRequest): AsyncGenerator<ReplyPart> {
    request.signal.throwIfAborted()
    const question = lastQuestion(request)
    if (question.includes('[unavailable]')) {
      throw new ModelUnavailable('unreachable', 'The question asked for a model that is not there.')
    }
    const failure = question.includes('[breaks-off]')
      ? new ModelUnavailable('unreachable', 'The question asked for a reply that breaks off.')
      : null
    const parts = inParts(composeReply(request, question))
    const said = failure ? parts.slice(0, 1) : parts
    for (const text of said) {
      request.signal.throwIfAborted()
      yield { type: 'text', text }
    }
    const usage = estimateUsage(request, said.join(''))
    yield { type: 'done', usage, finish: failure ? 'error' : 'stop', failure }
  }

  return {
    name: 'offline',
    isAvailable: true,
    reply,
    text: (request) => collectText(reply(request)),
    // Made-up values would look like answers: callers have deterministic ways of their own.
    async object({ signal }) {
      signal.throwIfAborted()
      throw new ModelUnavailable('not_configured', 'Structured answers need a language model.')
    },
    // Those who work with tools have rules of their own for when there is no model.
    async turn({ signal }) {
      signal.throwIfAborted()
      throw new ModelUnavailable('not_configured', 'Work with tools needs a language model.')
    },
  }
}

const MOST_FACTS = 3
const LONGEST_QUESTION = 160
const WORDS_PER_PART = 4

function lastQuestion({ messages }: ReplyRequest): string {
  return messages.findLast(({ role }) => role === 'user')?.content ?? ''
}

function composeReply({ system, messages }: ReplyRequest, question: string): string {
  const facts = findFacts(system, question)
  const greeting = messages.some(({ role }) => role === 'assistant') ? [] : ['Hello!']
  const restated = shorten(question)
  return [
    ...greeting,
    'I am answering offline, without a language model.',
    ...(restated === '' ? [] : [`You wrote: “${restated}”`]),
    ...(facts.length > 0
      ? [`Here is what I know about it: ${facts.join(' ')}`]
      : ['I have nothing noted about that; once a language model is connected I can say more.']),
  ].join(' ')
}

/** Statements of the instructions that share the most words with the question, in their own order. */
function findFacts(system: string, question: string): string[] {
  const asked = keywords(question)
  return system
    .split(/\n+|(?<=[.!?])\s+/)
    .map((sentence) => sentence.replace(/^[\s\-*•#]+/, '').trim())
    .filter((sentence) => sentence !== '' && !COMMAND.test(sentence))
    .map((sentence, at) => ({ sentence, at, score: keywords(sentence).intersection(asked).size }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.at - other.at)
    .slice(0, MOST_FACTS)
    .sort((one, other) => one.at - other.at)
    .map(({ sentence }) => (/[.!?:]$/.test(sentence) ? sentence : `${sentence}.`))
}

/** How to behave is not a fact, and not for the reader's eyes. */
const COMMAND =
  /^(you (are|must|should|may|can|will)|never|always|do not|don['’]t|please|be|answer|reply|respond|use|keep|act|only|if|when|say|tell|ask|speak|write)\b/i

/** Words that carry meaning, without plural s; the segmenter also knows languages that use no spaces. */
function keywords(text: string): Set<string> {
  const words = [...SEGMENTER.segment(text.toLowerCase())]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => (segment.length > 3 ? segment.replace(/s$/, '') : segment))
  return new Set(words.filter((word) => !FILLERS.has(word)))
}

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' })
const FILLERS = new Set(
  `a about am an and any are at be by can could did do doe for from get give had ha have hello hey hi how i if in
   is it its know like many me more much my of on or our please say should show some tell than thank that the
   their them there they thi to u want was we were what when where which who why will with would you your`.split(
    /\s+/,
  ),
)

function shorten(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim()
  if (line.length <= LONGEST_QUESTION) return line
  const cut = line.slice(0, LONGEST_QUESTION)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST_QUESTION / 2)).toWellFormed()}…`
}

function inParts(text: string): string[] {
  return text.match(new RegExp(`(?:\\S+\\s*){1,${WORDS_PER_PART}}`, 'g')) ?? []
}
