/** Failures that their status, code or words give away, and what helps. The first that fits counts. */
import { has, isStatus, type KnownCause } from './cause.ts'
import { CONNECTION_CAUSES } from './connection-causes.ts'

export const KNOWN_CAUSES: readonly KnownCause[] = [
  ...CONNECTION_CAUSES,
  {
    fits: (signs) => signs.type === 'raise',
    says: () => 'raised this error on purpose: the workflow says so itself',
    fix: ['Look at the condition that leads to this step, and at the data that met it.'],
    isPassing: false,
  },
  {
    fits: has(/reject|not approved/),
    says: () => 'ended because somebody did not approve it',
    fix: ['Ask the person who decided for the reason, then run the workflow again.'],
    isPassing: false,
  },
  {
    fits: isStatus(401),
    says: () => 'was refused because its credentials are missing, wrong or expired (status 401)',
    fix: [
      'Check the key or token that the step sends, and whether it has expired.',
      'Renew it where it is stored, then run the workflow again.',
    ],
    isPassing: false,
  },
  {
    fits: isStatus(403),
    says: () => 'was refused although its credentials were recognized: they lack a permission (status 403)',
    fix: [
      'Give the account or key the permission that this request needs.',
      'Check the rules of the entity if the step works with records.',
    ],
    isPassing: false,
  },
  {
    fits: isStatus(402),
    says: () => 'was refused because a plan, a quota or credits are used up (status 402)',
    fix: ['Check the plan and the credits of the account that the step uses.'],
    isPassing: false,
  },
  {
    fits: isStatus(404, 410),
    says: ({ status }) => `asked for something that is not there (status ${status})`,
    fix: [
      'Compare the address, the name or the id that the step was given with what exists.',
      'If it comes from an expression, look at what the step before it gave.',
    ],
    isPassing: false,
  },
  {
    fits: isStatus(409, 412),
    says: ({ status }) => `met a state that does not allow the change (status ${status})`,
    fix: ['Check whether the thing was made or changed already, also by an earlier attempt of this run.'],
    isPassing: false,
  },
  {
    fits: isStatus(413),
    says: () => 'sent more than the server takes (status 413)',
    fix: ['Send less at a time, for example with a loop over parts.'],
    isPassing: false,
  },
  {
    fits: isStatus(400, 422),
    says: ({ status, empty }) =>
      `sent something that was not accepted (status ${status})${emptyWords(empty)}`,
    fix: [
      'Read in the error which field is meant, and compare it with what the task was given.',
      'Check the expressions that fill it: a field that does not exist gives nothing.',
    ],
    isPassing: false,
  },
  {
    fits: (signs) => isStatus(429)(signs) || has(/rate.?limit|too many requests/)(signs),
    says: () => 'was turned away because too many requests came in a short time',
    fix: ['Run it again later.', 'Add a `wait` between calls, or a `try` with `retry` and a growing delay.'],
    isPassing: true,
  },
  {
    fits: (signs) => isStatus(408, 504)(signs) || has(/time.?d?.?out|deadline|took too long/)(signs),
    says: () => 'took longer than it may',
    fix: [
      'See whether the server it calls is slow at the moment, then run the workflow again.',
      'Ask for less at a time, or give the task a longer `timeout`.',
    ],
    isPassing: true,
  },
  {
    fits: ({ status }) => status !== null && status >= 500,
    says: ({ status }) => `called a server that failed itself (status ${status})`,
    fix: [
      'See whether that server has a problem, then run the workflow again.',
      'Put the task into a `try` with `retry`, so that short failures do not end a run.',
    ],
    isPassing: true,
  },
  {
    fits: has(/enotfound|eai_again|\bdns|name could not be resolved|unknown host/),
    says: () => 'called a host whose name nobody knows',
    fix: ['Check the spelling of the host in the address of the task.'],
    isPassing: false,
  },
  {
    fits: has(/certificate|\btls(_error)?\b|\bssl\b/),
    says: () => 'could not make a secure connection',
    fix: ['Check the certificate of the server that the task calls: it may have expired.'],
    isPassing: false,
  },
  {
    fits: has(/address.{0,20}(not allowed|refused|private)|outbound|blocked/),
    says: () => 'called an address that this server does not call',
    fix: ['Use a public https address, or ask who runs this server to allow the address.'],
    isPassing: false,
  },
  {
    fits: has(
      /econnrefused|econnreset|epipe|socket|unreachable|connection[_ ](was )?(refused|reset|closed)|network_error/,
    ),
    says: () => 'could not reach the server that it calls',
    fix: ['Check that the server is up and its address is right, then run the workflow again.'],
    isPassing: true,
  },
  {
    fits: has(/\bmodel_[a-z]|language model/),
    says: () => 'needed the language model, which did not answer',
    fix: ['Run the workflow again later.', 'Ask who runs this server whether a model is connected.'],
    isPassing: true,
  },
  {
    fits: has(/quota|credits?_exhausted|limit_reached|daily_quota/),
    says: () => 'met a limit of the app or its workspace',
    fix: ['See which quota the error names, and free some of it or ask for more.'],
    isPassing: false,
  },
  {
    fits: has(/out.of.memory|memory.?limit|too.large|too.many.steps/),
    says: () => 'needed more memory or made more data than a step may',
    fix: ['Handle the data in smaller parts, or keep less of it.'],
    isPassing: false,
  },
  {
    fits: has(/undefined|is not a function|cannot read|is not defined|null \(reading|not_a_list/),
    says: ({ empty }) => `used a value that was not there${emptyWords(empty)}`,
    fix: [
      'Compare the names in the expression with what the step before it gave.',
      'Say what happens when the value is missing, for example with `?? ""` or an `if`.',
    ],
    isPassing: false,
  },
  {
    fits: has(/missing|required|must have/),
    says: ({ empty }) => `lacked something that it needs${emptyWords(empty)}`,
    fix: ['Read in the error what is missing, and check the expression that should give it.'],
    isPassing: false,
  },
  {
    fits: (signs) => signs.type === 'run' || has(/syntax|script|expression/)(signs),
    says: () => 'has code that failed',
    fix: ['Read the message of the error, and try the code with the input that the step was given.'],
    isPassing: false,
  },
]

function emptyWords(empty: readonly string[]): string {
  if (empty.length === 0) return ''
  return `; empty in what it was given: ${empty.map((name) => `\`${name}\``).join(', ')}`
}
