-- The links of invitations, and the mails that carry them. The invitation itself is its row in members.

-- A link is valid as long as its invitation is pending: 60 days from members.created_date,
-- which for who has not joined is when the invitation was last sent.
create table invitation_links (
  workspace_id text not null,
  email        text not null,
  token_hash   bytea not null unique,
  invited_by   text references users on delete set null,
  resends      integer not null default 0 check (resends >= 0),
  resends_from timestamptz,
  primary key (workspace_id, email),
  foreign key (workspace_id, email) references members on update cascade on delete cascade
);
create index invitation_links_of_user on invitation_links (invited_by) where invited_by is not null;

create index members_pending_since on members (created_date) where status = 'pending';

-- The text is encrypted: its links let people in. It is dropped once a mail server has it.
create table mails (
  id           text primary key,
  workspace_id text not null references workspaces on delete cascade,
  recipient    text not null,
  subject      text not null,
  sealed_text  text,
  status       text not null check (status in ('kept', 'waiting', 'sent', 'failed')),
  error        text,
  created_date timestamptz not null,
  sent_date    timestamptz,
  check ((status in ('kept', 'waiting')) = (sealed_text is not null))
);
create index mails_of_workspace on mails (workspace_id, created_date, id);
create index mails_by_date on mails (created_date);

-- Apps pass to another owner when theirs leaves the workspace.
create index apps_by_owner on apps (workspace_id, owner_id);
