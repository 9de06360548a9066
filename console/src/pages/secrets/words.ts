export const words = {
  lettersDigitsAndNot: 'Letters, digits and _, not beginning with a digit: STRIPE_KEY.',
  addASecret: 'Add a secret',
  replaceName: 'Replace {name}',
  addSecret: 'Add secret',
  replaceValue: 'Replace value',
  name: 'Name',
  thereIsOneOf: 'There is one of this name; replace its value instead.',
  value: 'Value',
  keptEncryptedAndNever: 'Kept encrypted, and never shown again. Functions see it from their next call on.',
  deleteSecret: 'Delete secret',
  functionsThatReadIt: 'Functions that read it get nothing from their next call on. This cannot be undone.',
  noSecretsYet: 'No secrets yet',
  keysAndPasswordsThat:
    "Keys and passwords that the functions of this app need. A function reads one with Deno.env.get('NAME'); nobody sees its value again.",
  functionsOfThisApp:
    "Functions of this app read them with Deno.env.get('NAME'). Values are never shown again.",
  secrets: 'Secrets',
  hidden: 'Hidden',
  actions: 'Actions',
  replace: 'Replace',
  deleteName2: 'Delete {name}',
  delete: 'Delete',
  secretsOpenWhatThe:
    'Secrets open what the app uses elsewhere, so that only those who can edit the app see their names. An editor of the workspace can give you this role.',
} as const
