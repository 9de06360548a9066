-- A user of Atrium may be let into an app by name, as its own users are: the row that says so has a date of invitation.
alter table app_users
  drop constraint app_users_check,
  add constraint app_users_check check (email is not null or (password_hash is null and verified_date is null));
