-- An account that was made from a link which no mail server took is unverified until its email is proved.

alter table users add column is_verified boolean not null default true;
alter table invitation_links add column mail_id text;
