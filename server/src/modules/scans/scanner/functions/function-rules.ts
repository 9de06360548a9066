/** What each rule says of a backend function. */
import type { FindingOf, Severity } from '@atrium/contract/scan-findings'

export interface FunctionRule {
  severity: Severity
  confidence: FindingOf<'backend_functions'>['confidence']
  title: string
  description: string
  recommendation: string
  cwe: readonly string[]
}

const CHECK_CALLER =
  'Refuse callers who are not signed in (`x-atrium-user` or `auth.me()`), check a secret or signature of theirs, or deploy the function with `access: app` in an app that people sign in to.'

export const functionRules = {
  unauthenticated_function: {
    severity: 'critical',
    confidence: 'medium',
    title: 'Everybody can make the function act with rights of the app',
    description:
      'The function answers without signing in and makes sure of no caller, and changes records as the service or acts with a secret. Everybody who finds its address can do so.',
    recommendation: CHECK_CALLER,
    cwe: ['CWE-306'],
  },
  service_role_in_public_function: {
    severity: 'high',
    confidence: 'medium',
    title: 'Everybody can read through the service client',
    description:
      'The function answers without signing in and reads records as the service, for which no rules hold. What it returns is open to everybody.',
    recommendation: `Read as the caller, so that the rules of the entity hold. ${CHECK_CALLER}`,
    cwe: ['CWE-862'],
  },
  missing_role_check: {
    severity: 'high',
    confidence: 'medium',
    title: 'Every signed-in person can change what the service may change',
    description:
      'The function changes or deletes records as the service, for which no rules hold, and the caller chooses which. It checks neither a role nor whose record it is.',
    recommendation: 'Check `role` of the caller or the owner of the record first, or do it as the caller.',
    cwe: ['CWE-862', 'CWE-639'],
  },
  service_read_without_role_check: {
    severity: 'medium',
    confidence: 'low',
    title: 'Every signed-in person reads past the rules of the entity',
    description:
      'The function reads records as the service, for which no rules hold, and answers with all of their fields. It checks neither a role nor whose records they are.',
    recommendation:
      'Read as the caller, so that the rules of the entity hold; or check `role` of the caller first, and answer only with the fields that are needed.',
    cwe: ['CWE-862', 'CWE-200'],
  },
  unverified_webhook_signature: {
    severity: 'high',
    confidence: 'medium',
    title: 'The signature of the webhook is not checked',
    description:
      'The function acts on what another service reports, and does not check that it was that service. Everybody can report what never happened, such as a payment.',
    recommendation:
      'Compute the signature of the body with the secret of the webhook and compare it in constant time, or use `verifyWebhook` or the function of the service.',
    cwe: ['CWE-345', 'CWE-347'],
  },
  ssrf: {
    severity: 'high',
    confidence: 'medium',
    title: 'The caller chooses which server is called',
    description:
      'An address that comes with the request is fetched. Callers can use the function to reach other servers in its name, and get what it sends along.',
    recommendation: 'Compare the host of the address with a list of those that are meant.',
    cwe: ['CWE-918'],
  },
  command_injection: {
    severity: 'critical',
    confidence: 'high',
    title: 'What the caller sends is run as a command or as code',
    description: 'Text of the request becomes part of a command or of code. Callers can run what they like.',
    recommendation: 'Choose the command from a fixed list, and run no text of others.',
    cwe: ['CWE-78', 'CWE-94'],
  },
  path_traversal: {
    severity: 'high',
    confidence: 'medium',
    title: 'The caller chooses which file is used',
    description: 'A path is made from the request. With `../` in it callers reach other files.',
    recommendation: 'Take only the last part of the name, or choose the file from a fixed list.',
    cwe: ['CWE-22'],
  },
  sql_injection: {
    severity: 'critical',
    confidence: 'high',
    title: 'What the caller sends becomes part of a database query',
    description: 'Text of the request is put into a query. Callers can read and change what they like.',
    recommendation: 'Send the values apart from the query, as its parameters.',
    cwe: ['CWE-89'],
  },
  open_redirect: {
    severity: 'medium',
    confidence: 'medium',
    title: 'The caller chooses where people are sent',
    description:
      'The address of a redirect comes with the request. A link to this app can lead people to a page that asks for their password.',
    recommendation: 'Allow only paths of this app, or compare the host with a list.',
    cwe: ['CWE-601'],
  },
  html_from_input: {
    severity: 'high',
    confidence: 'medium',
    title: 'What the caller sends becomes HTML',
    description:
      'Text of the request is put into a page without being escaped. A link can run scripts as the person who opens it.',
    recommendation: 'Escape `&`, `<`, `>` and quotation marks in all that is put into a page.',
    cwe: ['CWE-79'],
  },
  cors_wildcard_with_credentials: {
    severity: 'medium',
    confidence: 'high',
    title: 'Every site may call with the cookies of its visitors',
    description:
      'The function allows all origins together with credentials. Atrium replaces these headers, but wherever else the code runs, other sites act in the name of their visitors.',
    recommendation: 'Name the origins that are meant, or leave the credentials out.',
    cwe: ['CWE-942'],
  },
  secret_in_response: {
    severity: 'critical',
    confidence: 'high',
    title: 'A secret of the app is sent to the caller',
    description: 'A value of the environment, where the secrets of the app are, becomes part of the answer.',
    recommendation: 'Use the secret inside the function only, and replace it: it may be known already.',
    cwe: ['CWE-200'],
  },
  unbounded_llm_or_email_call: {
    severity: 'high',
    confidence: 'medium',
    title: 'Callers decide how many messages or model calls are paid for',
    description:
      'Mails are sent or a language model is called as often as a caller likes: without signing in, or once for each element of a list of any length.',
    recommendation: `Limit how often and how many. ${CHECK_CALLER}`,
    cwe: ['CWE-770'],
  },
  function_not_checked: {
    severity: 'info',
    confidence: 'high',
    title: 'A file of the function could not be checked',
    description:
      'The file is larger than 1 MiB or nested deeper than people write, so nobody looked at what it does.',
    recommendation: 'Deploy the code as it was written, before it is bundled.',
    cwe: [],
  },
} as const satisfies Record<string, FunctionRule>

export type RuleId = keyof typeof functionRules
