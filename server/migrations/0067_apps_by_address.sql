-- Client libraries name the app of a sign-in or sign-out by its address alone. By hash: addresses may be longer than the
-- entries of a tree.
create index apps_published_url on apps using hash (published_url) where deleted_at is null;
