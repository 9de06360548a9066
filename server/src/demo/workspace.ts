export const WORKSPACE_ID = 'ws_demo'

/** A furniture maker with shops, warehouses and installation crews. */
export const demoWorkspace = {
  id: WORKSPACE_ID,
  name: 'Harbour & Pine',
  plan: 'business',
  monthly_limit: 50_000,
  default_member_credit_limit: 500,
  billing_country: 'NL',
  payment_method: 'ok',
  created_date: 'now-420d',
}
