-- Requests that came with an Idempotency-Key, and what they were answered.
create table idempotency_keys (
  -- A hash of whose key it is and of the key itself.
  id text primary key,
  -- Whose it is, hashed too: nobody may have too many.
  caller text not null,
  -- Of the operation, the address and the body.
  fingerprint bytea not null,
  -- Sealed; null while the request is being carried out.
  answer text,
  -- Which request carries it out, where that is not one transaction, and for how long nobody else may.
  holder text,
  lease_until timestamptz,
  created_date timestamptz not null
);

create index idempotency_keys_by_caller on idempotency_keys (caller, created_date);
create index idempotency_keys_by_date on idempotency_keys (created_date);
