-- What needs somebody is posted to an address that they choose, next to emails or instead of them.
alter table attention_settings add column webhook_url text check (length(webhook_url) <= 4096);

drop index attention_settings_due;
create index attention_settings_due on attention_settings (next_look_at) where mail or webhook_url is not null;
