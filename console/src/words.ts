export const words = {
  requestRequestId: 'Request {requestId}',
  thisBrowserHasNo: 'This browser has no passkeys, or the address of Atrium is not secure (https).',
  noPasskeyWasUsed:
    'No passkey was used: it was cancelled, took too long, or this device has none for Atrium.',
  noPasskeyWasUsedIt: 'No passkey was used: it was cancelled.',
  thisDeviceHasA: 'This device has a passkey for your account already.',
  passkeysWorkOnlyAt: 'Passkeys work only at the address that Atrium was set up with (BASE_URL), by name.',
  youCannotChangeYourself: 'You cannot change yourself.',
  theOwnerStaysThe: 'The owner stays the owner.',
  needsTheEditorRole: 'Needs the editor role in this workspace.',
  youCanViewThis: 'You can view this app, not change it.',
  youCanTalkTo: 'You can talk to this agent, not change it.',
  needsThePlanBusiness: 'Needs the plan business.',
} as const
