-- One encrypted text, by which a start knows whether SECRET_KEY is the key of this database. It is encrypted anew as
-- the last one after a change of the key, so as long as it needs the old key, something else may need it too.
create table secret_check (
  id          text primary key default 'only' check (id = 'only'),
  sealed_text text not null
);
