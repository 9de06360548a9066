export const words = {
  noWorkspaceAtrium: 'No workspace · Atrium',
  youBelongToNo: 'You belong to no workspace yet',
  newWorkspace: 'New workspace',
  createOneOrAsk: 'Create one, or ask an owner or admin of a workspace to invite you, then reload this page.',
} as const
